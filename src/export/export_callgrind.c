/* export_callgrind.c - the profile for KCachegrind and callgrind_annotate
 *
 * The costs of lines are sampled.  The inclusive costs of calls are the times that the graph
 * propagates, which are estimates; calls inside a cycle propagate no time.  In a measured profile,
 * costs come from the file, and at most CALLGRIND_EVENTS events are written.
 *
 * If it has stacks, a stack counts only in the call of the outermost frame of each function in it.
 * So the calls of a function add up to its total, which callgrind_annotate computes from them.  The
 * calls that a function makes add up to its total less its self time only if it is not recursive:
 * in the stack a;b;a;c, a calls b and c, and each of them gets all of the stack.  KCachegrind
 * computes totals from these calls, but not for the members of a cycle, and in no other function do
 * they differ.  Stacks that begin with a function have no call of it.  If any such function has
 * callers in other stacks, the calls of all of them by measured_outermost are written, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/filelist.h"
#include "base/mem.h"
#include "base/sort.h"
#include "elf/image.h"
#include "export/callgrind_costs.h"
#include "export/callgrind_header.h"
#include "export/export.h"
#include "lookup/sourceplace.h"
#include "measured/measured.h"
#include "profile/callsites.h"
#include "samples/samples.h"

struct callgrind {
	struct export *x;
	struct callsites places;
	struct callgrind_costs costs;
	struct file_list files;		/* the files that were named so far, with their numbers */
	struct file_list objects;	/* the images that were named so far, with their numbers */
	struct arena text;		/* owned; the names of files */
	bool *named;			/* owned; indexed by function: the name of the function was
					 * printed */
	bool *same_name;		/* owned; indexed by function: another function has the same
					 * name */
	int64_t totals[CALLGRIND_EVENTS];
};

static const char UNKNOWN[] = "???";

static const struct profile *
profile_of(const struct callgrind *c)
{
	return c->x->ctx->profile;
}

/* Prints KEY and the number of NAME in LIST.  If NAME is not yet in LIST, adds it, and prints it
 * after the number.  So the first time "(3) name" is printed, later only "(3)". */
static void
print_place(struct callgrind *c, struct file_list *list, const char *key, const char *name)
{
	struct out *o = &c->x->out;
	uint32_t named = list->n, number;

	if (name == NULL || *name == '\0')
		name = UNKNOWN;
	number = filelist_number(list, name);
	out_printf(o, "%s=(%u)", key, (unsigned)number + 1);
	if (number == named) {
		out_text(o, " ");
		export_name(c->x, name, NULL);
	}
	out_text(o, "\n");
}

static void
print_file(struct callgrind *c, const char *key, const char *name)
{
	print_place(c, &c->files, key, name);
}

static void
print_func(struct callgrind *c, const char *key, uint32_t f)
{
	struct out *o = &c->x->out;

	out_printf(o, "%s=(%u)", key, (unsigned)f + 1);
	if (!c->named[f]) {
		c->named[f] = true;
		out_text(o, " ");
		export_name(c->x, view_context_name(c->x->ctx, f), NULL);
		if (c->same_name[f])
			out_printf(o, " [%u]", (unsigned)c->x->ctx->graph->nodes[f].index);
	}
	out_text(o, "\n");
}

static int64_t
whole_units(struct callgrind *c, struct callgrind_value value)
{
	return export_sum64(export_time(c->x->ctx, value.n), value.sum64, &c->x->is_clipped);
}

/* The following costs belong to FILE.  If FILE is not *NOW, the current file, prints a line that
 * says so, and sets *NOW to FILE.  OWN is the file of the function. */
static void
switch_file(struct callgrind *c, const char **now, const char *own, const char *file)
{
	if (file == *now || (file != NULL && *now != NULL && strcmp(file, *now) == 0))
		return;
	print_file(c, file == own ? "fe" : "fi", file);
	*now = file;
}

/* Prints LINE, and a number for each event from UNITS. */
static void
print_units(struct callgrind *c, unsigned line, const int64_t *units)
{
	out_printf(&c->x->out, "%u", line);
	for (uint32_t k = 0; k < c->costs.nevents; k++)
		out_printf(&c->x->out, " %" PRId64, units[k]);
	out_text(&c->x->out, "\n");
}

/* Prints the costs of function F on its lines.  They begin at C->costs.v[COST].  OWN is the file of
 * F, *NOW is the current file.  Returns the index of the first cost of the next function. */
