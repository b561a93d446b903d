/* The numbers of a graph stay those of the one it was made from.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/bisect.h"
#include "callgraph/graph.h"

/* The cycle of BEFORE that most likely is cycle C of G: the first that a member was in. */
static uint32_t
old_cycle(const struct graph *g, const struct graph *before, uint32_t c)
{
	for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++)
		if (before->nodes[g->members[i]].cycle != NOBODY)
			return before->nodes[g->members[i]].cycle - before->nfuncs;
	return NOBODY;
}

static uint32_t
cycle_size(const struct graph *g, uint32_t c)
{
	return g->member_at[c + 1] - g->member_at[c];
}

/* What is left of a cycle keeps its number; of several parts the largest does. */
static void
number_cycles(struct graph *g, const struct graph *before, uint32_t last)
{
	uint32_t *heir = mem_new(before->ncycles, sizeof(*heir));

	for (uint32_t i = 0; i < before->ncycles; i++)
		heir[i] = NOBODY;
	for (uint32_t c = 0; c < g->ncycles; c++) {
		uint32_t old = old_cycle(g, before, c);

		if (old != NOBODY && (heir[old] == NOBODY || cycle_size(g, c) > cycle_size(g, heir[old])))
			heir[old] = c;
	}
	for (uint32_t c = 0; c < g->ncycles; c++) {
		uint32_t old = old_cycle(g, before, c);

		g->nodes[g->nfuncs + c].index = old != NOBODY && heir[old] == c
			? before->nodes[before->nfuncs + old].index : ++last;
	}
	free(heir);
}

void
entries_number_like(struct graph *g, const struct graph *before)
{
	uint32_t last = before->nnodes > 0
		? before->nodes[before->entries[before->nnodes - 1]].index : 0;
	uint32_t *by_index, n = 0;

	for (uint32_t f = 0; f < g->nfuncs; f++)
		g->nodes[f].index = before->nodes[f].index;
	number_cycles(g, before, last);
	/* At most all its cycles are new ones. */
	by_index = mem_new((size_t)last + g->ncycles + 1, sizeof(*by_index));
	for (uint32_t i = 0; i < g->nnodes; i++)
		by_index[g->nodes[i].index] = i + 1;
	for (uint32_t i = 0; i <= last + g->ncycles; i++)
		if (by_index[i] != 0)
			g->entries[n++] = by_index[i] - 1;
	free(by_index);
}

uint32_t
entries_at_index(const struct graph *g, uint64_t index)
{
	uint32_t i = entries_position(g, index);

	return i < g->nnodes && g->nodes[g->entries[i]].index == index ? g->entries[i] : NOBODY;
}

uint32_t
entries_position(const struct graph *g, uint64_t index)
{
	size_t i;

	BISECT(i, g->nnodes, g->nodes[g->entries[i]].index >= index);
	return (uint32_t)i;
}
