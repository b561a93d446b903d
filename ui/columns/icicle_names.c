/* icicle_names.c - the names of frames that match the search or the filter of an icicle
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/icicle_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "table/match.h"

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

bool
icicle_is_found(struct view *v, uint32_t n)
{
	struct icicle *c = v->icicle;
	const struct row name = { .thing = n, .kind = ICICLE_NODE };

	if (v->pattern.text == NULL || n >= v->ctx->graph->nnodes)
		return false;
	if (c->found_for == NULL || strcmp(c->found_for, v->pattern.text) != 0) {
		icicle_names_forget(c);
		c->found = mem_new(v->ctx->graph->nnodes, sizeof(*c->found));
		c->found_for = mem_text(v->pattern.text, strlen(v->pattern.text));
	}
	if (c->found[n] == UNKNOWN)
		c->found[n] = match_one(v->pattern.matcher, v, &name, &v->pattern.regex)
			? FOUND : NOT_FOUND;
	return c->found[n] == FOUND;
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