static size_t
print_self(struct callgrind *c, uint32_t f, size_t cost, const char *own, const char **now)
{
	const struct profile *p = profile_of(c);
	const struct node *n = &c->x->ctx->graph->nodes[f];
	/* In a measured profile, excluded costs are already removed from the costs of lines. */
	double self = c->x->ctx->graph->in.self[f];
	double part = profile_has(p, HAS_EVENTS) ? 1 : self > 0 ? n->self / self : 0;
	struct callgrind_value sums[CALLGRIND_EVENTS] = { { .n = 0 } };
	int64_t done[CALLGRIND_EVENTS] = { 0 }, units[CALLGRIND_EVENTS];

	while (cost < c->costs.n && c->costs.v[cost].func == f) {
		const struct line_cost *at = &c->costs.v[cost];
		struct source_place place = sourceplace_seen(c->x->ctx->lookup,
			(struct source_place){ .file = at->file, .line = at->line });
		bool any = false;

		for (; cost < c->costs.n && callgrind_costs_by_place(at, &c->costs.v[cost]) == 0;
		     cost++) {
			struct callgrind_value *to = &sums[c->costs.v[cost].event];

			to->n += c->costs.v[cost].cost.n * part;
			to->sum64 += c->costs.v[cost].cost.sum64;
		}
		/* The rounding error of this line is corrected in the next line. */
		for (uint32_t k = 0; k < c->costs.nevents; k++) {
			units[k] = whole_units(c, sums[k]) - done[k];
			done[k] += units[k];
			any = any || units[k] != 0;
		}
		if (!any)
			continue;
		/* Code without a line, such as padding, is shown in the file of the function. */
		switch_file(c, now, own, place.file != NULL ? place.file : own);
		print_units(c, place.line, units);
	}
	for (uint32_t k = 0; k < c->costs.nevents; k++)
		c->totals[k] = measured_sum(c->totals[k], done[k]);
	return cost;
}

/* Prints COUNT calls of function F at the place AT.  TIMES has the time of these calls for each
 * event, in samples.  OWN is the file of the caller, *NOW is the current file.  If COUNT is 0, the
 * number is not known.  Then prints 1: callgrind_annotate takes costs after "calls=0" for own costs
 * of the caller. */
static void
print_call(struct callgrind *c, uint32_t f, uint64_t count, const struct callgrind_value *times,
	const struct source_place *at, const char *own, const char **now)
{
	const struct profile *p = profile_of(c);
	const struct lookup *lookup = c->x->ctx->lookup;
	struct source_place callee = sourceplace_seen(lookup, callsites_func_place(&c->places, f));
	struct source_place place = sourceplace_seen(lookup, *at);
	int64_t units[CALLGRIND_EVENTS];

	for (uint32_t k = 0; k < c->costs.nevents; k++)
		units[k] = whole_units(c, times[k]);
	switch_file(c, now, own, place.file != NULL ? place.file : own);
	if (p->nimages > 1)
		print_place(c, &c->objects, "cob", p->images[p->funcs[f].image].path);
	print_file(c, "cfi", callee.file);
	print_func(c, "cfn", f);
	if (count == 0)
		out_printf(&c->x->out, "%s\n", measured_uncounted);
	out_printf(&c->x->out, "calls=%" PRIu64 " %u\n", count > 0 ? count : 1, callee.line);
	print_units(c, place.line, units);
}

/* Adds VALUE to *TO.  IS_KNOWN: both have .sum64. */
static void
add_value(struct callgrind_value *to, struct callgrind_value value, bool is_known)
{
	to->n += value.n;
	to->sum64 += value.sum64;
	if (is_known)
		to->n = sum64_nearest(to->n, to->sum64);
}

/* Returns the part of ALL that PART of SUM is, a whole number. */
static struct callgrind_value
part_of(struct callgrind_value all, struct callgrind_value part, struct callgrind_value sum)
{
	double n;

	if (all.sum64 != 0 && all.sum64 == sum.sum64)
		return part;
	n = sum.n == all.n ? part.n : sum.n != 0 ? round(all.n * part.n / sum.n) : 0;
	return (struct callgrind_value){ n, all.sum64 != 0 ? (uint64_t)llround(n) : 0 };
}

/* Prints the calls of ARC, an arc of a measured profile, on their lines.  Calls and times without a
 * line are printed at OWN, the place of the caller. */
