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

/* Returns the function with samples or calls on L: the function that V is about or, if that has
 * none, the function with most. */
static uint32_t
owner_of(const struct view *v, const struct sources *s, const struct source_line *l)
{
	if (v->about != NOBODY && nodelines_has(v->ctx,
			view_context_node_of(v->ctx, v->about), (uint32_t)(l - s->lines)))
		return v->about;
	return l->owner;
}

/* Lines of a file, from FIRST to LAST. */
struct text_span {
	uint32_t first, last;
	bool is_function;		/* lines of one function; else lines between two functions
					 * with symbols, such as always inlined functions */
};

/* Returns the text around line LINE.  F is the last function that begins there or above it, or
 * NOBODY. */
static struct text_span
text_around(const struct view *v, const struct sources *s, uint32_t f, uint32_t line)
{
	const struct source *file = &s->files[v->subject];
	const uint32_t *funcs = s->funcs + file->func_at;
	uint32_t end = f != NOBODY ? sourceplace_last_line(v->ctx->lookup, f) : 0;
	size_t next;

	if (f != NOBODY && line <= end)
		return (struct text_span){ s->line_of[f], end, true };
	BISECT(next, file->nfuncs, s->line_of[funcs[next]] > line);
	return (struct text_span){ end + 1, next < file->nfuncs ? s->line_of[funcs[next]] - 1
		: UINT32_MAX, false };
}

/* Returns the nearest line of TEXT above line LINE that has samples or calls, else the nearest such
 * line below it, or NULL. */
static const struct source_line *
nearest_line(const struct view *v, const struct sources *s, struct text_span text, uint32_t line)
{
	const struct source *file = &s->files[v->subject];
	const struct source_line *lines = s->lines + file->line_at;
	size_t at, i;

	BISECT(at, file->nlines, lines[at].number >= line);
	for (i = at; i > 0 && lines[i - 1].number >= text.first; i--)
		if (lines[i - 1].nowners > 0)
			return &lines[i - 1];
	for (i = at; i < file->nlines && lines[i].number <= text.last; i++)
		if (lines[i].nowners > 0)
			return &lines[i];
	return NULL;
}

uint32_t
line_function(const struct view *v, uint32_t line)
{
	const struct sources *s = lookup_sources(v->ctx->lookup);
	const struct source_line *l;
	struct text_span text;
	uint32_t f, near;

	/* Several functions may begin on one line, such as instances of a template. */
	if (s == NULL || line_function_begins_on(v, v->about, line))
		return v->about;
	l = sources_line(s, v->subject, line);
	if (l != NULL && l->nowners > 0)
		return owner_of(v, s, l);
	f = sources_func_before(s, v->subject, line);
	if (v->about != NOBODY && f != NOBODY
		&& line_function_begins_on(v, v->about, s->line_of[f]))
		return v->about;
	text = text_around(v, s, f, line);
	l = nearest_line(v, s, text, line);
	near = l != NULL ? owner_of(v, s, l) : NOBODY;
	if (near == NOBODY || (text.is_function && near != v->about))
		return f;
	return near;
}
