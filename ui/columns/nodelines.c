/* nodelines.c - the source lines of a function or a cycle, in all files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/nodelines.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"
#include "lookup/lookup.h"

/* Parts of several functions, before those of one line are added up. */
struct collected {
	struct line_part *v;		/* owned */
	size_t n, room;
};

static const struct sources *
sources_of(const struct view_context *ctx)
{
	assert(ctx->lookup->has_sources);
	return &ctx->lookup->sources;
}

static void
add_function(struct collected *c, const struct view_context *ctx, uint32_t f)
{
	size_t n;
	const struct line_part *parts = lineparts_of(&sources_of(ctx)->parts, f, &n);

	if (n == 0)
		return;
	c->v = mem_grow(c->v, c->n + n, &c->room, sizeof(*c->v));
	memcpy(c->v + c->n, parts, n * sizeof(*parts));
	c->n += n;
}

/* Returns node N, or the cycle of N if CYCLE is a cycle. */
static uint32_t
node_in(const struct view_context *ctx, uint32_t n, bool cycle)
{
	return cycle ? ctx->graph->nodes[n].cycle : n;
}

/* Add the functions that are folded into node N, or into members of cycle N. */
static void
add_folded(struct collected *c, const struct view_context *ctx, uint32_t n)
{
	bool cycle = view_context_is_cycle(ctx, n);

	for (uint32_t f = 0; f < ctx->graph->nfuncs; f++)
		if (node_in(ctx, view_context_node_of(ctx, f), cycle) == n)
			add_function(c, ctx, f);
}

static void
add_members(struct collected *c, const struct view_context *ctx, uint32_t n)
{
	const struct graph *g = ctx->graph;
	uint32_t cycle = n - g->nfuncs;

	for (uint32_t i = g->member_at[cycle]; i < g->member_at[cycle + 1]; i++)
		add_function(c, ctx, g->members[i]);
}

static int
by_line(uint32_t a, uint32_t b, const void *with)
{
	const struct line_part *v = with;

	return v[a].line < v[b].line ? -1 : v[a].line > v[b].line;
}

/* Sort the parts of C by line, and add up those of one line. */
static struct node_lines
merge_parts(const struct collected *c)
{
	struct node_lines lines = { .v = mem_new(c->n, sizeof(*lines.v)) };
	uint32_t *order = mem_new(c->n, sizeof(*order));

	for (size_t i = 0; i < c->n; i++)
		order[i] = (uint32_t)i;
	sort_numbers(order, c->n, by_line, c->v);
	for (size_t i = 0; i < c->n; i++) {
		const struct line_part *part = &c->v[order[i]];
		struct line_part *last = lines.n > 0 ? &lines.v[lines.n - 1] : NULL;

		if (last != NULL && last->line == part->line) {
			last->hits += part->hits;
			last->calls += part->calls;
		} else {
			lines.v[lines.n++] = *part;
		}
	}
	free(order);
	return lines;
}

struct node_lines
nodelines_of(const struct view_context *ctx, uint32_t n)
{
	struct collected c = { 0 };
	struct node_lines lines;

	assert(n < ctx->graph->nnodes);
	if (ctx->into != NULL)
		add_folded(&c, ctx, n);
	else if (view_context_is_cycle(ctx, n))
		add_members(&c, ctx, n);
	else
		add_function(&c, ctx, n);
	lines = merge_parts(&c);
	free(c.v);
	return lines;
}

const struct line_part *
nodelines_hottest(const struct view_context *ctx, const struct node_lines *lines, uint32_t file)
{
	const struct source_line *all = sources_of(ctx)->lines;
	const struct line_part *best = NULL;

	for (size_t i = 0; i < lines->n; i++) {
		const struct line_part *p = &lines->v[i];

		if (p->line == NOBODY || (file != NOBODY && all[p->line].file != file))
			continue;
		if (p->hits > (best != NULL ? best->hits : 0))
			best = p;
	}
	return best;
}

double
nodelines_in_file(const struct view_context *ctx, const struct node_lines *lines, uint32_t file)
{
	const struct source_line *all = sources_of(ctx)->lines;
	double hits = 0;

	for (size_t i = 0; i < lines->n; i++) {
		uint32_t line = lines->v[i].line;

		if ((line != NOBODY ? all[line].file : NOBODY) == file)
			hits += lines->v[i].hits;
	}
	return hits;
}

bool
nodelines_has(const struct view_context *ctx, uint32_t n, uint32_t line)
{
	const struct line_parts *parts = &sources_of(ctx)->parts;

	if (ctx->into == NULL && !view_context_is_cycle(ctx, n))
		return lineparts_find(parts, n, line) != NULL;
	for (uint32_t f = 0; f < ctx->graph->nfuncs; f++)
		if (node_in(ctx, view_context_node_of(ctx, f), view_context_is_cycle(ctx, n)) == n
			&& lineparts_find(parts, f, line) != NULL)
			return true;
	return false;
}
