/* icicle_names.c - the names of frames that match the search or the filter of an icicle
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "picture/icicle_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "table/match.h"

/* The values of icicle.found and of icicle_box.found. */
enum { UNKNOWN, FOUND, NOT_FOUND };

/* Does the name of node N match PATTERN?  Call this between match_begin() and match_end(). */
static bool
name_matches(struct view *v, struct pattern *pattern, uint32_t n)
{
	const struct row name = { .thing = n, .kind = ICICLE_NODE };

	return match_row(pattern->matcher, v, &name, &pattern->regex);
}

/* Returns an array, indexed by function, that is true for functions whose name matches PATTERN;
 * free() the array.  If the name of a cycle matches, the array is true for all members of the
 * cycle.  If the user stops the work, sets V->ctx->stopped; then the array is incomplete. */
static bool *
functions_with(struct view *v, struct pattern *pattern)
{
	const struct graph *g = v->ctx->graph;
	uint32_t n = g->nnodes;
	bool *with = mem_new(g->nfuncs, sizeof(*with));

	view_prepare(v);
	match_begin(pattern->matcher, v);
	for (uint32_t i = 0; i < n && !view_context_is_stopped(v->ctx, i); i++) {
		uint32_t cycle = i - g->nfuncs;

		if (!name_matches(v, pattern, i))
			continue;
		if (i < g->nfuncs)
			with[i] = true;
		else
			for (uint32_t k = g->member_at[cycle]; k < g->member_at[cycle + 1]; k++)
				with[g->members[k]] = true;
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
	for (size_t i = 0; i < c->n; i++)
		c->boxes[i].found = UNKNOWN;
}

/* Prepares V->icicle for the search of V.  If the pattern, or the form in which names are shown,
 * has changed since the last search, forgets which names matched. */
static void
see_search(struct view *v)
{
	struct icicle *c = v->icicle;

	if (c->found_for != NULL && strcmp(c->found_for, v->pattern.text) == 0
	    && c->found_mangled == v->ctx->mangled)
		return;
	icicle_names_forget(c);
	c->found_mangled = v->ctx->mangled;
	c->found = mem_new(v->ctx->graph->nnodes, sizeof(*c->found));
	c->found_for = mem_text(v->pattern.text, strlen(v->pattern.text));
}

/* Does the name of node N, or of a member of cycle N, match the search of V? */
static bool
node_matches(struct view *v, uint32_t n)
{
	const struct graph *g = v->ctx->graph;
	bool found = name_matches(v, &v->pattern, n);

	if (n < g->nfuncs)
		return found;
	n -= g->nfuncs;
	for (uint32_t i = g->member_at[n]; !found && i < g->member_at[n + 1]; i++)
		found = name_matches(v, &v->pattern, g->members[i]);
	return found;
}

/* Does a frame of row R match the search of V?  The name of each node is compared only once. */
static bool
has_match(struct view *v, const struct row *r)
{
	const struct icicle_box *b = icicle_box(v, r);
	uint8_t *known = v->icicle->found, found = NOT_FOUND;
	bool began = false;

	for (uint32_t i = 0; i < b->frames && found != FOUND; i++) {
		uint32_t n = icicle_frame_at(v, r->thing + i)->node;

		if (n == NOBODY)
			continue;
		if (known[n] == UNKNOWN && !began) {
			view_prepare(v);
			match_begin(v->pattern.matcher, v);
			began = true;
		}
		if (known[n] == UNKNOWN)
			known[n] = node_matches(v, n) ? FOUND : NOT_FOUND;
		found = known[n];
	}
	if (began)
		match_end(v->pattern.matcher, v);
	return found == FOUND;
}

bool
icicle_matches(struct view *v, const struct row *r)
{
	struct icicle_box *b = icicle_box(v, r);

	if (v->pattern.text == NULL)
		return false;
	see_search(v);
	if (b->found == UNKNOWN)
		b->found = has_match(v, r) ? FOUND : NOT_FOUND;
	return b->found == FOUND;
}

double
icicle_found_part(struct view *v)
{
	struct icicle *c = v->icicle;
	bool *with;
	double time;

	if (v->pattern.text == NULL || c == NULL || c->tree == NULL
	    || c->tree->frames.v[0].width <= 0)
		return 0;
	with = functions_with(v, &v->pattern);
	time = v->ctx->stopped ? -1
		: frametree_time_with(&c->tree->frames, with, v->ctx->stop);
	free(with);
	v->ctx->stopped |= time < 0;
	return time < 0 ? -1 : time / c->tree->frames.v[0].width;
}
