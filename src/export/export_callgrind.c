/* export_callgrind.c - the profile for KCachegrind and callgrind_annotate
 *
 * The costs of lines are sampled.  The inclusive costs of calls are the times that the graph
 * propagates, which are estimates; calls inside a cycle propagate no time.
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
#include "dwarf/lines.h"
#include "elf/image.h"
#include "export/export.h"
#include "profile/attribute.h"
#include "profile/callsites.h"
#include "samples/samples.h"

/* The samples of a function that belong to one line. */
struct line_cost {
	uint32_t func;
	const char *file;		/* borrowed; NULL: not known */
	unsigned line;
	double ticks;
};

struct callgrind {
	struct export *x;
	struct callsites places;
	struct line_cost *costs;		/* owned */
	size_t ncosts, costs_room;
	struct file_list files;		/* numbers of the files and images named so far */
	struct arena text;		/* owned; the names of files */
	bool *named;			/* owned; indexed by function: its name was printed */
	bool *same_name;		/* owned; indexed by function: another function has its
					 * name */
	uint64_t total;
};

static const char UNKNOWN[] = "???";

static const struct profile *
profile_of(const struct callgrind *c)
{
	return c->x->ctx->profile;
}

/* Add the TICKS of the code [LO, HI) of FUNC to its lines, in proportion to the bytes of each; the
 * last line gets the rest. */
static void
add_line_costs(void *with, uint32_t func, uint64_t lo, uint64_t hi, double ticks)
{
	struct callgrind *c = with;
	struct lines *lines = callsites_lines(&c->places, profile_of(c)->funcs[func].image);
	double left = ticks, bytes = (double)(hi - lo);

	for (uint64_t at = lo; at < hi;) {
		struct line_span span;
		bool known = lines_span(lines, at, &span);
		uint64_t end = span.hi < hi && span.hi > at ? span.hi : hi;
		double share = end == hi ? left
			: attribute_part(ticks * (double)(end - at) / bytes);

		c->costs = mem_grow(c->costs, c->ncosts + 1, &c->costs_room, sizeof(*c->costs));
		c->costs[c->ncosts++] = (struct line_cost){ func, known ? span.file : NULL,
			known ? span.line : 0, share };
		left -= share;
		at = end;
	}
}

static int
by_place(const void *a, const void *b)
{
	const struct line_cost *x = a, *y = b;
	int order;

	if (x->func != y->func)
		return x->func < y->func ? -1 : 1;
	order = x->file == y->file ? 0 : strcmp(x->file != NULL ? x->file : "", y->file != NULL ? y->file : "");
	if (order != 0)
		return order;
	return x->line < y->line ? -1 : x->line > y->line;
}

static void
collect_costs(struct callgrind *c)
{
	const struct profile *p = profile_of(c);

	for (uint32_t im = 0; im < p->nimages; im++)
		for (size_t k = 0; k < p->samples[im].nhistograms; k++) {
			const struct histogram *h = &p->samples[im].histograms[k];

			for (size_t i = 0; i < h->nread; i++)
				if (h->bins[i] > 0)
					attribute_bin(p, h, i, add_line_costs, c);
		}
	if (c->ncosts > 0)
		qsort(c->costs, c->ncosts, sizeof(*c->costs), by_place);
}

