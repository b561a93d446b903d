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

bool
lineside_self(const struct view_context *ctx, const struct source_line *l, uint32_t n,
	int side, double *self)
{
	const struct source_line *found = NULL;
	const struct sources *sides[2], *s;
	uint32_t line = NOBODY, file;

	if (!sidecolumn_used(ctx) || !lookup_side_sources(ctx->lookup, sides))
		return false;
	s = sides[side];
	*self = 0;
	if (l != NULL) {
		file = sources_file(s, lookup_path(ctx->lookup, l->file));
		found = file != NOBODY ? sources_line(s, file, l->number) : NULL;
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

static bool
set_self(const struct view *v, const struct row *r, int side, struct column_value *d)
{
	const struct source_line *l = linecell_line(v, r);
	double self;

	if ((l == NULL && r->thing != NOBODY) || !lineside_self(v->ctx, l,
		v->ops->about_file ? NOBODY : v->subject, side, &self))
		return false;
	return column_value_set_part(d, profile_has(v->ctx->profile, HAS_COSTS) ? KIND_COUNTED
		: KIND_SAMPLED, self, v->ctx->graph->total);
}

bool
lineside_a(const struct view *v, const struct row *r, struct column_value *d)
{
	return set_self(v, r, 0, d);
}

bool
lineside_b(const struct view *v, const struct row *r, struct column_value *d)
{
	return set_self(v, r, 1, d);
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

static bool
set_line(const struct view *v, const struct row *r, int side, struct column_value *d)
{
	uint32_t file, number;

	if (!place_of(v, r, &file, &number))
		return false;
	number = lookup_line(v->ctx->lookup, lookup_path(v->ctx->lookup, file), number, side);
	return number > 0 && column_value_set_number(d, number);
}

bool
lineside_line_a(const struct view *v, const struct row *r, struct column_value *d)
{
	return set_line(v, r, 0, d);
}

bool
lineside_line_b(const struct view *v, const struct row *r, struct column_value *d)
{
	return set_line(v, r, 1, d);
}

char
lineside_mark(const struct view_context *ctx, uint32_t file, uint32_t number)
{
	const char *path = lookup_path(ctx->lookup, file);

	return lookup_line(ctx->lookup, path, number, 0) == 0 ? '+'
		: lookup_line(ctx->lookup, path, number, 1) == 0 ? '-' : ' ';
}
