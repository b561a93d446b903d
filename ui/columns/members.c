/* members.c - rows for the functions of a cycle, and the calls into it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/members.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/sort.h"
#include "figures/entries.h"

/* Compares members A and B by their totals in the array WITH.  The greatest total comes first. */
static int
by_total(uint32_t a, uint32_t b, const void *with)
{
	const double *total = with;

	return (total[a] < total[b]) - (total[a] > total[b]);
}

/* Returns an array of the members of cycle C, sorted by total, the greatest total first; free() the
 * array.  If a total is not known, uses its lower bound.  Sets *N to the number of members. */
static uint32_t *
sorted_members(struct view_context *ctx, uint32_t c, size_t *n)
{
	uint32_t *members = entries_members(ctx->graph, c, n);
	uint32_t *order = mem_new(*n, sizeof(*order));
	double *total = mem_new(*n, sizeof(*total));

	for (size_t i = 0; i < *n; i++) {
		struct cost f = cost_of_node(ctx, members[i]);

		order[i] = (uint32_t)i;
		total[i] = f.has_time ? fabs(cost_total(&f)) : -1;
	}
	sort_numbers(order, *n, by_total, total);
	for (size_t i = 0; i < *n; i++)
		order[i] = members[order[i]];
	free(members);
	free(total);
	return order;
}

void
members_add(struct view *v, uint32_t c, uint8_t kind, struct rows *rows)
{
	uint32_t *members;
	size_t n, i;

	if (c == NOBODY)
		return;
	members = sorted_members(v->ctx, c, &n);
	for (i = 0; i < n; i++)
		view_rows_add(rows, (struct row){ .thing = members[i], .kind = kind });
	free(members);
}

static int
by_share(uint32_t a, uint32_t b, const void *with)
{
	const struct view_context *ctx = with;
	struct share share_a = graph_share(ctx->graph, a);
	struct share share_b = graph_share(ctx->graph, b);
	double x = graph_size(ctx->graph, share_a.self + share_a.children);
	double y = graph_size(ctx->graph, share_b.self + share_b.children);
	uint64_t m = graph_calls(ctx->graph, a), n = graph_calls(ctx->graph, b);

	if (x != y)
		return x < y ? -1 : 1;
	return (m > n) - (m < n);
}

uint32_t *
members_callers(const struct view_context *ctx, uint32_t c, size_t *n)
{
	const struct graph *g = ctx->graph;
	const struct profile *p = ctx->profile;
	uint32_t first = g->member_at[c - g->nfuncs], last = g->member_at[c - g->nfuncs + 1];
	uint32_t *arcs, i, j, m;
	size_t most = 0;

	assert(view_context_is_cycle(ctx, c));
	for (i = first; i < last; i++)
		most += p->in.at[g->members[i] + 1] - p->in.at[g->members[i]];
	arcs = mem_new(most, sizeof(*arcs));
	*n = 0;
	for (i = first; i < last; i++) {
		m = g->members[i];
		for (j = p->in.at[m]; j < p->in.at[m + 1]; j++)
			if (!graph_is_inner(g, profile_arc(&p->in, j)))
				arcs[(*n)++] = profile_arc(&p->in, j);
	}
	sort_numbers(arcs, *n, by_share, ctx);
	return arcs;
}
