/* linesides.c - source lines of the difference of two profiles: figures of both sides
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/linesides.h"

#include "columns/linecells.h"
#include "columns/sidecolumns.h"
#include "lookup/lookup.h"

/* Is function F, as read, in node N of CTX? */
static bool
is_in(const struct view_context *ctx, uint32_t f, uint32_t n)
{
	uint32_t shown = view_context_node_of(ctx, f);

	return shown == n || ctx->graph->nodes[shown].cycle == n;
}

/* Returns the samples of function F on line LINE of S. */
static double
hits_of(const struct sources *s, uint32_t f, uint32_t line)
{
	const struct func_line *of_func = funclines_find(&s->funclines, f, line);

	return of_func != NULL ? of_func->hits : 0;
}

/* Returns line L of the difference in S, the sources of a side, or NULL if the side has nothing on
 * it. */
static const struct source_line *
line_in(const struct view_context *ctx, const struct sources *s, const struct source_line *l)
{
	uint32_t file = sources_file(s, lookup_path(ctx->lookup, l->file));

	return file != NOBODY ? sources_line(s, file, l->number) : NULL;
}

bool
lineside_self(const struct view_context *ctx, const struct source_line *l, uint32_t n,
	int side, double *self)
{
	const struct source_line *found = NULL;
	const struct sources *sides[2], *s;
	uint32_t line = NOBODY;

	if (!sidecolumn_used(ctx) || !lookup_side_sources(ctx->lookup, sides))
		return false;
	s = sides[side];
	*self = 0;
	if (l != NULL) {
		found = line_in(ctx, s, l);
		if (found == NULL)
			return true;
		line = (uint32_t)(found - s->lines);
	}
	if (n == NOBODY)
		*self = found != NULL ? found->hits : s->unplaced;
	else if (n < ctx->graph->nfuncs && ctx->into == NULL)
		*self = hits_of(s, n, line);
	else
		for (uint32_t f = 0; f < ctx->graph->nfuncs; f++)
			*self += is_in(ctx, f, n) ? hits_of(s, f, line) : 0;
	return true;
}

/* Returns the node whose lines V shows; NOBODY: V shows the lines of all functions. */
static uint32_t
subject_of(const struct view *v)
{
	return v->ops->about_file ? NOBODY : v->subject;
}

bool
lineside_self_of(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct source_line *l = linecell_line(v, r);
	double self;

	if ((l == NULL && r->thing != NOBODY) || !lineside_self(v->ctx, l,
		subject_of(v), d->which, &self))
		return false;
	return column_value_set_part(d, profile_has(v->ctx->profile, HAS_COSTS) ? KIND_COUNTED
		: KIND_SAMPLED, self, v->ctx->graph->total);
}

/* Sets *CALLS to the calls on line L in a run of SIDE; N and ARC are as in lineside_set_calls().
 * Returns false if they were not counted. */
static bool
calls_on(const struct view_context *ctx, const struct source_line *l, uint32_t n, uint32_t arc,
	int side, double *calls)
{
	const struct sources *sides[2];
	const struct source_line *found;

	*calls = 0;
	if (!sidecolumn_used_calls(ctx) || !ctx->comparison->side[side].has_calls
	    || !lookup_side_sources(ctx->lookup, sides))
		return false;
	found = line_in(ctx, sides[side], l);
	for (uint32_t i = 0; found != NULL && i < found->ncalls; i++) {
		const struct line_call *call = &sides[side]->calls[found->call_at + i];

		if ((arc == NOBODY || call->arc == arc)
		    && (n == NOBODY || is_in(ctx, ctx->profile->arcs[call->arc].caller, n)))
			*calls += (double)call->count;
	}
	*calls /= ctx->comparison->side[side].amount;
	return true;
}

bool
lineside_set_calls(const struct view_context *ctx, const struct source_line *l, uint32_t n,
	uint32_t arc, struct column_value *d)
{
	double calls[2];
	const bool has[2] = { calls_on(ctx, l, n, arc, 0, &calls[0]),
		calls_on(ctx, l, n, arc, 1, &calls[1]) };

	return calls[0] + calls[1] > 0 && sidecolumn_set_calls(ctx, calls, has, d);
}

bool
lineside_calls_of(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct source_line *l = linecell_line(v, r);
	double calls, other;

	if (l == NULL || !calls_on(v->ctx, l, subject_of(v), NOBODY, d->which, &calls))
		return false;
	(void)calls_on(v->ctx, l, subject_of(v), NOBODY, !d->which, &other);
	return calls + other > 0 && column_value_set_ratio(d, KIND_COUNTED, calls);
}

bool
lineside_calls(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct source_line *l = linecell_line(v, r);

	return l != NULL && lineside_set_calls(v->ctx, l, subject_of(v), NOBODY, d);
}

/* Sets *FILE and *NUMBER to the line that row R of V shows; returns false if it shows none. */
static bool
place_of(const struct view *v, const struct row *r, uint32_t *file, uint32_t *number)
{
	const struct source_line *l = linecell_line(v, r);

	*file = v->ops->about_file ? v->subject : l != NULL ? l->file : NOBODY;
	*number = l != NULL ? l->number : v->ops->about_file ? r->thing : 0;
	return *file != NOBODY && v->ctx->lookup->both != NULL;
}

bool
lineside_line(const struct view *v, const struct row *r, struct column_value *d)
{
	uint32_t file, number;

	if (!place_of(v, r, &file, &number))
		return false;
	number = lookup_line(v->ctx->lookup, lookup_path(v->ctx->lookup, file), number, d->which);
	return number > 0 && column_value_set_number(d, number);
}

char
lineside_mark(const struct view_context *ctx, uint32_t file, uint32_t number)
{
	const char *path = lookup_path(ctx->lookup, file);

	return lookup_line(ctx->lookup, path, number, 0) == 0 ? '+'
		: lookup_line(ctx->lookup, path, number, 1) == 0 ? '-' : ' ';
}
