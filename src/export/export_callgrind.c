/* export_callgrind.c - the profile for KCachegrind and callgrind_annotate
 *
 * The costs of lines are sampled.  The inclusive costs of calls are the times that the graph
 * propagates, which are estimates; calls inside a cycle propagate no time.  In a measured profile,
 * they are known.
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
#include "export/export.h"
#include "measured/measured.h"
#include "profile/callsites.h"
#include "samples/samples.h"

struct callgrind {
	struct export *x;
	struct callsites places;
	struct callgrind_costs costs;
	struct file_list files;		/* numbers of the files named so far */
	struct file_list objects;	/* numbers of the images named so far */
	struct arena text;		/* owned; the names of files */
	bool *named;			/* owned; indexed by function: its name was printed */
	bool *same_name;		/* owned; indexed by function: another function has its
					 * name */
	int64_t total;
};

static const char UNKNOWN[] = "???";

static const struct profile *
profile_of(const struct callgrind *c)
{
	return c->x->ctx->profile;
}

/* Print KEY and a name in LIST: "(3) name" the first time, later only "(3)". */
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

/* Larger costs are exported as this one, so that the sum of two of them does not overflow. */
static const double MOST_UNITS = 0x1p61;

static int64_t
whole_units(struct callgrind *c, double samples)
{
	double units = export_time(c->x->ctx, samples);

	return units >= MOST_UNITS ? (int64_t)MOST_UNITS
		: units <= -MOST_UNITS ? -(int64_t)MOST_UNITS : llround(units);
}

/* Announce that the following costs belong to FILE, if it is not the current file *NOW. */
static void
switch_file(struct callgrind *c, const char **now, const char *own, const char *file)
{
	if (file == *now || (file != NULL && *now != NULL && strcmp(file, *now) == 0))
		return;
	print_file(c, file == own ? "fe" : "fi", file);
	*now = file;
}

/* Print the costs of the lines of function F, which begin at c->costs.v[COST].  Returns the index
 * after the last of these costs. */
static size_t
print_self(struct callgrind *c, uint32_t f, size_t cost, const char *own, const char **now)
{
	const struct profile *p = profile_of(c);
	const struct node *n = &c->x->ctx->graph->nodes[f];
	/* Costs of measured profiles already are the part that counts. */
	double part = p->measured != NULL ? 1 : p->ticks[f] > 0 ? n->self / p->ticks[f] : 0;
	double sum = 0;
	int64_t done = 0;

	while (cost < c->costs.n && c->costs.v[cost].func == f) {
		const struct line_cost *at = &c->costs.v[cost];
		int64_t amount;

		for (; cost < c->costs.n && callgrind_costs_by_place(at, &c->costs.v[cost]) == 0;
		     cost++)
			sum += c->costs.v[cost].ticks * part;
		/* The rounding error of this line is added to the next line. */
		amount = whole_units(c, sum) - done;
		done += amount;
		if (amount == 0)
			continue;
		/* Code without a line, such as padding, is shown in the file of the function. */
		switch_file(c, now, own, at->file != NULL ? at->file : own);
		out_printf(&c->x->out, "%u %" PRId64 "\n", at->line, amount);
	}
	c->total = measured_sum(c->total, done);
	return cost;
}

/* Returns the samples of all calls of ARC. */
static double
time_of(const struct callgrind *c, uint32_t arc)
{
	const struct graph *g = c->x->ctx->graph;
	struct share share = graph_share(g, arc);
	bool is_inner = graph_is_inner(g, arc);

	/* Known costs inside a cycle are printed as they were read. */
	if (is_inner && g->profile->arc_costs != NULL)
		return g->profile->arc_costs[arc];
	return is_inner && g->profile->paths == NULL ? 0 : share.self + share.children;
}

