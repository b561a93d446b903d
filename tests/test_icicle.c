/* test_icicle.c - the icicle view: its boxes, moving, zooming, searching, the mouse
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/app.h"
#include "app/show.h"
#include "base/mem.h"
#include "figures/frametree.h"
#include "figures/graph_solve.h"
#include "fixture_has.h"
#include "picture/icicle.h"
#include "stacks.h"

/* A browser over a few stacks, on a screen of 80 x 16. */
struct browser {
	struct profile profile;
	struct graph graph;
	struct names names;
	struct lookup lookup;
	struct app app;
	struct grid grid;
};

/* The values: f0 has 20 of its own, 40 in its calls of f1, and 20 in its calls of f2.  f2 has 10 of
 * its own, and 10 in its calls of f1.  f3 calls itself.  f4 and f5 are narrow. */
static const struct stack few[] = {
	{ { 0 }, 1, 20, 0 },
	{ { 0, 1 }, 2, 40, 0 },
	{ { 0, 2 }, 2, 10, 0 },
	{ { 0, 2, 1 }, 3, 10, 0 },
	{ { 3 }, 1, 5, 0 },
	{ { 3, 3 }, 2, 13, 0 },
	{ { 3, 3, 4 }, 3, 1, 0 },
	{ { 3, 3, 5 }, 3, 1, 0 },
};

/* Opens a browser over N stacks of functions f0 to f[NFUNCS - 1]. */
static void
open_browser_of(struct browser *b, const struct stack *stacks, size_t n, uint32_t nfuncs)
{
	*b = (struct browser){ 0 };
	open_stacks_of(&b->profile, stacks, (uint32_t)n, nfuncs);
	b->profile.measured->files = mem_new(1, sizeof(*b->profile.measured->files));
	b->profile.measured->files[0] = "stacks";
	b->profile.measured->nfiles = 1;
	assert_true(graph_solve(&b->graph, &b->profile, NULL, NULL));
	names_open(&b->names, &b->profile, DEMANGLE_AUTO);
	lookup_open(&b->lookup, &b->graph, NULL);
	app_open(&b->app, &b->graph, &b->names, &b->lookup, false);
	app_resize(&b->app, 80, 16);
	grid_resize(&b->grid, 80, 16);
}

static void
open_browser(struct browser *b, const struct stack *stacks, size_t n)
{
	open_browser_of(b, stacks, n, FUNCS);
}

static void
close_browser(struct browser *b)
{
	app_release(&b->app);
	lookup_release(&b->lookup);
	grid_release(&b->grid);
	names_release(&b->names);
	graph_release(&b->graph);
	profile_release(&b->profile);
}

static void
type(struct browser *b, const char *keys)
{
	uint32_t key;

	while (key_parse(&keys, &key))
		app_key(&b->app, key);
	assert_string_equal(keys, "");
	app_draw(&b->app, &b->grid);
}

static void
resize(struct browser *b, int width, int height)
{
	grid_resize(&b->grid, width, height);
	app_resize(&b->app, width, height);
	app_draw(&b->app, &b->grid);
}

static void
click(struct browser *b, uint32_t kind, uint32_t x, uint32_t y)
{
	app_key(&b->app, kind + x * (1u << 14) + y);
	app_draw(&b->app, &b->grid);
}

/* Returns the path to the selected frame, such as "f0 f1".  It is valid until the next call. */
static const char *
selected(struct browser *b)
{
	static char text[200];
	const struct view *v = app_view(&b->app);
	const struct frame *f = icicle_frame(v, view_row(v));
	char rest[200];

	assert_non_null(f);
	text[0] = '\0';
	for (; f->node != NOBODY; f = icicle_frame_at(v, f->parent)) {
		memcpy(rest, text, sizeof(rest));
		snprintf(text, sizeof(text), "f%u%s%.150s", f->node, *rest ? " " : "", rest);
	}
	return text;
}

