/* callgrind_costs.c - costs of lines, and calls on lines, for the export to callgrind
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/callgrind_costs.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "profile/attribute.h"
#include "profile/attribute_lines.h"
#include "profile/inlining.h"
#include "profile/profile.h"
#include "samples/samples.h"
#include "source/measureditems.h"

static void
add_cost(struct callgrind_costs *c, uint32_t func, const char *file, unsigned line, double ticks)
{
	c->v = mem_grow(c->v, c->n + 1, &c->room, sizeof(*c->v));
	c->v[c->n++] = (struct line_cost){ func, file, line, ticks };
}

static void
add_line_cost(void *with, const char *file, unsigned line, uint64_t addr, double ticks)
{
	struct callgrind_costs *c = with;
	const struct profile *p = c->places->profile;
	uint32_t func = inlining_func_at(p, p->funcs[c->func].image, addr);

	add_cost(c, func, file, line, ticks);
}

/* Divide TICKS, the samples in the code [LO, HI) of FUNC, among the lines of this code. */
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

			for (size_t i = 0; i < h->nread; i++)
				if (h->bins[i] > 0)
					attribute_bin(p, h, i, add_line_costs, c);
		}
}

/* Compares items: first calls by arc, file and line, then the others. */
static int
by_arc(const void *a, const void *b)
{
	const struct source_item *x = a, *y = b;

	if (x->kind != ITEM_CALL || y->kind != ITEM_CALL)
		return (x->kind != ITEM_CALL) - (y->kind != ITEM_CALL);
	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

/* Sort the calls of a measured profile by arc. */
static void
index_calls(struct callgrind_costs *c)
{
	uint32_t narcs = c->places->profile->narcs;
	size_t n = 0;

	if (c->calls.n > 0)
		qsort(c->calls.v, c->calls.n, sizeof(*c->calls.v), by_arc);
	c->call_at = mem_new((size_t)narcs + 1, sizeof(*c->call_at));
	for (; n < c->calls.n && c->calls.v[n].kind == ITEM_CALL; n++)
		c->call_at[c->calls.v[n].number + 1]++;
	c->calls.n = n;
	for (uint32_t a = 0; a < narcs; a++)
		c->call_at[a + 1] += c->call_at[a];
}

static void
collect_measured(struct callgrind_costs *c, struct arena *text)
{
	const struct profile *p = c->places->profile;

	c->calls.files.text = text;
	measureditems_collect(&c->calls, c->places, NULL);
	for (size_t i = 0; i < c->calls.n; i++) {
		const struct source_item *item = &c->calls.v[i];

		if (item->kind == ITEM_HITS && item->func != NOBODY)
			add_cost(c, item->func, c->calls.files.v[item->file], item->line,
				item->hits);
	}
	for (uint32_t f = 0; f < p->nfuncs && c->calls.unplaced_of != NULL; f++)
		add_cost(c, f, NULL, 0, c->calls.unplaced_of[f]);
	index_calls(c);
}

void
callgrind_costs_collect(struct callgrind_costs *c, struct callsites *places, struct arena *text)
{
	*c = (struct callgrind_costs){ .places = places };
	if (places->profile->measured != NULL)
		collect_measured(c, text);
	else
		collect_samples(c);
	if (c->n > 0)
		qsort(c->v, c->n, sizeof(*c->v), callgrind_costs_by_place);
}

void
callgrind_costs_release(struct callgrind_costs *c)
{
	sourceitems_release(&c->calls);
	free(c->call_at);
	free(c->v);
}