/* Print COUNT calls of ARC on line AT, which take TIME. */
static void
print_call(struct callgrind *c, uint32_t arc, uint64_t count, double time,
	const struct source_place *at, const char *own, const char **now)
{
	const struct profile *p = profile_of(c);
	const struct arc *a = &p->arcs[arc];
	struct source_place callee = callsites_func_place(&c->places, a->callee);

	if (at->file != NULL)
		switch_file(c, now, own, at->file);
	if (p->nimages > 1)
		print_place(c, &c->objects, "cob", p->images[p->funcs[a->callee].image].path);
	print_file(c, "cfi", callee.file);
	print_func(c, "cfn", a->callee);
	out_printf(&c->x->out, "calls=%" PRIu64 " %u\n%u %" PRId64 "\n", count, callee.line,
		at->line, whole_units(c, time));
}

/* Print the calls of ARC, which a measured profile has, on their lines. */
static void
print_measured_calls(struct callgrind *c, uint32_t arc, struct source_place own, const char **now)
{
	const struct callgrind_costs *costs = &c->costs;
	uint64_t left = profile_of(c)->arcs[arc].count;
	double time = time_of(c, arc), all = 0, done = 0;

	for (size_t i = costs->call_at[arc]; i < costs->call_at[arc + 1]; i++)
		all += costs->calls.v[i].total;
	for (size_t i = costs->call_at[arc]; i < costs->call_at[arc + 1]; i++) {
		const struct source_item *item = &costs->calls.v[i];
		struct source_place at = { .file = costs->calls.files.v[item->file],
			.line = item->line };
		uint64_t count = item->count < left ? item->count : left;
		double part = all > 0 ? round(time * item->total / all) : 0;

		print_call(c, arc, count, part, &at, own.file, now);
		left -= count;
		done += part;
	}
	if (left > 0 || round(time - done) != 0)
		print_call(c, arc, left, time - done, &own, own.file, now);
}

/* Print the calls of ARC, each at its call site. */
static void
print_calls(struct callgrind *c, uint32_t arc, struct source_place own, const char **now)
{
	const struct profile *p = profile_of(c);
	uint64_t left = p->arcs[arc].count;
	double time = left > 0 ? time_of(c, arc) / (double)left : 0;

	for (size_t k = p->site_at != NULL ? p->site_at[arc] : 0;
	     p->site_at != NULL && k < p->site_at[arc + 1] && left > 0; k++) {
		const struct arc_record *site = profile_site(p, arc, k);
		struct source_place at = callsites_call_place(&c->places, arc, site);
		uint64_t count = site->count < left ? site->count : left;

		if (count > 0)
			print_call(c, arc, count, time * (double)count,
				at.file != NULL ? &at : &own, own.file, now);
		left -= count;
	}
	if (left > 0)
		print_call(c, arc, left, time * (double)left, &own, own.file, now);
	else if (p->arcs[arc].count == 0 && time_of(c, arc) > 0)	/* inlined code */
		print_call(c, arc, 0, time_of(c, arc), &own, own.file, now);
}

