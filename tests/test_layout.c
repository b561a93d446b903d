/* test_layout.c - on screens of every width, no two cells of a table touch, and figures are whole
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
#include <unistd.h>

#include "base/mem.h"
#include "fixture.h"
#include "opened.h"
#include "table/column_values.h"
#include "table/layout.h"

enum {
	NARROWEST = 40, WIDEST = 200,	/* cells of the screens */
	LINES = 16,
	LEAST_REST = 16,		/* cells that are left for names or texts */
	VERY_WIDE = 160,		/* on wider screens, names get only the cells they need */
};

/* Keys that lead from the first view to each view with a table, over a profile of calls. */
static const char *const views[] = { "z", ":3<Enter>c", "C*", "t*", "T*", "l", "ll", "a*", "F*", "R",
	"%", "%l", "%%a", "!", "x", "d" };

static char folder[] = "/tmp/gprowse-XXXXXX";

/* Is the text in cells [FROM, TO) of line Y of G a shortened figure?  The "…" of "26312,…", which
 * stands for the counts of branches, is no shortened figure. */
static bool
is_shortened(const struct grid *g, int y, int from, int to)
{
	bool found = false;

	for (int x = from; x < to && !found; x++) {
		const struct cell *c = grid_cell(g, x, y);

		found = strcmp(c->text, "…") == 0 || (g->ascii && x + 1 < to
			&& strcmp(c[0].text, ".") == 0 && strcmp(c[1].text, ".") == 0);
		if (found && x > from && strcmp(c[-1].text, ",") == 0)
			return false;
	}
	return found;
}

/* Fails if in line Y of G, which L describes, two cells touch, or a figure is shortened. */
static void
check_line(const struct layout *l, const struct grid *g, int y)
{
	for (int i = 0; i < l->n; i++) {
		const struct column_cells *p = &l->at[i];
		const struct column_id *id = p->column->id != NULL ? column_value_id(p->column->id)
			: NULL;
		bool is_text = p->column->rest || (id != NULL && id->type == VALUE_TEXT);
		const char *wrong = p->x + p->width > g->width ? "is beyond the screen"
			: i > 0 && strcmp(grid_cell(g, p->x, y)->text, " ") != 0 ? "touches its neighbour"
			: y > 0 && !is_text && is_shortened(g, y, p->x, p->x + p->width)
			? "is shortened" : NULL;

		if (wrong != NULL)
			fail_msg("%d cells, column %s of \"%s\": it %s", g->width,
				p->column->id != NULL ? p->column->id : "without id",
				grid_line(g, y), wrong);
	}
}

/* Checks V, drawn in WIDTH cells. */
static void
check_view(struct view *v, int width)
{
	struct grid g = { .ascii = v->ctx->ascii };
	struct layout l;

	grid_resize(&g, width, LINES);
	view_resize(v, width, LINES + 3);
	assert_true(view_fill(v));
	view_draw(v, &g, 0, LINES);
	layout_columns(&l, v, width, false);
	for (int y = 0; y < LINES && y <= (int)v->rows.n; y++)
		check_line(&l, &g, y);
	for (int i = 0; i < l.n; i++)
		if (l.at[i].column->rest && l.n > 1 && width <= VERY_WIDE)
			assert_true(l.at[i].width >= LEAST_REST);
	grid_release(&g);
}

/* Checks the view of A, and the same view as text, which has all columns. */
static void
check_all_widths(struct app *a)
{
	struct view *v = app_view(a);
	struct grid g = { .ascii = v->ctx->ascii };
	struct layout l;

	if (v->ops->picture != NULL)
		return;
	for (int width = NARROWEST; width <= WIDEST; width++)
		check_view(v, width);
	view_prepare(v);
	layout_measure(v, WIDEST, 0, (int)v->rows.n);
	layout_columns(&l, v, WIDEST, true);
	grid_resize(&g, l.at[l.n - 1].x + l.at[l.n - 1].width, 2);
	for (size_t i = 0; i < v->rows.n && i < LINES; i++) {
		layout_row(&l, v, &v->rows.v[i], &g, 1, STYLE_TEXT);
		check_line(&l, &g, 1);
	}
	grid_release(&g);
}

