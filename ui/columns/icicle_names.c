/* icicle_names.c - the names of frames that match the search or the filter of an icicle
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/icicle_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "table/match.h"

/* The values of icicle.found and icicle_box.found. */
enum { UNKNOWN, FOUND, NOT_FOUND };

/* Adds the members of the cycles whose own names match PATTERN to WITH.  Frames of stacks are
 * never cycles. */
static void
add_cycles(struct view *v, struct pattern *pattern, bool *with)
{
	const struct graph *g = v->ctx->graph;

	for (uint32_t n = g->nfuncs; n < g->nnodes && g->profile->paths == NULL
	     && !view_context_is_stopped(v->ctx, n); n++) {
		const struct row name = { .thing = n, .kind = ICICLE_NODE };
		uint32_t cycle = n - g->nfuncs;

		if (!match_one(pattern->matcher, v, &name, &pattern->regex))
			continue;
		for (uint32_t i = g->member_at[cycle]; i < g->member_at[cycle + 1]; i++)
			with[g->members[i]] = true;
	}
}

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
	add_cycles(v, pattern, with);
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
	for (size_t i = 0; i < c->n; i++)
		c->boxes[i].found = UNKNOWN;
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

/* Forgets what was found if the search of V is another one now. */
static void
see_search(struct view *v)
{
	struct icicle *c = v->icicle;

	if (c->found_for != NULL && strcmp(c->found_for, v->pattern.text) == 0)
		return;
	icicle_names_forget(c);
	c->found = mem_new(v->ctx->graph->nnodes, sizeof(*c->found));
	c->found_for = mem_text(v->pattern.text, strlen(v->pattern.text));
}

/* Like node_matches(), but compares each name only once. */
static bool
is_found(struct view *v, uint32_t n)
{
	struct icicle *c = v->icicle;

	if (n >= v->ctx->graph->nnodes)
		return false;
	if (c->found[n] == UNKNOWN)
		c->found[n] = node_matches(v, n) ? FOUND : NOT_FOUND;
	return c->found[n] == FOUND;
}

bool
icicle_matches(struct view *v, const struct row *r)
{
	struct icicle_box *b = icicle_box(v, r);
	bool found = false;

	if (v->pattern.text == NULL)
		return false;
	see_search(v);
	if (b->found == UNKNOWN) {
		for (uint32_t i = 0; i < b->frames && !found; i++)
			found = is_found(v, icicle_frame_at(v, r->thing + i)->node);
		b->found = found ? FOUND : NOT_FOUND;
	}
	return b->found == FOUND;
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
	part = v->ctx->stopped ? 0 : frametree_time_with(&c->tree->frames, with)
		/ c->tree->frames.v[0].width;
	free(with);
	return part;
}