/* Print the calls that function F makes. */
static void
print_callees(struct callgrind *c, uint32_t f, struct source_place own, const char **now)
{
	const struct profile *p = profile_of(c);

	for (uint32_t i = p->out_at[f]; i < p->out_at[f + 1]; i++) {
		uint32_t arc = p->out[i];

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

/* Compares the names of functions; in a measured profile, also images and source files. */
static int
by_name(uint32_t a, uint32_t b, const void *with)
{
	const struct same_names *s = with;
	const struct profile *p = s->p;
	int order = strcmp(s->names[a], s->names[b]);

	if (order != 0 || p->measured == NULL)
		return order;
	if (p->funcs[a].image != p->funcs[b].image)
		return p->funcs[a].image < p->funcs[b].image ? -1 : 1;
	if (p->nplaces == 0 || p->places[a].file == p->places[b].file)
		return 0;
	return p->places[a].file < p->places[b].file ? -1 : 1;
}

/* Set same_name for functions that viewers would take for one.  Their index is added to the
 * name. */
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

/* Print that the totals of a measured profile are estimates, and from what, if that is known. */
static void
print_estimated(struct callgrind *c)
{
	const char *why = profile_of(c)->measured->estimated_why;

	out_text(&c->x->out, "desc: Inclusive: estimated");
	if (why != NULL) {
		out_text(&c->x->out, ", ");
		export_name(c->x, why, NULL);
	}
	out_text(&c->x->out, "\n");
}

/* Print what the figures are, as far as the format has lines for that. */
static void
print_kinds(struct callgrind *c)
{
	const struct graph *g = c->x->ctx->graph;
	const struct profile *p = profile_of(c);
	struct out *o = &c->x->out;

	if (p->measured == NULL) {
		out_text(o, "desc: Costs: self time is sampled, calls are counted\n"
			"desc: Inclusive: estimated, shared out by the number of calls\n");
		return;
	}
	out_printf(o, "desc: Costs: %s\n", p->paths != NULL ? "sampled" : "counted");
	if (p->paths != NULL)
		out_text(o, "desc: Inclusive: sampled, each stack once\n");
	else if (profile_is_estimated(p))
		print_estimated(c);
	else if (g->excluded != NULL || g->total != p->total)
		out_text(o, "desc: Inclusive: estimated, shared out by cost after exclusions\n");
}

/* Print the N bytes at S so that they can be shown. */
static void
print_word(struct callgrind *c, const char *s, size_t n)
{
	char *word = mem_text(s, n);

	if (n > 0)
		export_name(c->x, word, NULL);
	free(word);
}

/* Print the name of the event, in which blanks would begin another, and the unit of a time. */
static void
print_event(struct callgrind *c)
{
	const struct profile *p = profile_of(c);
	const struct measured_event *event;
	struct out *o = &c->x->out;
	size_t n;

	if (p->measured == NULL) {
		out_text(o, export_unit(c->x->ctx));
		return;
	}
	event = &p->measured->events[p->choice.event];
	for (const char *s = event->name; *s != '\0'; s += n + (s[n] != '\0')) {
		n = strcspn(s, " \t\r\n");
		print_word(c, s, n);
		out_text(o, s[n] != '\0' ? "_" : "");
	}
	if (*event->unit != '\0' && strchr(event->name, '(') == NULL
	    && strcmp(event->unit, event->name) != 0 && strpbrk(event->unit, " \t\r\n") == NULL) {
		out_text(o, "_(");
		print_word(c, event->unit, strlen(event->unit));
		out_text(o, ")");
	}
}

static void
print_header(struct callgrind *c)
{
	const struct profile *p = profile_of(c);
	struct out *o = &c->x->out;

	out_printf(o, "# callgrind format\nversion: 1\ncreator: gprowse, from a %s profile\n",
		p->measured != NULL ? p->measured->format : "gprof");
	if (p->nimages > 0 && *p->images[0].path != '\0') {
		out_text(o, "cmd: ");
		export_name(c->x, p->images[0].path, NULL);
		out_text(o, "\n");
	}
	print_kinds(c);
	out_printf(o, "positions: line\nevents: ");
	print_event(c);
	out_text(o, "\n\n");
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
	callgrind_costs_collect(&c.costs, &c.places, &c.text);
	find_same_names(&c);
	print_header(&c);
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		struct source_place own;
		const char *now;

		if (view_context_is_idle(x->ctx, f))
			continue;
		own = callsites_func_place(&c.places, f);
		now = own.file;
		print_place(&c, &c.objects, "ob", p->images[p->funcs[f].image].path);
		print_file(&c, "fl", own.file);
		print_func(&c, "fn", f);
		while (cost < c.costs.n && c.costs.v[cost].func < f)
			cost++;
		cost = print_self(&c, f, cost, own.file, &now);
		print_callees(&c, f, own, &now);
		out_text(&x->out, "\n");
	}
	out_printf(&x->out, "totals: %" PRId64 "\n", c.total);
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