static void
test_moving(void **state)
{
	struct browser b;

	(void)state;
	open_browser(&b, few, sizeof(few) / sizeof(*few));
	type(&b, "V");
	/* f1 has the greatest self time, so its widest frame is selected. */
	assert_string_equal(selected(&b), "f0 f1");
	type(&b, "<Right>");
	assert_string_equal(selected(&b), "f0 f2");
	type(&b, "<Right>");
	assert_string_equal(selected(&b), "f3 f3");
	type(&b, "<Right>");
	assert_string_equal(selected(&b), "f3 f3");
	type(&b, "<Left>j");
	assert_string_equal(selected(&b), "f0 f2 f1");
	type(&b, "j");
	assert_string_equal(selected(&b), "f0 f2 f1");
	type(&b, "k<Up>");
	assert_string_equal(selected(&b), "f0");
	type(&b, "g");
	assert_string_equal(selected(&b), "");
	type(&b, "k");
	assert_string_equal(selected(&b), "");
	type(&b, "2j");
	assert_string_equal(selected(&b), "f0 f1");
	close_browser(&b);
}

/* Asserts that the box of the selected row has the edges LEFT and RIGHT, from 0 to 1. */
static void
assert_box(struct browser *b, double left, double right)
{
	const struct view *v = app_view(&b->app);
	const struct icicle_box *box = icicle_box(v, view_row(v));

	assert_true(box->left > left - 1e-9 && box->left < left + 1e-9);
	assert_true(box->right > right - 1e-9 && box->right < right + 1e-9);
}

static bool
screen_has(struct browser *b, const char *text)
{
	bool found = false;

	for (int y = 0; y < b->grid.height && !found; y++) {
		char *line = grid_line(&b->grid, y);

		found = strstr(line, text) != NULL;
		free(line);
	}
	return found;
}

static void
assert_screen_has(struct browser *b, const char *text)
{
	if (!screen_has(b, text))
		fail_msg("not on the screen: %s", text);
}

static void
assert_screen_lacks(struct browser *b, const char *text)
{
	if (screen_has(b, text))
		fail_msg("on the screen: %s", text);
}

static void
test_zoom(void **state)
{
	struct browser b;

	(void)state;
	open_browser(&b, few, sizeof(few) / sizeof(*few));
	type(&b, "V<Right>");
	assert_box(&b, 0.4, 0.6);
	type(&b, "<Enter>");
	assert_string_equal(selected(&b), "f0 f2");
	assert_box(&b, 0, 1);
	assert_screen_lacks(&b, "% of the zoomed frame");
	type(&b, "j");
	assert_box(&b, 0, 0.5);
	assert_screen_has(&b, "50.0 % of the zoomed frame");
	type(&b, "<lt>");
	assert_screen_lacks(&b, "% of the zoomed frame");
	assert_string_equal(selected(&b), "f0 f2 f1");
	assert_box(&b, 0.4, 0.5);
	type(&b, ">");
	assert_box(&b, 0, 0.5);
	/* f0 contains the zoomed frame, and has the full width, too.  Enter zooms out to f0, so
	 * that all frames inside f0 are shown. */
	type(&b, "kk<Enter>");
	assert_string_equal(selected(&b), "f0");
	type(&b, "j");
	assert_box(&b, 0, 0.5);
	type(&b, "k<Enter>");
	assert_string_equal(b.app.message, "it has the full width already");
	type(&b, "<Esc><lt>");
	assert_box(&b, 0, 0.8);
	/* The next < leaves the icicle. */
	type(&b, "<lt>");
	assert_string_equal(app_view(&b.app)->ops->info->name, "functions");
	type(&b, ">");
	assert_string_equal(selected(&b), "f0");
	close_browser(&b);
}

/* f4 and f5 are narrower than a cell, so they are drawn as one box.  Zooming into it shows both. */
static void
test_narrow(void **state)
{
	struct browser b;

	(void)state;
	open_browser(&b, few, sizeof(few) / sizeof(*few));
	type(&b, "V<Right><Right>j");
	assert_int_equal(view_row(app_view(&b.app))->kind, ICICLE_NARROW);
	assert_int_equal(icicle_box(app_view(&b.app), view_row(app_view(&b.app)))->frames, 2);
	type(&b, "<Enter>");
	assert_box(&b, 0, 0.5);
	type(&b, "<Right>");
	assert_box(&b, 0.5, 1);
	type(&b, "<lt>");
	assert_int_equal(view_row(app_view(&b.app))->kind, ICICLE_NARROW);
	close_browser(&b);
}

