/* browse.c - the browser, on a terminal and without one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "browse.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "editor.h"
#include "term.h"

enum { VIEW_WIDTH = 160, VIEW_HEIGHT = 50 };

static bool
is_ascii(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
}

static void
open_origin(struct origin *o, const struct browse *b)
{
	origin_open(o, b->profile, b->paths);
	o->gcov_dir = b->gcov_dir;
}

/* Open the place that A asks for in the user's editor, and come back. */
static void
edit(struct app *a)
{
	struct err e;

	term_lend();
	if (!editor_run(a->edit_path, a->edit_line, &e))
		app_say(a, "%s", e.text);
	term_retake();
}

bool
browse_run(const struct browse *b, struct err *e)
{
	struct grid g = { .ascii = is_ascii() };
	struct origin origin;
	struct app a;
	uint32_t key;
	int width, height;

	if (!term_open(b->color, e))
		return false;
	open_origin(&origin, b);
	app_open(&a, b->profile, b->graph, b->names, &origin, g.ascii);
	a.stop = &term_stop()->asked;
	origin.stop = term_stop();
	while (a.request != REQUEST_QUIT) {
		if (!term_has_key()) {
			term_size(&width, &height);
			grid_resize(&g, width, height);
			app_draw(&a, &g);
			term_show(&g);
		}
		key = term_key();
		if (key == 0)
			break;
		app_key(&a, key);
		if (a.stopped)
			term_stop()->asked = 0;
		if (a.request == REQUEST_SUSPEND)
			term_suspend();
		else if (a.request == REQUEST_REDRAW)
			term_redraw();
		else if (a.request == REQUEST_EDIT)
			edit(&a);
	}
	term_close();
	app_release(&a);
	origin_release(&origin);
	grid_release(&g);
	return true;
}

/* "100x30" or "100x30,styles". */
static bool
parse_size(const char *text, int *width, int *height, bool *styles, struct err *e)
{
	int n = 0;

	*styles = false;
	if (sscanf(text, "%4dx%4d%n", width, height, &n) != 2 || *width < 1 || *height < 1)
		return err_set(e, ERR_USAGE, "--screen=%s: not a size; columns and rows are given as "
			"in 80x24", text);
	if (*width * *height > MOST_CELLS)
		return err_set(e, ERR_USAGE, "--screen=%s: more than a million characters; no "
			"terminal is that large", text);
	*styles = strcmp(text + n, ",styles") == 0;
	if (text[n] && !*styles)
		return err_set(e, ERR_USAGE, "--screen=%s: after the size only ,styles is known",
			text);
	return true;
}

static bool
check_keys(const char *keys, struct err *e)
{
	const char *at = keys;
	uint32_t key;

	while (key_parse(&at, &key))
		;
	if (*at)
		return err_set(e, ERR_USAGE, "--keys: no key is called %.*s; names are as in the "
			"help: j <Enter> <Esc> <Down> <C-d> <lt> <Space> <Resize:40x10>",
			(int)(strcspn(at + 1, " >") + 1 + (at[0] == '<')), at);
	return true;
}

bool
browse_screen(const struct browse *b, const char *size, const char *keys, FILE *out,
	struct err *e)
{
	struct grid g = { .ascii = is_ascii() };
	struct origin origin;
	struct app a;
	int width, height;
	uint32_t key;
	bool styles;

	if (!keys)
		keys = "";
	if (!parse_size(size, &width, &height, &styles, e) || !check_keys(keys, e))
		return false;
	open_origin(&origin, b);
	app_open(&a, b->profile, b->graph, b->names, &origin, g.ascii);
	app_resize(&a, width, height);
	while (a.request != REQUEST_QUIT && key_parse(&keys, &key)) {
		app_key(&a, key);
		if (a.request == REQUEST_SUSPEND)
			app_say(&a, "suspended");
		else if (a.request == REQUEST_EDIT)
			app_say(&a, "edit %s +%u", a.edit_path, a.edit_line);
	}
	grid_resize(&g, a.width, a.height);
	app_draw(&a, &g);
	grid_dump(&g, styles, out);
	app_release(&a);
	origin_release(&origin);
	grid_release(&g);
	return true;
}

static void
print_title(struct scene *s, const struct view *v, FILE *out)
{
	struct title t = { .wide = true };
	char *line;

	title_image(&t, s);
	v->ops->title(v, true, &t);
	line = title_text(&t, s);
	fprintf(out, "%s\n", line);
	free(line);
}

/* The calls of N, or with NOBODY of every function and cycle that has any, by index. */
static void
print_calls(struct scene *s, uint32_t n, FILE *out)
{
	bool one = n != NOBODY, first = true;
	struct view *v;
	uint32_t i;

	for (i = 0; i < (one ? 1 : s->graph->nnodes); i++) {
		uint32_t subject = one ? n : s->graph->entries[i];

		if (!one && scene_is_idle(s, subject))
			continue;
		v = view_new(&calls_view, s, subject, VIEW_WIDTH, VIEW_HEIGHT);
		view_fill(v);
		if (!first)
			fputc('\n', out);
		if (one || first)
			print_title(s, v, out);
		view_print(v, first, out);
		view_free(v);
		first = false;
	}
}