static void
write_text(const char *name, const char *text)
{
	FILE *f = fopen(name, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

/* Checks all views of the profiles FILES. */
static void
check_files(const char *const *files, size_t n, bool ascii)
{
	const struct open_options how = { .image = files[0], .files = files + 1, .nfiles = n - 1,
		.has_files = n > 1, .rules = RULES_EXACT, .spread = true };

	for (size_t i = 0; i < sizeof(views) / sizeof(*views); i++) {
		struct opened o;
		struct err e;

		if (!opened_begin(&o, &how, 150, LINES, ascii, &e))
			fail_msg("%s", e.text);
		opened_press(&o, views[i]);
		check_all_widths(&o.app);
		opened_end(&o);
	}
}

/* Stacks: names that are long or wide, figures of 12 digits, values below 0, deep recursion. */
static void
test_stacks(void **state)
{
	static const char *const files[] = { "stacks.folded" }, *const two[] = { "stacks.folded",
		"more.folded" };
	char *text = mem_new(1 << 18, 1), *at = text;

	(void)state;
	for (int i = 1; i <= 60; i++) {
		at += sprintf(at, "main;計算する関数_%d;", i);
		for (int k = 0; k < i; k++)
			at += sprintf(at, "%s;", k % 3 ? "of<int>::recursive(int)" : "b");
		at += sprintf(at, "%0*d 179352%06d\n", i % 20 == 0 ? 300 : 3, i, i);
	}
	at += sprintf(at, "main;less -424242424242\nmain;less;still -7\nmain;little 1\n");
	write_text("stacks.folded", text);
	write_text("more.folded", "main;little 987654321098\nother;b 3\n");
	free(text);
	check_files(files, 1, false);
	check_files(two, 2, true);
}

/* Costs of calls and lines of the source: figures of 12 digits, cycles, many calls. */
static void
test_costs_of_calls(void **state)
{
	static const char *const files[] = { "costs.callgrind" };

	(void)state;
	write_text("source.c", "int\nf(int n)\n{\n\treturn n > 0 ? g(n - 1) : 0;	/* 計算 */\n}\n");
	write_text("costs.callgrind", "events: Instructions\nfl=source.c\nfn=main\n"
		"3 179352000000\n4 42\ncalls=179352000 1\n4 179352000321\n"
		"cfn=f\ncalls=22420422 1\n4 123456789012\ncfn=g\ncalls=98765432109 1\n4 17935200\n"
		"fn=f\n2 17\n4 99999999999\ncfn=g\ncalls=22420422 1\n5 123456789012\n"
		"cfn=f\ncalls=999999999 1\n5 3\n"
		"fn=g\n7 171717171717\ncfn=f\ncalls=123456789 1\n8 17171717\ncfn=h\ncalls=1 1\n9 5\n"
		"fn=h\n99999 1\n");
	check_files(files, 1, false);
	check_files(files, 1, true);
}

/* Samples and calls: all marks, bounds of cycles, counts such as "1+26312".  With MANY, the figures
 * have more digits, and counts are lower bounds.  Another profile has known times. */
static void
check_samples(bool many, bool ascii)
{
	const struct open_options how = { .image = "known.folded", .rules = RULES_EXACT };
	struct opened known;
	struct err e;

	write_text("known.folded", "main;parse_sum;parse_term 5000\nmain;leaf_a 300\nmain;fact 20\n"
		"main;cfd::time::RungeKutta<double>::advance(double) 77\n");
	assert_true(opened_begin(&known, &how, 80, 24, false, &e));
	for (size_t i = 0; i < sizeof(views) / sizeof(*views); i++) {
		struct sharecheck check;
		struct callsites here, there;
		struct fixture f;

		fixture_profile(&f);
		for (uint32_t k = 0; many && k < f.profile.nfuncs; k++)
			f.profile.ticks[k] *= 17935200000.25;
		for (uint32_t k = 0; many && k < f.profile.narcs; k++)
			profile_set_arc_calls(&f.profile, k,
				profile_arc_calls(&f.profile, k) * 7 + 100000000 + k);
		f.profile.total *= many ? 17935200000.25 : 1;
		f.profile.calls_lost = many;
		fixture_start(&f, 150, LINES, ascii);
		callsites_open(&here, &f.profile);
		callsites_open(&there, &known.profile);
		assert_true(sharecheck_open(&check, &f.graph, known.graph, &here, &there, NULL));
		f.app.ctx.check = &check;
		press(&f, views[i]);
		check_all_widths(&f.app);
		sharecheck_release(&check);
		callsites_release(&here);
		callsites_release(&there);
		fixture_close(&f);
	}
	opened_end(&known);
	unlink("known.folded");
}

static void
test_samples(void **state)
{
	(void)state;
	check_samples(false, false);
	check_samples(false, true);
	check_samples(true, false);
	check_samples(true, true);
}

static int
prepare(void **state)
{
	(void)state;
	return mkdtemp(folder) == NULL || chdir(folder) != 0;
}

static int
clean_up(void **state)
{
	(void)state;
	unlink("stacks.folded");
	unlink("more.folded");
	unlink("costs.callgrind");
	unlink("source.c");
	return chdir("/") != 0 || rmdir(folder) != 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stacks),
		cmocka_unit_test(test_costs_of_calls),
		cmocka_unit_test(test_samples),
	};

	return cmocka_run_group_tests_name("layout", tests, prepare, clean_up);
}