static void
test_search_and_filter(void **state)
{
	struct browser b;

	(void)state;
	open_browser(&b, few, sizeof(few) / sizeof(*few));
	type(&b, "Vg/f1<Enter>");
	assert_string_equal(selected(&b), "f0 f1");
	assert_string_equal(b.app.message,
		"1 of 2 boxes that match; stacks with a match have 50.0 % of all cpu");
	type(&b, "n");
	assert_string_equal(selected(&b), "f0 f2 f1");
	/* f3 is in its stacks twice. */
	type(&b, "/f[34]<Enter>");
	assert_string_equal(b.app.message,
		"1 of 3 boxes that match; stacks with a match have 20.0 % of all cpu");
	type(&b, "<Esc>g2j#");
	assert_string_equal(selected(&b), "f0 f1");
	assert_string_equal(b.app.message,
		"1 of 2 boxes that match; stacks with a match have 50.0 % of all cpu");
	type(&b, "<Esc>g&f2<Enter>");
	assert_string_equal(b.app.message,
		"stacks with a match have 20.0 % of all cpu; Esc shows all again");
	type(&b, "jj");
	assert_string_equal(selected(&b), "f0 f2");
	assert_box(&b, 0, 1);
	type(&b, "<Esc>");
	assert_string_equal(selected(&b), "f0 f2");
	assert_box(&b, 0.4, 0.6);
	close_browser(&b);
}

/* Exclusions and new sizes keep the selected frame and the zoom if the frames still exist. */
static void
test_changes(void **state)
{
	struct browser b;

	(void)state;
	open_browser(&b, few, sizeof(few) / sizeof(*few));
	type(&b, "V<Right><Enter>j");
	assert_string_equal(selected(&b), "f0 f2 f1");
	type(&b, "f:f3<Enter>x<lt>");
	assert_string_equal(selected(&b), "f0 f2 f1");
	assert_box(&b, 0, 0.5);
	type(&b, "<lt>");
	assert_box(&b, 0.5, 0.625);
	type(&b, "x");
	assert_string_equal(selected(&b), "f0 f2");
	/* Undo includes a function again, and selects this function. */
	type(&b, "u");
	assert_string_equal(selected(&b), "f0 f1");
	type(&b, "u");
	assert_string_equal(selected(&b), "f3");
	type(&b, "j");
	resize(&b, 40, 12);
	assert_string_equal(selected(&b), "f3 f3");
	assert_box(&b, 0.8, 0.95);
	close_browser(&b);
}

/* When the profile is read again, the zoom and the selected frame stay. */
static void
test_read_again(void **state)
{
	struct browser old, b;

	(void)state;
	open_browser(&old, few, sizeof(few) / sizeof(*few));
	type(&old, "VO<Right><Enter>j");
	assert_string_equal(selected(&old), "f0 f2 f1");
	open_browser(&b, few, sizeof(few) / sizeof(*few));
	assert_true(app_show(&old.app,
		&(struct shown){ .read = &b.graph, .names = &b.names, .lookup = &b.lookup },
		false));
	type(&old, "");
	assert_int_equal(old.app.ctx.frame_colors, COLOR_BY_IMAGE);
	assert_string_equal(selected(&old), "f0 f2 f1");
	assert_box(&old, 0, 0.5);
	type(&old, "<lt>");
	assert_string_equal(selected(&old), "f0 f2 f1");
	assert_box(&old, 0.4, 0.5);
	close_browser(&old);
	close_browser(&b);
}

