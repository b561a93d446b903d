/* callgrind_costs.c - costs of lines, and calls on lines, for the export to callgrind
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/callgrind_costs.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"
#include "figures/graph_solve.h"
#include "figures/sum.h"
#include "profile/attribute.h"
#include "profile/attribute_lines.h"
#include "profile/inlining.h"
#include "profile/profile.h"
#include "samples/samples.h"

static void
add_cost(struct callgrind_costs *c, uint32_t func, const char *file, unsigned line,
	struct callgrind_value cost)
{
	c->v = mem_grow(c->v, c->n + 1, &c->room, sizeof(*c->v));
	c->v[c->n++] = (struct line_cost){ func, c->event, file, line, cost };
}

static void
add_line_cost(void *with, const char *file, unsigned line, uint64_t addr, double ticks)
{
	struct callgrind_costs *c = with;
	const struct profile *p = c->places->profile;
	uint32_t func = inlining_func_at(p, p->funcs[c->func].image, addr);

	add_cost(c, func, file, line, (struct callgrind_value){ .n = ticks });
}

/* Divides TICKS, the samples in the code [LO, HI) of FUNC, among the lines of this code. */
static void
add_line_costs(void *with, uint32_t func, uint64_t lo, uint64_t hi, double ticks)
{
	struct callgrind_costs *c = with;

	c->func = func;
	attribute_lines(c->places, c->places->profile->funcs[func].image, lo, hi, ticks,
		add_line_cost, c);
}

int
callgrind_costs_by_place(const void *a, const void *b)
{
	const struct line_cost *x = a, *y = b;
	int order;

	if (x->func != y->func)
		return x->func < y->func ? -1 : 1;
	order = x->file == y->file ? 0
		: strcmp(x->file != NULL ? x->file : "", y->file != NULL ? y->file : "");
	if (order != 0)
		return order;
	return x->line < y->line ? -1 : x->line > y->line;
}

static void
collect_samples(struct callgrind_costs *c)
{
	const struct profile *p = c->places->profile;

	for (uint32_t im = 0; im < p->nimages; im++)
		for (size_t k = 0; k < p->samples[im].nhistograms; k++) {
			const struct histogram *h = &p->samples[im].histograms[k];

			for (size_t i = 0; i < h->nused; i++)
				attribute_bin(p, h, &h->bins[i], add_line_costs, c);
		}
}