/* Keep only the rows that belong to N, or to its cycle. */
static void
keep(struct view *v, uint32_t n)
{
	size_t i, kept = 0;
	bool inside = false;

	view_settle(v);
	for (i = 0; i < v->rows.n; i++) {
		struct row r = v->rows.v[i];
		uint32_t node = view_node(v, &r);

		if (r.depth == 0)
			inside = node == n || node == v->scene->graph->nodes[n].cycle;
		if (!inside)
			continue;
		if (v->running)
			v->running[kept] = v->running[i];
		v->rows.v[kept++] = r;
	}
	v->rows.n = kept;
}

static void
print_rows(struct scene *s, const struct view_ops *ops, uint32_t n, FILE *out)
{
	struct view *v = view_new(ops, s, ops == &notes_view || ops == &tree_view ? n : NOBODY, VIEW_WIDTH,
		VIEW_HEIGHT);
	size_t i;

	s->all = n != NOBODY;
	view_fill(v);
	if (ops == &cycles_view)
		view_open_tree(v);
	/* A whole tree has no end: the hottest way from each root. */
	for (i = v->rows.n; ops == &tree_view && i-- > 0;)
		view_open_hottest(v, (int)i);
	print_title(s, v, out);
	if (n != NOBODY && ops != &notes_view && ops != &tree_view)
		keep(v, n);
	view_print(v, ops != &notes_view, out);
	view_free(v);
}

static void
print_source(struct scene *s, uint32_t file, FILE *out)
{
	struct view *v = view_new(&source_view, s, file, VIEW_WIDTH, VIEW_HEIGHT);

	view_fill(v);
	print_title(s, v, out);
	view_print(v, true, out);
	view_free(v);
}

/* The file that SELECT names: that of a function or, as "FILE:LINE", itself. */
static uint32_t
select_file(struct scene *s, const struct sources *sources, const char *select)
{
	uint32_t n = scene_find(s, select, NOBODY), line;

	if (n != NOBODY && !scene_is_cycle(s, n))
		return sources->file_of[n];
	return origin_find_line(s->origin, select, &line);
}

/* Print the source that SELECT names, or every one with figures. */
static bool
print_sources(struct scene *s, const char *select, FILE *out, struct err *e)
{
	const struct sources *sources = origin_sources(s->origin);
	bool first = true;
	uint32_t f;

	if (select) {
		f = select_file(s, sources, select);
		if (f == NOBODY)
			return err_set(e, ERR_EMPTY, "--select=%s: no function with a known source, "
				"and no file:line; was it compiled with -g?", select);
		print_source(s, f, out);
		return true;
	}
	for (f = 0; f < sources->nfiles; f++) {
		if (!origin_has_figures(&sources->files[f]))
			continue;
		if (!first)
			fputc('\n', out);
		print_source(s, f, out);
		first = false;
	}
	if (first)
		return err_set(e, ERR_EMPTY, "no source line has figures; compile with -g");
	return true;
}

bool
browse_view(const struct browse *b, const char *view, const char *select, FILE *out,
	struct err *e)
{
	static const struct view_ops *const views[] = {
		&functions_view, &calls_view, &cycles_view, &lines_view, &source_view,
		&files_view, &tree_view, &notes_view,
	};
	const struct view_ops *ops = NULL;
	struct origin origin;
	struct scene s;
	bool ok = true;
	uint32_t n = NOBODY;
	size_t i;

	for (i = 0; i < sizeof(views) / sizeof(*views); i++)
		if (strcmp(views[i]->name, view) == 0)
			ops = views[i];
	if (!ops)
		return err_set(e, ERR_USAGE, "--view=%s: there is no such view; there are functions, "
			"calls, cycles, lines, source, files, tree, notes", view);
	open_origin(&origin, b);
	scene_open(&s, b->profile, b->graph, b->names, is_ascii());
	s.origin = &origin;
	if (select && ops != &source_view)
		n = scene_find(&s, select, NOBODY);
	if (select && n == NOBODY && ops != &source_view)
		ok = err_set(e, ERR_EMPTY, "--select=%s: no function or cycle has that name or "
			"index; --view=functions lists them", select);
	else if (ops == &calls_view)
		print_calls(&s, n, out);
	else if (ops == &source_view)
		ok = print_sources(&s, select, out, e);
	else
		print_rows(&s, ops, n, out);
	if (origin.trouble.kind != ERR_NONE)
		fprintf(stderr, "gprowse: %s\n", origin.trouble.text);
	scene_release(&s);
	origin_release(&origin);
	return ok;
}