static void
test_callees_on_top(void **state)
{
	struct browser b;

	(void)state;
	open_browser(&b, few, sizeof(few) / sizeof(*few));
	type(&b, "VT");
	assert_string_equal(selected(&b), "f1");
	assert_box(&b, 0, 0.5);
	type(&b, "j");
	assert_string_equal(selected(&b), "f1 f0");
	assert_box(&b, 0, 0.4);
	type(&b, "c");
	assert_int_equal(app_view(&b.app)->subject, 0);
	type(&b, "<lt>T");
	assert_string_equal(selected(&b), "f0");
	type(&b, "<lt>");
	assert_string_equal(selected(&b), "f1 f0");
	close_browser(&b);
}

static void
test_mouse(void **state)
{
	struct browser b;

	(void)state;
	open_browser(&b, few, sizeof(few) / sizeof(*few));
	type(&b, "Vg");
	/* Line 2 is frame 0, line 4 has f1, f2 and the second f3. */
	click(&b, KEY_CLICK, 35, 4);
	assert_string_equal(selected(&b), "f0 f2");
	click(&b, KEY_CLICK, 60, 4);
	assert_string_equal(selected(&b), "f0 f2");
	click(&b, KEY_CLICK, 70, 4);
	assert_string_equal(selected(&b), "f3 f3");
	click(&b, KEY_CLICK, 70, 4);
	assert_box(&b, 0, 1);
	click(&b, KEY_WHEEL_DOWN, 10, 4);
	click(&b, KEY_CLICK, 10, 1);
	assert_string_equal(selected(&b), "f3 f3");
	close_browser(&b);
}

/* On a low screen, the outermost depths that one box fills share a line, as many as needed. */
static void
test_folded_depths(void **state)
{
	static const struct stack deep[] = {
		{ { 0, 1, 2, 3, 4, 5 }, 6, 10, 0 }, { { 0, 1, 2, 3, 2 }, 5, 5, 0 },
	};
	struct browser b;
	char *line;

	(void)state;
	open_browser(&b, deep, sizeof(deep) / sizeof(*deep));
	resize(&b, 80, 8);
	type(&b, "VG");
	assert_int_equal(app_view(&b.app)->icicle->folded, 4);
	line = grid_line(&b.grid, 2);
	assert_non_null(strstr(line, "all, f0, f1, f2 100.0 %"));
	free(line);
	line = grid_line(&b.grid, 5);
	assert_non_null(strstr(line, "f5 66.7 %"));
	free(line);
	/* The keys go to each frame of the line; a click selects the innermost. */
	type(&b, "gjj");
	assert_string_equal(selected(&b), "f0 f1");
	line = grid_line(&b.grid, 2);
	assert_non_null(strstr(line, "all, f0, f1 100.0 %"));
	free(line);
	click(&b, KEY_CLICK, 10, 2);
	assert_string_equal(selected(&b), "f0 f1 f2");
	click(&b, KEY_CLICK, 10, 3);
	assert_string_equal(selected(&b), "f0 f1 f2 f3");
	resize(&b, 80, 16);
	assert_int_equal(app_view(&b.app)->icicle->folded, 0);
	close_browser(&b);
}

/* A deep stack on a low screen: the wheel and the page keys scroll, and the selected frame stays in
 * the window. */
static void
test_scrolling(void **state)
{
	static const struct stack deep[] = {
		{ { 0, 1, 2, 3, 4, 5, 0, 1 }, 8, 10, 0 }, { { 2, 1 }, 2, 5, 0 },
	};
	struct browser b;
	int *top;

	(void)state;
	open_browser(&b, deep, sizeof(deep) / sizeof(*deep));
	resize(&b, 80, 8);
	type(&b, "Vg");
	top = &app_view(&b.app)->icicle->top;
	assert_int_equal(app_view(&b.app)->icicle->lines, 4);
	assert_int_equal(*top, 0);
	type(&b, "5j");
	assert_string_equal(selected(&b), "f0 f1 f2 f3 f4");
	assert_int_equal(*top, 2);
	click(&b, KEY_WHEEL_DOWN, 10, 4);
	assert_int_equal(*top, 5);
	assert_string_equal(selected(&b), "f0 f1 f2 f3 f4");
	click(&b, KEY_WHEEL_UP, 10, 4);
	click(&b, KEY_WHEEL_UP, 10, 4);
	assert_int_equal(*top, 0);
	assert_string_equal(selected(&b), "f0 f1 f2");
	type(&b, "<PgDn><PgDn>");
	assert_int_equal(*top, 5);
	/* Beside the box of f4, nothing is drawn. */
	click(&b, KEY_CLICK, 79, 2);
	assert_string_equal(selected(&b), "f0 f1 f2 f3 f4");
	type(&b, "G");
	assert_string_equal(selected(&b), "f0 f1 f2 f3 f4 f5 f0 f1");
	type(&b, "g");
	assert_int_equal(*top, 0);
	close_browser(&b);
}