/* Compares calls by arc, file and line. */
static int
by_arc(uint32_t a, uint32_t b, const void *with)
{
	const struct source_item *x = (const struct source_item *)with + a;
	const struct source_item *y = (const struct source_item *)with + b;

	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

/* Keeps only the elements of C->calls that are calls.  Sets C->call_at and C->order, and allocates
 * C->call_times and C->arc_times. */
static void
index_calls(struct callgrind_costs *c)
{
	uint32_t narcs = c->places->profile->narcs;
	size_t n = 0;

	c->call_at = mem_new((size_t)narcs + 1, sizeof(*c->call_at));
	for (size_t i = 0; i < c->calls.n; i++)
		if (c->calls.v[i].kind == ITEM_CALL) {
			c->call_at[c->calls.v[i].number + 1]++;
			c->calls.v[n++] = c->calls.v[i];
		}
	c->calls.n = n;
	for (uint32_t a = 0; a < narcs; a++)
		c->call_at[a + 1] += c->call_at[a];
	c->order = mem_new(n, sizeof(*c->order));
	for (size_t i = 0; i < n; i++)
		c->order[i] = (uint32_t)i;
	sort_numbers(c->order, n, by_arc, c->calls.v);
	c->call_times = mem_new(n * c->nevents, sizeof(*c->call_times));
	c->arc_times = mem_new((size_t)narcs * c->nevents, sizeof(*c->arc_times));
}

struct callgrind_value
callgrind_costs_of_arc(const struct graph *g, uint32_t arc)
{
	struct share share = graph_share(g, arc);
	bool is_inner = graph_is_inner(g, arc);
	struct callgrind_value cost = { .n = 0 };

	/* If the costs of a call inside a cycle are known, they are written as they were read. */
	if (is_inner && g->in.costs != NULL)
		cost = (struct callgrind_value){ g->in.costs[arc],
			g->in.costs64 != NULL ? g->in.costs64[arc] : 0 };
	else if (!is_inner)
		cost = (struct callgrind_value){ share.self + share.children,
			graph_arc_sums64(g, arc).total };
	return cost;
}

/* Adds the costs of the lines in ITEMS to C, as costs of the event C->event. */
static void
add_line_items(struct callgrind_costs *c, const struct source_items *items)
{
	for (size_t i = 0; i < items->n; i++) {
		const struct source_item *item = &items->v[i];

		if (item->kind == ITEM_HITS && item->func != NOBODY)
			add_cost(c, item->func, items->files.v[item->file], item->line,
				(struct callgrind_value){ item->hits, item->hits64 });
	}
	for (uint32_t f = 0; f < c->places->profile->nfuncs && items->unplaced_of != NULL; f++)
		add_cost(c, f, NULL, 0, (struct callgrind_value){ items->unplaced_of[f],
			items->unplaced64_of[f] });
}

/* Sets the values of the event C->event in C->call_times and C->arc_times.  The calls in ITEMS are
 * those in C->calls, in the same order. */
static void
set_times(struct callgrind_costs *c, const struct source_items *items, const struct graph *g)
{
	bool has_stacks = profile_has(g->profile, HAS_STACKS);
	double *outermost = has_stacks ? sum_outermost(g) : NULL;
	uint64_t *outermost64 = has_stacks ? sum_outermost64(g) : NULL;
	size_t n = 0;

	for (size_t i = 0; i < items->n; i++)
		if (items->v[i].kind == ITEM_CALL)
			c->call_times[n++ * c->nevents + c->event] = (struct callgrind_value){
				items->v[i].total, items->v[i].total64 };
	assert(n == c->calls.n && g->profile->narcs == c->places->profile->narcs);
	for (uint32_t a = 0; a < g->profile->narcs; a++)
		c->arc_times[(size_t)a * c->nevents + c->event] = outermost != NULL
			? (struct callgrind_value){ outermost[a],
				outermost64 != NULL ? outermost64[a] : 0 }
			: callgrind_costs_of_arc(g, a);
	for (uint32_t f = 0; f < g->nfuncs && c->root_times != NULL; f++)
		c->root_times[(size_t)f * c->nevents + c->event] = (struct callgrind_value){
			g->root_times[f], g->roots64 != NULL ? g->roots64[f] : 0 };
	for (uint32_t f = 0; f < g->nfuncs && g->unowned != NULL; f++) {
		c->unowned[c->event].n += g->unowned[f] * graph_fract(g, f);
		if (g->unowned64 != NULL && g->arc_sums64 != NULL)
			c->unowned[c->event].sum64 += g->unowned64[f];
	}
	free(outermost);
	free(outermost64);
}

/* Collects the costs of the event that G shows, which is C->events[C->event]. */
static void
collect_event(struct callgrind_costs *c, const struct graph *g, struct arena *text)
{
	struct source_items items = { .files.text = text };

	sourceitems_collect_figures(&items, g, c->places, NULL);
	add_line_items(c, &items);
	if (c->event == 0) {
		c->calls = items;
		index_calls(c);
		items = c->calls;
	}
	set_times(c, &items, g);
	if (c->event > 0)
		sourceitems_release(&items);
}

static void
collect_measured(struct callgrind_costs *c, const struct graph *g, struct arena *text)
{
	const struct measured *m = c->places->profile->measured;
	struct selection selection = g->selection;
	struct graph other;

	c->events[0] = selection.event;
	for (uint32_t k = 0; k < m->nevents && c->nevents < CALLGRIND_EVENTS; k++)
		if (k != selection.event && m->events[k].formula == NULL)
			c->events[c->nevents++] = k;
	if (g->root_times != NULL)
		c->root_times = mem_new((size_t)g->nfuncs * c->nevents, sizeof(*c->root_times));
	collect_event(c, g, text);
	for (c->event = 1; c->event < c->nevents; c->event++) {
		selection.event = c->events[c->event];
		graph_solve(&other, g->profile, &selection, NULL);
		collect_event(c, &other, text);
		graph_release(&other);
	}
}

void
callgrind_costs_collect(struct callgrind_costs *c, const struct graph *g,
	struct callsites *places, struct arena *text)
{
	*c = (struct callgrind_costs){ .places = places, .nevents = 1 };
	if (profile_has(places->profile, HAS_EVENTS))
		collect_measured(c, g, text);
	else
		collect_samples(c);
	if (c->n > 0)
		qsort(c->v, c->n, sizeof(*c->v), callgrind_costs_by_place);
}

void
callgrind_costs_release(struct callgrind_costs *c)
{
	sourceitems_release(&c->calls);
	free(c->order);
	free(c->call_at);
	free(c->call_times);
	free(c->arc_times);
	free(c->root_times);
	free(c->v);
}
