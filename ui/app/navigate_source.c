/* navigate_source.c - going to source lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/navigate_source.h"

#include "app/navigate.h"
#include "views/views.h"

/* Set *FILE to the number of the file that the debug information calls PATH; returns false if there
 * is none. */
static bool
file_called(struct app *a, const char *path, uint32_t *file)
{
	const struct sources *s = path != NULL ? lookup_sources(a->ctx.lookup) : NULL;

	*file = s != NULL ? sources_file(s, path) : NOBODY;
	return *file != NOBODY;
}

/* Returns the number of the selected line of V, a source view.  If a call is selected, returns the
 * line that makes the call. */
static uint32_t
selected_line(const struct view *v)
{
	const struct row *r = view_row(v);

	while (r != NULL && r->depth > 0 && r > v->rows.v)
		r--;
	return r != NULL && r->thing > 0 ? r->thing : 1;
}

void
navigate_source_follow(struct view *v)
{
	const struct sources *s = lookup_sources(v->ctx->lookup);
	uint32_t f = s != NULL ? sources_func_before(s, v->subject, selected_line(v)) : NOBODY;

	/* Keep ABOUT if it begins on the same line as F: several functions, such as instances of a
	 * template, may begin on one line. */
	if (s != NULL && (f == NOBODY || v->about == NOBODY || s->file_of[v->about] != v->subject
		|| s->line_of[v->about] != s->line_of[f]))
		v->about = f;
}

bool
navigate_source_place(struct app *a, uint32_t *file, uint32_t *line, uint32_t *about)
{
	struct view *v = app_view(a);
	const struct row *r = view_row(v);
	struct source_place place;

	*about = v->about;
	*file = v->subject;
	*line = 1;
	if (v->ops->about_file) {
		*line = selected_line(v);
		return lookup_sources(a->ctx.lookup) != NULL;
	}
	if (r != NULL && v->ops->source != NULL) {
		place = v->ops->source(v, r, about);
		*line = place.line;
		if (file_called(a, place.file, file))
			return true;
	}
	app_say(a, view_node(v, r) != NOBODY && view_context_is_cycle(&a->ctx, view_node(v, r))
		? "a cycle has no source, but its members have"
		: "no source line is known for it; compile with -g");
	return false;
}

void
navigate_source_line(struct app *a, uint32_t file, uint32_t line, uint32_t about)
{
	struct view *v = navigate_to(a, &source_view, file, NOBODY);
	const struct err *why = NULL;

	if (v == NULL)
		return;
	v->about = about != NOBODY ? about
		: sources_func_before(lookup_sources(a->ctx.lookup), file, line);
	view_to_line(v, line);
	if (lookup_text(a->ctx.lookup, file, &why) == NULL)
		app_say(a, "o asks for the file: %s", why->text);
	else if (lookup_is_newer(a->ctx.lookup, file))
		app_say(a, "the source is newer than the image: lines may have moved");
}

void
navigate_source_show(struct app *a)
{
	uint32_t file, line, about;

	if (navigate_source_place(a, &file, &line, &about))
		navigate_source_line(a, file, line, about);
}