/* With colours, edges are exact to an eighth of a cell, and boxes side by side differ in colour. */
static void
test_edges(void **state)
{
	struct browser b;
	const struct cell *c;

	(void)state;
	open_browser(&b, few, sizeof(few) / sizeof(*few));
	b.app.ctx.has_color = true;
	resize(&b, 77, 16);
	type(&b, "Vg");
	/* f0 ends, and f3 begins, at 0.8 * 77 = 61.6 cells, so that 5 eighths of cell 61 are f0. */
	c = grid_cell(&b.grid, 61, 3);
	assert_string_equal(c->text, "▋");
	assert_true(c->style & STYLE_EDGE);
	assert_int_equal(c->style & STYLE_MEANING, grid_cell(&b.grid, 60, 3)->style);
	assert_int_equal(GRID_PAPER(c->style), PAPER_FRAME
		+ grid_cell(&b.grid, 62, 3)->style - STYLE_FRAME);
	assert_int_not_equal(grid_cell(&b.grid, 60, 3)->style, grid_cell(&b.grid, 62, 3)->style);
	/* Below, f2 ends at 0.6 * 77 = 46.2 cells, and there is nothing beside it. */
	c = grid_cell(&b.grid, 46, 4);
	assert_string_equal(c->text, "▎");
	assert_int_equal(GRID_PAPER(c->style), PAPER_NONE);
	assert_string_equal(grid_cell(&b.grid, 47, 4)->text, " ");
	assert_int_equal(grid_cell(&b.grid, 47, 4)->style, STYLE_TEXT);
	/* The selected box has the foreground color of the terminal, up to the box beside it. */
	type(&b, "j");
	assert_string_equal(selected(&b), "f0");
	c = grid_cell(&b.grid, 61, 3);
	assert_int_equal(c->style & STYLE_MEANING, STYLE_SELF);
	assert_int_equal(GRID_PAPER(c->style), PAPER_FRAME
		+ grid_cell(&b.grid, 62, 3)->style - STYLE_FRAME);
	type(&b, "k");
	/* One line below, the second f3 begins in this cell. */
	c = grid_cell(&b.grid, 61, 4);
	assert_string_equal(c->text, "▋");
	assert_int_equal(c->style & STYLE_MEANING, STYLE_TEXT);
	assert_int_not_equal(GRID_PAPER(c->style), PAPER_NONE);
	close_browser(&b);
}

/* A search finds a cycle by the name of a member, and estimates have a mark. */
static void
test_cycle(void **state)
{
	struct fixture f;

	(void)state;
	fixture_profile(&f);
	f.profile.ticks[LEAF_A] = 15000;
	fixture_start(&f, 80, 24, false);
	press(&f, "V/^parse_term<Enter>");
	fixture_has(&f, "~icicle");
	fixture_has(&f, "1 of 1 boxes that match");
	fixture_has_selected(&f, "<cycle 1>");
	/* A search for the name of the cycle finds the cycle and its time, too. */
	press(&f, "<Esc>g/^<lt>cycle<Space>1>$<Enter>");
	fixture_has_selected(&f, "<cycle 1>");
	fixture_has(&f, "1 of 1 boxes that match; stacks with a match have 41.6 % of all time");
	press(&f, "<Esc>g&^<lt>cycle<Space>1>$<Enter>");
	fixture_has(&f, "stacks with a match have 41.6 % of all time");
	fixture_has(&f, "<cycle 1>");
	fixture_close(&f);
}

