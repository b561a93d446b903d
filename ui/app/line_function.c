/* line_function.c - the function to which a line of a source view belongs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/line_function.h"

#include "base/bisect.h"
#include "columns/nodelines.h"
#include "lookup/sourceplace.h"

bool
line_function_begins_on(const struct view *v, uint32_t f, uint32_t line)
{
	const struct sources *s = lookup_sources(v->ctx->lookup);

	return s != NULL && f != NOBODY && s->file_of[f] == v->subject && s->line_of[f] == line;
}

/* Returns V->about if it has samples or calls on line L, else the function with the most samples on
 * L. */
static uint32_t
owner_of(const struct view *v, const struct sources *s, const struct source_line *l)
{
	if (v->about != NOBODY && nodelines_has(v->ctx,
			view_context_node_of(v->ctx, v->about), (uint32_t)(l - s->lines)))
		return v->about;
	return l->owner;
}

/* Returns the samples in all code of function F. */
static double
own_time(const struct view_context *ctx, uint32_t f)
{
	const struct profile *p = ctx->lookup->profile;

	return p->ticks != NULL ? p->ticks[f] : ctx->graph->in.self[view_context_node_of(ctx, f)];
}

/* CODE has N > 0 elements with the same line number, each for a function with code on this line.
 * Returns V->about if this is one of these functions.  Otherwise returns T->func if that is one of
 * them; T may be NULL.  Otherwise returns the function of CODE with the most samples in all its
 * code. */
static uint32_t
func_of_code(const struct view *v, const struct func_text *t, const struct code_line *code,
	size_t n)
{
	const struct view_context *ctx = v->ctx;
	uint32_t best = code[0].func, about = v->about != NOBODY
		? view_context_node_of(ctx, v->about) : NOBODY;
	bool in_text = false;

	for (size_t i = 0; i < n; i++) {
		if (about != NOBODY && view_context_node_of(ctx, code[i].func) == about)
			return v->about;
		in_text |= t != NULL && code[i].func == t->func;
		if (own_time(ctx, code[i].func) > own_time(ctx, best))
			best = code[i].func;
	}
	return in_text ? t->func : best;
}

/* Returns the number of the nearest line above line LINE that has code or, if there is none, of the
 * nearest line below LINE that has code.  Only lines FIRST to LAST are considered.  Returns 0 if
 * none of them has code. */
static uint32_t
nearest_code(const struct code_lines *c, uint32_t line, uint32_t first, uint32_t last)
{
	size_t at;

	BISECT(at, c->n, c->v[at].number >= line);
	if (at > 0 && c->v[at - 1].number >= first)
		return c->v[at - 1].number;
	return at < c->n && c->v[at].number <= last ? c->v[at].number : 0;
}

/* Finds the function of line LINE, which has no samples or calls.  Returns V->about if LINE is in
 * the text of V->about.  Otherwise returns a function that has code on LINE or, if there is no such
 * function, on the nearest line with code.  If no line nearby has code, returns F, the last
 * function that begins above LINE; but if V->about begins on the same line as F, returns
 * V->about. */
static uint32_t
func_without_figures(const struct view *v, const struct sources *s, uint32_t line, uint32_t f)
{
	const struct code_lines *c = lookup_code_lines(v->ctx->lookup, v->subject);
	const struct func_text *t = codelines_text_before(c, line), *end = c->texts + c->ntexts;
	bool inside = t != NULL && line <= t->last;
	uint32_t first = t == NULL ? 1 : inside ? t->first : t->last + 1, last, found;
	const struct func_text *next = t != NULL ? t + 1 : c->texts;
	const struct code_line *code;
	size_t n;

	if (inside && v->about != NOBODY && s->file_of[v->about] == v->subject
		&& s->line_of[v->about] == t->first)
		return v->about;
	last = inside ? t->last : next < end ? next->first - 1 : UINT32_MAX;
	code = codelines_at(c, line, &n);
	if (n > 0)
		return func_of_code(v, inside ? t : NULL, code, n);
	found = nearest_code(c, line, first, last);
	if (found == 0)
		return f != NOBODY && line_function_begins_on(v, v->about, s->line_of[f])
			? v->about : f;
	code = codelines_at(c, found, &n);
	return func_of_code(v, inside ? t : NULL, code, n);
}

uint32_t
line_function(const struct view *v, uint32_t line)
{
	const struct sources *s = lookup_sources(v->ctx->lookup);
	const struct source_line *l;

	/* Several functions, such as instances of a template, may begin on the line.  Prefer
	 * V->about. */
	if (s == NULL || line_function_begins_on(v, v->about, line))
		return v->about;
	l = sources_line(s, v->subject, line);
	if (l != NULL && l->nowners > 0)
		return owner_of(v, s, l);
	return func_without_figures(v, s, line, sources_func_before(s, v->subject, line));
}