static void
print_measured_calls(struct callgrind *c, uint32_t arc, struct source_place own, const char **now)
{
	const struct callgrind_costs *costs = &c->costs;
	const struct profile *p = profile_of(c);
	const struct callgrind_value *times = &costs->arc_times[(size_t)arc * costs->nevents];
	uint64_t left = graph_calls(c->x->ctx->graph, arc);
	struct callgrind_value all[CALLGRIND_EVENTS] = { { .n = 0 } };
	struct callgrind_value rest[CALLGRIND_EVENTS] = { { 0 } }, parts[CALLGRIND_EVENTS];
	bool has_rest = false;

	for (size_t i = costs->call_at[arc]; i < costs->call_at[arc + 1]; i++)
		for (uint32_t k = 0; k < costs->nevents; k++)
			add_value(&all[k], costs->call_times[costs->order[i]
				* (size_t)costs->nevents + k], times[k].sum64 != 0);
	memcpy(rest, times, costs->nevents * sizeof(*rest));
	for (size_t i = costs->call_at[arc]; i < costs->call_at[arc + 1]; i++) {
		const struct source_item *item = &costs->calls.v[costs->order[i]];
		struct source_place at = { .file = costs->calls.files.v[item->file],
			.line = item->line };
		uint64_t count = item->count < left ? item->count : left;

		for (uint32_t k = 0; k < costs->nevents; k++) {
			parts[k] = part_of(times[k], costs->call_times[costs->order[i]
				* (size_t)costs->nevents + k], all[k]);
			add_value(&rest[k], (struct callgrind_value){ -parts[k].n,
				-parts[k].sum64 }, times[k].sum64 != 0);
		}
		print_call(c, p->arcs[arc].callee, count, parts, &at, own.file, now);
		left -= count;
	}
	for (uint32_t k = 0; k < costs->nevents; k++)
		has_rest = has_rest || whole_units(c, rest[k]) != 0;
	/* A recursive call may have no cost, but readers must know that there is a cycle. */
	if (left > 0 || has_rest || (costs->call_at[arc] == costs->call_at[arc + 1]
	    && graph_propagates(c->x->ctx->graph, arc)))
		print_call(c, p->arcs[arc].callee, left, rest, &own, own.file, now);
}

/* Prints the calls of ARC, each at its call site.  Calls whose site is not known are printed at
 * OWN, the place of the caller. */
static void
print_calls(struct callgrind *c, uint32_t arc, struct source_place own, const char **now)
{
	const struct profile *p = profile_of(c);
	const struct arc_sites of = profile_sites(p, arc);
	uint32_t callee = p->arcs[arc].callee;
	uint64_t left = graph_calls(c->x->ctx->graph, arc);
	struct callgrind_value all = callgrind_costs_of_arc(c->x->ctx->graph, arc);
	struct callgrind_value time = { .n = 0 };
	double each = left > 0 ? all.n / (double)left : 0;

	for (uint32_t k = of.first; k < of.end && left > 0; k++) {
		const struct arc_record site = profile_site(p, &of, k);
		struct source_place at = callsites_call_place(&c->places, arc, &site);
		uint64_t count = site.count < left ? site.count : left;

		time.n = each * (double)count;
		if (count > 0)
			print_call(c, callee, count, &time, at.file != NULL ? &at : &own, own.file,
				now);
		left -= count;
	}
	time.n = each * (double)left;
	if (left > 0)
		print_call(c, callee, left, &time, &own, own.file, now);
	else if (graph_calls(c->x->ctx->graph, arc) == 0 && all.n > 0)	/* inlined code */
		print_call(c, callee, 0, &all, &own, own.file, now);
}

/* Prints the calls that function F makes. */
static void
print_callees(struct callgrind *c, uint32_t f, struct source_place own, const char **now)
{
	const struct profile *p = profile_of(c);

	for (uint32_t i = p->out.at[f]; i < p->out.at[f + 1]; i++) {
		uint32_t arc = profile_arc(&p->out, i);

		if (graph_is_excluded(c->x->ctx->graph, arc))
			continue;
		if (c->costs.call_at != NULL)
			print_measured_calls(c, arc, own, now);
		else
			print_calls(c, arc, own, now);
	}
}

struct same_names {
	const char **names;		/* indexed by function */
	const struct profile *p;
};

/* Compares functions by name.  In a measured profile, also compares functions with equal names by
 * image and source file. */
static int
by_name(uint32_t a, uint32_t b, const void *with)
{
	const struct same_names *s = with;
	const struct profile *p = s->p;
	int order = strcmp(s->names[a], s->names[b]);

	if (order != 0 || profile_has(p, HAS_BINS))
		return order;
	if (p->funcs[a].image != p->funcs[b].image)
		return p->funcs[a].image < p->funcs[b].image ? -1 : 1;
	if (p->nplaces == 0 || p->places[a].file == p->places[b].file)
		return 0;
	return p->places[a].file < p->places[b].file ? -1 : 1;
}

/* Viewers would take functions with the same name for one function.  Sets .same_name of these
 * functions, so that their indexes are printed after their names. */