/* A view in the history frees a large tree, even if the filter of the view hides the whole tree.
 * The tree is made again when the view is shown. */
static void
test_forgotten_without_rows(void **state)
{
	enum { MANY = 11000 };
	struct stack *many = mem_new(MANY, sizeof(*many));
	struct browser b;

	(void)state;
	for (uint32_t i = 0; i < MANY; i++)
		many[i] = (struct stack){ { 0, i + 1 }, 2, 1, 0 };
	open_browser_of(&b, many, MANY, MANY + 1);
	type(&b, "V&zzz<Enter>f<lt>");
	assert_int_equal(app_view(&b.app)->rows.n, 0);
	type(&b, "<Esc>");
	assert_true(app_view(&b.app)->rows.n > 0);
	/* All frames inside f0 are drawn as one box.  Enter draws the first of them separately. */
	type(&b, "g2j<Enter>");
	assert_screen_has(&b, "11000 cpu, 100.0 %");
	close_browser(&b);
	free(many);
}

/* A filter that hides the zoomed frame does not end the zoom. */
static void
test_zoom_outlives_filter(void **state)
{
	struct browser b;

	(void)state;
	open_browser(&b, few, sizeof(few) / sizeof(*few));
	type(&b, "V<Right><Enter>");
	assert_box(&b, 0, 1);
	type(&b, "&zzz<Enter>");
	assert_int_equal(app_view(&b.app)->rows.n, 0);
	type(&b, "<Esc>");
	assert_screen_has(&b, "zoom: f2");
	type(&b, "&f4<Enter>");
	assert_screen_lacks(&b, "zoom: f2");
	type(&b, "<Esc>");
	assert_screen_has(&b, "zoom: f2");
	/* A new zoom, made while the filter is on, replaces the old zoom. */
	type(&b, "&f4<Enter>j<Enter><Esc>");
	assert_screen_has(&b, "zoom: f3");
	close_browser(&b);
}

/* The phrases of the explanation are separated by semicolons, not by tabs as in other texts. */
static void
test_explanation(void **state)
{
	struct browser b;

	(void)state;
	open_browser(&b, few, sizeof(few) / sizeof(*few));
	type(&b, "Vji");
	assert_screen_has(&b, "40.0 %: 40 cpu; self 40 cpu");
	assert_screen_has(&b, "; of ");
	assert_screen_lacks(&b, "^I");
	close_browser(&b);
}

/* In the icicle, a function without a box of its own cannot be selected.  It remains selected in
 * the view of functions. */
static void
test_too_narrow_to_select(void **state)
{
	struct browser b;

	(void)state;
	open_browser(&b, few, sizeof(few) / sizeof(*few));
	type(&b, "/^f5$<Enter>V");
	assert_string_equal(selected(&b), "");
	assert_string_equal(b.app.message,
		"no box is wide enough for this function alone; / finds the boxes that have it");
	type(&b, "q");
	assert_string_equal(app_view(&b.app)->ops->info->name, "functions");
	assert_screen_has(&b, "] f5");
	assert_int_equal(view_node(app_view(&b.app), view_row(app_view(&b.app))), 5);
	type(&b, "V/^f1$<Enter>q");
	assert_int_equal(view_node(app_view(&b.app), view_row(app_view(&b.app))), 1);
	close_browser(&b);
}

/* If a filter or exclusions leave no stack, a message says so. */
static void
test_nothing_to_draw(void **state)
{
	struct browser b;

	(void)state;
	open_browser(&b, few, sizeof(few) / sizeof(*few));
	type(&b, "V&nothing<Enter>");
	assert_screen_has(&b, "no row matches the filter: Esc shows all again");
	type(&b, "<Esc>");
	assert_screen_has(&b, "f0 ");
	type(&b, "fgxgxgxgxgxgxV&nothing<Enter>");
	assert_screen_has(&b, "nothing is left: all time is excluded");
	close_browser(&b);
}

enum { NARROW = 400 };			/* number of frames that are narrower than a cell */

