/* browse.c - the browser, on a terminal and without one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "browse.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "term.h"

enum { MOST_CELLS = 10000, VIEW_WIDTH = 160, VIEW_HEIGHT = 50 };

static bool
is_ascii(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
}

bool
browse_run(const struct browse *b, struct err *e)
{
	struct grid g = { .ascii = is_ascii() };
	struct app a;
	uint32_t key;
	int width, height;

	if (!term_open(b->color, e))
		return false;
	app_open(&a, b->profile, b->graph, b->names, g.ascii);
	a.stop = term_stop();
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
		if (a.request == REQUEST_SUSPEND)
			term_suspend();
		else if (a.request == REQUEST_REDRAW)
			term_redraw();
	}
	term_close();
	app_release(&a);
	grid_release(&g);
	return true;
}

/* "100x30" or "100x30,styles". */
static bool
parse_size(const char *text, int *width, int *height, bool *styles, struct err *e)
{
	int n = 0;

	*styles = false;
	if (sscanf(text, "%5dx%5d%n", width, height, &n) != 2 || *width < 1 || *height < 1
		|| *width > MOST_CELLS || *height > MOST_CELLS)
		return err_set(e, ERR_USAGE, "--screen=%s: not a size; columns and rows are given as "
			"in 80x24", text);
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
	struct app a;
	int width, height;
	uint32_t key;
	bool styles;

	if (!keys)
		keys = "";
	if (!parse_size(size, &width, &height, &styles, e) || !check_keys(keys, e))
		return false;
	app_open(&a, b->profile, b->graph, b->names, g.ascii);
	app_resize(&a, width, height);
	while (a.request != REQUEST_QUIT && key_parse(&keys, &key)) {
		app_key(&a, key);
		if (a.request == REQUEST_SUSPEND)
			app_say(&a, "suspended");
	}
	grid_resize(&g, a.width, a.height);
	app_draw(&a, &g);
	grid_dump(&g, styles, out);
	app_release(&a);
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
	struct view *v = view_new(ops, s, ops == &notes_view ? n : NOBODY, VIEW_WIDTH,
		VIEW_HEIGHT);

	s->all = n != NOBODY;
	view_fill(v);
	if (ops == &cycles_view)
		view_open_tree(v);
	print_title(s, v, out);
	if (n != NOBODY && ops != &notes_view)
		keep(v, n);
	view_print(v, ops != &notes_view, out);
	view_free(v);
}

bool
browse_view(const struct browse *b, const char *view, const char *select, FILE *out,
	struct err *e)
{
	static const struct view_ops *const views[] = {
		&functions_view, &calls_view, &cycles_view, &notes_view,
	};
	const struct view_ops *ops = NULL;
	struct scene s;
	uint32_t n = NOBODY;
	size_t i;

	for (i = 0; i < sizeof(views) / sizeof(*views); i++)
		if (strcmp(views[i]->name, view) == 0)
			ops = views[i];
	if (!ops)
		return err_set(e, ERR_USAGE, "--view=%s: there is no such view; there are functions, "
			"calls, cycles, notes", view);
	scene_open(&s, b->profile, b->graph, b->names, is_ascii());
	if (select)
		n = scene_find(&s, select, NOBODY);
	if (select && n == NOBODY) {
		scene_release(&s);
		return err_set(e, ERR_EMPTY, "--select=%s: no function or cycle has that name or "
			"index; --view=functions lists them", select);
	}
	if (ops == &calls_view)
		print_calls(&s, n, out);
	else
		print_rows(&s, ops, n, out);
	scene_release(&s);
	return true;
}
