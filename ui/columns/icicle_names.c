/* icicle_names.c - the names of frames that match the search or the filter of an icicle
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/icicle_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "table/match.h"

enum { MOST_ASKED = 100 };		/* narrow frames that are compared with the search */

/* The values of icicle.found. */
enum { UNKNOWN, FOUND, NOT_FOUND };

/* Returns which functions match PATTERN, indexed by function; free() it. */
static bool *
functions_with(struct view *v, struct pattern *pattern)
{
	uint32_t n = v->ctx->graph->nfuncs;
	bool *with = mem_new(n, sizeof(*with));

	match_begin(pattern->matcher, v);
	for (uint32_t f = 0; f < n && !view_context_is_stopped(v->ctx, f); f++) {
		const struct row name = { .thing = f, .kind = ICICLE_NODE };

		with[f] = match_row(pattern->matcher, v, &name, &pattern->regex);
	}
	match_end(pattern->matcher, v);
	return with;
}

bool *
icicle_names_chosen(struct view *v)
{
	return functions_with(v, &v->filter);
}

void
icicle_names_forget(struct icicle *c)
{
	free(c->found);
	free(c->found_for);
	c->found = NULL;
	c->found_for = NULL;
}

/* Does the name of node N, or of a member of cycle N, match the search of V? */
static bool
node_matches(struct view *v, uint32_t n)
{
	const struct graph *g = v->ctx->graph;
	const struct row name = { .thing = n, .kind = ICICLE_NODE };
	bool found = match_one(v->pattern.matcher, v, &name, &v->pattern.regex);

	if (n < g->nfuncs)
		return found;
	n -= g->nfuncs;
	for (uint32_t i = g->member_at[n]; !found && i < g->member_at[n + 1]; i++) {
		const struct row member = { .thing = g->members[i], .kind = ICICLE_NODE };

		found = match_one(v->pattern.matcher, v, &member, &v->pattern.regex);
	}
	return found;
}

/* Like node_matches(), but compares each name only once. */
static bool
is_found(struct view *v, uint32_t n)
{
	struct icicle *c = v->icicle;

	if (n >= v->ctx->graph->nnodes)
		return false;
	if (c->found_for == NULL || strcmp(c->found_for, v->pattern.text) != 0) {
		icicle_names_forget(c);
		c->found = mem_new(v->ctx->graph->nnodes, sizeof(*c->found));
		c->found_for = mem_text(v->pattern.text, strlen(v->pattern.text));
	}
	if (c->found[n] == UNKNOWN)
		c->found[n] = node_matches(v, n) ? FOUND : NOT_FOUND;
	return c->found[n] == FOUND;
}

bool
icicle_matches(struct view *v, const struct row *r)
{
	uint32_t n = icicle_box(v, r)->frames;

	for (uint32_t i = 0; v->pattern.text != NULL && i < n && i < MOST_ASKED; i++)
		if (is_found(v, icicle_frame_at(v, r->thing + i)->node))
			return true;
	return false;
}

double
icicle_found_part(struct view *v)
{
	struct icicle *c = v->icicle;
	bool *with;
	double part;

	if (v->pattern.text == NULL || c == NULL || c->tree == NULL
	    || c->tree->frames.v[0].width <= 0)
		return 0;
	with = functions_with(v, &v->pattern);
	part = frametree_time_with(&c->tree->frames, with) / c->tree->frames.v[0].width;
	free(with);
	return part;
}