/* A search finds the narrowest of many frames that are drawn together, and marks their box. */
static void
test_search_in_narrow(void **state)
{
	struct stack many[NARROW + 1] = { { { 0 }, 1, 1e9, 0 } };
	struct browser b;
	const struct view *v;

	(void)state;
	for (uint32_t i = 1; i <= NARROW; i++)
		many[i] = (struct stack){ { i }, 1, 2 * NARROW - i, 0 };
	open_browser_of(&b, many, NARROW + 1, NARROW + 1);
	b.app.ctx.has_color = true;
	type(&b, "V/^f400$<Enter>");
	v = app_view(&b.app);
	assert_int_equal(view_row(v)->kind, ICICLE_NARROW);
	assert_int_equal(icicle_box(v, view_row(v))->frames, NARROW);
	assert_string_equal(b.app.message,
		"1 of 1 boxes that match; stacks with a match have 0.0 % of all cpu");
	/* There are more frames than cells, so only the widest ones get boxes of their own. */
	type(&b, "<Enter>");
	assert_string_equal(selected(&b), "f1");
	type(&b, "<Right><Right>");
	assert_string_equal(selected(&b), "f3");
	type(&b, "n");
	assert_int_equal(view_row(v)->kind, ICICLE_NARROW);
	assert_int_equal(icicle_box(v, view_row(v))->frames, NARROW - 40);
	type(&b, "<Enter>");
	assert_string_equal(selected(&b), "f41");
	type(&b, "<lt><lt>/f400x<Enter>");
	assert_string_equal(b.app.message, "no row matches f400x");
	type(&b, "/f400<Enter>");
	assert_string_equal(b.app.message,
		"1 of 1 boxes that match; stacks with a match have 0.0 % of all cpu");
	close_browser(&b);
}

/* Zooming works for frames that are very narrow and far to the right, so that their left and right
 * edges are equal as doubles. */
static void
test_far_narrower(void **state)
{
	static const struct stack stacks[] = {
		{ { 0 }, 1, 4e18, 0 }, { { 1, 3 }, 2, 1, 0 }, { { 1, 4 }, 2, 1, 0 },
		{ { 2 }, 1, 1, 0 },
	};
	struct browser b;

	(void)state;
	open_browser(&b, stacks, sizeof(stacks) / sizeof(*stacks));
	type(&b, "Vgj<Right>");
	assert_int_equal(view_row(app_view(&b.app))->kind, ICICLE_NARROW);
	type(&b, "<Enter>");
	assert_string_equal(selected(&b), "f1");
	assert_box(&b, 0, 2 / 3.0);
	type(&b, "<Right>");
	assert_string_equal(selected(&b), "f2");
	assert_box(&b, 2 / 3.0, 1);
	type(&b, "<Left>j<Right>");
	assert_string_equal(selected(&b), "f1 f4");
	assert_box(&b, 1 / 3.0, 2 / 3.0);
	type(&b, "<Enter><lt>k<Enter>j<Right>");
	assert_string_equal(selected(&b), "f1 f4");
	assert_box(&b, 0.5, 1);
	close_browser(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_moving),
		cmocka_unit_test(test_zoom),
		cmocka_unit_test(test_too_narrow_to_select),
		cmocka_unit_test(test_forgotten_without_rows),
		cmocka_unit_test(test_zoom_outlives_filter),
		cmocka_unit_test(test_explanation),
		cmocka_unit_test(test_narrow),
		cmocka_unit_test(test_search_and_filter),
		cmocka_unit_test(test_changes),
		cmocka_unit_test(test_read_again),
		cmocka_unit_test(test_callees_on_top),
		cmocka_unit_test(test_mouse),
		cmocka_unit_test(test_folded_depths),
		cmocka_unit_test(test_scrolling),
		cmocka_unit_test(test_edges),
		cmocka_unit_test(test_cycle),
		cmocka_unit_test(test_nothing_to_draw),
		cmocka_unit_test(test_search_in_narrow),
		cmocka_unit_test(test_far_narrower),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
