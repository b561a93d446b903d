/* navigate_source.c - going to source lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/navigate_source.h"

#include <stdlib.h>

#include "app/line_function.h"
#include "app/navigate.h"
#include "base/mem.h"
#include "columns/linecells.h"
#include "columns/nodelines.h"
#include "views/views.h"

/* Sets *FILE to the number of the file that the debug information calls PATH.  Returns false if
 * there is no such file, or if PATH is NULL. */
static bool
file_called(struct app *a, const char *path, uint32_t *file)
{
	const struct sources *s = path != NULL ? lookup_sources(a->ctx.lookup) : NULL;

	*file = s != NULL ? sources_file(s, path) : NOBODY;
	return *file != NOBODY;
}

/* Returns the number of the selected line of V, a source view.  If a call is selected, returns the
 * line that makes the call.  Returns 1 if V has no rows. */
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
	v->about = line_function(v, selected_line(v));
}

/* Selects line LINE of V, a source view.  Scrolls only if LINE is outside the window. */
static void
select_line(struct view *v, uint32_t line)
{
	size_t i;

	for (i = 0; i < v->rows.n; i++)
		if (v->rows.v[i].depth == 0 && v->rows.v[i].thing == line) {
			list_go(&v->list, (int)i);
			return;
		}
}

/* Returns the number of the hottest line of function F in FILE.  Returns 0 if no line of F in FILE
 * has samples or calls with a known time. */
static uint32_t
hottest_line(const struct view_context *ctx, uint32_t file, uint32_t f)
{
	struct node_lines lines = nodelines_of(ctx, view_context_node_of(ctx, f));
	const struct func_line *of_func = nodelines_hottest(ctx, &lines, file);
	uint32_t number = of_func != NULL ? ctx->lookup->sources.lines[of_func->line].number : 0;

	free(lines.v);
	return number;
}

uint32_t
navigate_source_start(const struct view_context *ctx, uint32_t file, uint32_t line, uint32_t about)
{
	const struct sources *s = lookup_sources(ctx->lookup);
	uint32_t hottest;

	if (s == NULL || about == NOBODY || view_context_is_cycle(ctx, about)
		|| s->file_of[about] != file || (line != 0 && s->line_of[about] != line))
		return line;
	hottest = hottest_line(ctx, file, about);
	return hottest != 0 ? hottest : s->line_of[about];
}

bool
navigate_source_hottest(struct app *a)
{
	struct view *v = app_view(a);
	uint32_t line = v->about != NOBODY && lookup_sources(a->ctx.lookup) != NULL
		? hottest_line(&a->ctx, v->subject, v->about) : 0;

	if (line == 0 || line == selected_line(v))
		return false;
	view_to_line(v, line);
	return true;
}

bool
navigate_source_hot(struct app *a, int step)
{
	struct view *v = app_view(a);
	const struct sources *s = lookup_sources(a->ctx.lookup);
	uint32_t n = a->times > 0 ? a->times : 1, now = selected_line(v), found = 0;
	struct node_lines lines;
	double *heat;
	size_t i;

	if (s == NULL || v->about == NOBODY)
		return false;
	lines = nodelines_of(&a->ctx, view_context_node_of(&a->ctx, v->about));
	heat = mem_new(lines.n, sizeof(*heat));
	nodelines_heat(&a->ctx, &lines, v->subject, heat);
	for (i = 0; n > 0 && i < lines.n; i++) {
		size_t at = step > 0 ? i : lines.n - 1 - i;
		uint32_t number;

		if (heat[at] == 0)
			continue;
		number = s->lines[lines.v[at].line].number;
		if (step > 0 ? number > now : number < now) {
			found = number;
			n--;
		}
	}
	free(heat);
	free(lines.v);
	if (found != 0)
		select_line(v, found);
	return found != 0;
}

/* Shows the header of the function that V, a source view, is about.  If the header is selected
 * already, shows the hottest line of the function. */
static void
show_header(struct app *a, struct view *v)
{
	const struct sources *s = lookup_sources(a->ctx.lookup);
	uint32_t f = v->about;

	if (s == NULL || f == NOBODY || s->file_of[f] == NOBODY)
		app_say(a, "no function is known here");
	else if (line_function_begins_on(v, f, selected_line(v)))
		view_to_line(v, navigate_source_start(&a->ctx, v->subject, 0, f));
	else if (s->file_of[f] == v->subject)
		view_to_line(v, s->line_of[f]);
	else
		navigate_source_line(a, s->file_of[f], s->line_of[f], f);
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
	app_say(a, "%s", view_node(v, r) != NOBODY
		&& view_context_is_cycle(&a->ctx, view_node(v, r))
		? "a cycle has no source, but its members have"
		: linecell_why_row_unknown(&a->ctx));
	return false;
}

void
navigate_source_line(struct app *a, uint32_t file, uint32_t line, uint32_t about)
{
	struct view *v = navigate_to(a, &source_view, file, NOBODY);
	const struct err *why = NULL;
	const char *older;

	if (v == NULL)
		return;
	v->about = about;
	view_to_line(v, line);
	if (about == NOBODY)
		navigate_source_follow(v);
	if (lookup_text(a->ctx.lookup, file, &why) == NULL)
		app_say(a, "%s; press o to name the file", why->text);
	else if ((older = lookup_newer_than(a->ctx.lookup, file)) != NULL)
		app_say(a, "the source is newer than %s: lines may have moved", older);
}

void
navigate_source_show(struct app *a)
{
	struct view *v = app_view(a);
	uint32_t file, line, about;

	if (navigate_to_change(a, ACT_SOURCE))
		return;
	if (v->ops->about_file)
		show_header(a, v);
	else if (navigate_source_place(a, &file, &line, &about))
		navigate_source_line(a, file, v->ops->line != NULL ? line
			: navigate_source_start(&a->ctx, file, line, about), about);
}