static void
find_same_names(struct callgrind *c)
{
	uint32_t n = profile_of(c)->nfuncs, i;
	uint32_t *order = mem_new(n, sizeof(*order));
	struct same_names s = { mem_new(n, sizeof(*s.names)), profile_of(c) };

	for (i = 0; i < n; i++) {
		order[i] = i;
		s.names[i] = view_context_name(c->x->ctx, i);
	}
	sort_numbers(order, n, by_name, &s);
	for (i = 1; i < n; i++)
		if (by_name(order[i - 1], order[i], &s) == 0)
			c->same_name[order[i - 1]] = c->same_name[order[i]] = true;
	free(order);
	free(s.names);
}

/* Is there nothing to print about function F?  The costs of its lines begin at
 * C->costs.v[COST]. */
static bool
is_idle(const struct callgrind *c, uint32_t f, size_t cost)
{
	const struct profile *p = profile_of(c);
	uint32_t n = c->costs.nevents;

	if (!view_context_is_idle(c->x->ctx, f))
		return false;
	for (; n > 1 && cost < c->costs.n && c->costs.v[cost].func == f; cost++)
		if (c->costs.v[cost].cost.n != 0)
			return false;
	for (uint32_t i = p->out.at[f]; n > 1 && i < p->out.at[f + 1]; i++)
		for (uint32_t k = 0; k < n; k++)
			if (c->costs.arc_times[(size_t)profile_arc(&p->out, i) * n + k].n != 0)
				return false;
	return true;
}

/* Does any function of C with which stacks begin have callers, too? */
static bool
has_called_root(const struct callgrind *c)
{
	const struct profile *p = profile_of(c);
	uint32_t f = 0;

	for (; f < p->nfuncs && c->costs.root_times != NULL; f++)
		if (p->in.at[f] != p->in.at[f + 1] && c->x->ctx->graph->root_times[f] != 0)
			return true;
	return false;
}

/* Prints a function that calls the functions with which stacks begin. */
static void
print_outermost(struct callgrind *c)
{
	static const struct source_place nowhere;
	const struct profile *p = profile_of(c);
	const char *now = NULL;

	print_place(c, &c->objects, "ob", NULL);
	print_file(c, "fl", NULL);
	out_printf(&c->x->out, "fn=(%u) %s\n", (unsigned)p->nfuncs + 1, measured_outermost);
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		const struct callgrind_value *times = c->costs.root_times
			+ (size_t)f * c->costs.nevents;
		uint32_t k = 0;

		while (k < c->costs.nevents && round(times[k].n) == 0)
			k++;
		if (k < c->costs.nevents)
			print_call(c, f, 0, times, &nowhere, NULL, &now);
	}
	out_text(&c->x->out, "\n");
}

/* Prints the sums of the own costs.  If some costs are no own cost of any function, also prints the
 * sums of all costs, which then are 100 %. */
static void
print_totals(struct callgrind *c)
{
	struct out *o = &c->x->out;
	bool has_unowned = false;

	for (uint32_t k = 0; k < c->costs.nevents; k++)
		has_unowned |= whole_units(c, c->costs.unowned[k]) > 0;
	for (int is_summary = has_unowned; is_summary >= 0; is_summary--) {
		out_text(o, is_summary ? "summary:" : "totals:");
		for (uint32_t k = 0; k < c->costs.nevents; k++)
			out_printf(o, " %" PRId64, measured_sum(c->totals[k],
				is_summary ? whole_units(c, c->costs.unowned[k]) : 0));
		out_text(o, "\n");
	}
}

void
export_callgrind(struct export *x)
{
	const struct profile *p = x->ctx->profile;
	struct callgrind c = { .x = x, .named = mem_new(p->nfuncs, sizeof(bool)),
		.same_name = mem_new(p->nfuncs, sizeof(bool)) };
	size_t cost = 0;

	c.files.text = c.objects.text = &c.text;
	callsites_open(&c.places, p);
	callgrind_costs_collect(&c.costs, x->ctx->graph, &c.places, &c.text);
	find_same_names(&c);
	callgrind_header(x, &c.costs);
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		struct source_place own;
		const char *now;

		while (cost < c.costs.n && c.costs.v[cost].func < f)
			cost++;
		if (is_idle(&c, f, cost))
			continue;
		own = callsites_func_place(&c.places, f);
		now = own.file;
		print_place(&c, &c.objects, "ob", p->images[p->funcs[f].image].path);
		print_file(&c, "fl", own.file);
		print_func(&c, "fn", f);
		cost = print_self(&c, f, cost, own.file, &now);
		print_callees(&c, f, own, &now);
		out_text(&x->out, "\n");
	}
	if (has_called_root(&c))
		print_outermost(&c);
	print_totals(&c);
	callsites_release(&c.places);
	callgrind_costs_release(&c.costs);
	filelist_finish(&c.files);
	free(c.files.v);
	filelist_finish(&c.objects);
	free(c.objects.v);
	arena_release(&c.text);
	free(c.named);
	free(c.same_name);
}