/* Print KEY and a file: "(3) name" the first time, later only "(3)". */
static void
print_file(struct callgrind *c, const char *key, const char *name)
{
	struct out *o = &c->x->out;
	uint32_t named = c->files.n, number;

	if (name == NULL)
		name = UNKNOWN;
	number = filelist_number(&c->files, name);
	out_printf(o, "%s=(%u)", key, (unsigned)number + 1);
	if (number == named) {
		out_text(o, " ");
		export_name(c->x, name, NULL);
	}
	out_text(o, "\n");
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

static uint64_t
whole_units(struct callgrind *c, double samples)
{
	return (uint64_t)llround(export_time(c->x->ctx, samples));
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

/* Print the costs of the lines of function F, which begin at c->costs[COST].  Returns the index
 * behind the last of them. */
static size_t
print_self(struct callgrind *c, uint32_t f, size_t cost, const char *own, const char **now)
{
	const struct profile *p = profile_of(c);
	const struct node *n = &c->x->ctx->graph->nodes[f];
	double part = p->ticks[f] > 0 ? n->self / p->ticks[f] : 0;
	double sum = 0;
	uint64_t done = 0;

	while (cost < c->ncosts && c->costs[cost].func == f) {
		const struct line_cost *at = &c->costs[cost];
		uint64_t amount;

		for (; cost < c->ncosts && by_place(at, &c->costs[cost]) == 0; cost++)
			sum += c->costs[cost].ticks * part;
		/* The rounding error of this line is added to the next line. */
		amount = whole_units(c, sum) - done;
		done += amount;
		if (amount == 0)
			continue;
		/* Code without a line, such as padding, is shown in the file of the function. */
		switch_file(c, now, own, at->file != NULL ? at->file : own);
		out_printf(&c->x->out, "%u %" PRIu64 "\n", at->line, amount);
	}
	c->total += done;
	return cost;
}

static void
print_call(struct callgrind *c, uint32_t arc, uint64_t count,
	const struct source_place *at, const char *own, const char **now)
{
	const struct view_context *ctx = c->x->ctx;
	const struct arc *a = &ctx->profile->arcs[arc];
	struct share share = graph_share(ctx->graph, arc);
	struct source_place callee = callsites_func_place(&c->places, a->callee);
	double part = (double)count / (double)a->count;
	double cost = graph_is_inner(ctx->graph, arc) ? 0
		: part * (share.self + share.children);

	if (at->file != NULL)
		switch_file(c, now, own, at->file);
	if (ctx->profile->nimages > 1)
		print_file(c, "cob", ctx->profile->images[ctx->profile->funcs[a->callee].image].path);
	print_file(c, "cfi", callee.file);
	print_func(c, "cfn", a->callee);
	out_printf(&c->x->out, "calls=%" PRIu64 " %u\n%u %" PRIu64 "\n", count, callee.line,
		at->line, whole_units(c, cost));
}

/* Print the calls that function F makes, each at its call site. */
static void
print_calls(struct callgrind *c, uint32_t f, struct source_place own, const char **now)
{
	const struct profile *p = profile_of(c);

	for (uint32_t i = p->out_at[f]; i < p->out_at[f + 1]; i++) {
		uint32_t arc = p->out[i];
		uint64_t left = p->arcs[arc].count;

		if (left == 0 || graph_is_excluded(c->x->ctx->graph, arc))
			continue;
		for (size_t k = p->site_at != NULL ? p->site_at[arc] : 0;
			p->site_at != NULL && k < p->site_at[arc + 1] && left > 0; k++) {
			const struct arc_record *site = profile_site(p, arc, k);
			struct source_place at = callsites_call_place(&c->places, arc, site);
			uint64_t count = site->count < left ? site->count : left;

			if (count > 0)
				print_call(c, arc, count, at.file != NULL ? &at : &own, own.file,
					now);
			left -= count;
		}
		if (left > 0)
			print_call(c, arc, left, &own, own.file, now);
	}
}

static int
by_name(uint32_t a, uint32_t b, const void *with)
{
	const char *const *names = with;

	return strcmp(names[a], names[b]);
}

/* Set same_name for functions with equal names.  Their index is added to the name, because viewers
 * identify a function by its name and file. */
static void
find_same_names(struct callgrind *c)
{
	uint32_t n = profile_of(c)->nfuncs, i;
	uint32_t *order = mem_new(n, sizeof(*order));
	const char **names = mem_new(n, sizeof(*names));

	for (i = 0; i < n; i++) {
		order[i] = i;
		names[i] = view_context_name(c->x->ctx, i);
	}
	sort_numbers(order, n, by_name, names);
	for (i = 1; i < n; i++)
		if (strcmp(names[order[i - 1]], names[order[i]]) == 0)
			c->same_name[order[i - 1]] = c->same_name[order[i]] = true;
	free(order);
	free(names);
}

static void
print_header(struct callgrind *c)
{
	const struct profile *p = profile_of(c);
	struct out *o = &c->x->out;

	out_text(o, "# callgrind format\nversion: 1\ncreator: gprowse, from a gprof profile\ncmd: ");
	export_name(c->x, p->nimages > 0 ? p->images[0].path : "", NULL);
	out_printf(o, "\ndesc: Costs: self time is sampled, calls are counted\n"
		"desc: Inclusive: estimated, shared out by the number of calls\n"
		"positions: line\nevents: %s\n\n", export_unit(c->x->ctx));
}

void
export_callgrind(struct export *x)
{
	const struct profile *p = x->ctx->profile;
	struct callgrind c = { .x = x, .named = mem_new(p->nfuncs, sizeof(bool)),
		.same_name = mem_new(p->nfuncs, sizeof(bool)) };
	size_t cost = 0;

	c.files.text = &c.text;
	callsites_open(&c.places, p);
	collect_costs(&c);
	find_same_names(&c);
	print_header(&c);
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		struct source_place own;
		const char *now;

		if (view_context_is_idle(x->ctx, f))
			continue;
		own = callsites_func_place(&c.places, f);
		now = own.file;
		print_file(&c, "ob", p->images[p->funcs[f].image].path);
		print_file(&c, "fl", own.file);
		print_func(&c, "fn", f);
		while (cost < c.ncosts && c.costs[cost].func < f)
			cost++;
		cost = print_self(&c, f, cost, own.file, &now);
		print_calls(&c, f, own, &now);
		out_text(&x->out, "\n");
	}
	out_printf(&x->out, "totals: %" PRIu64 "\n", c.total);
	callsites_release(&c.places);
	free(c.costs);
	filelist_finish(&c.files);
	free(c.files.v);
	arena_release(&c.text);
	free(c.named);
	free(c.same_name);
}
