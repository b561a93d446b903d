/* test_views.c - the views of a profile written by hand
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

#include "base/arena.h"
#include "base/mem.h"
#include "fixture_has.h"
#include "made.h"
#include "notes/notes.h"
#include "screen/keymap.h"
#include "table/column_values.h"
#include "table/layout.h"
#include "table/view_sort.h"
#include "table/view_text.h"
#include "table/view_unfold.h"
#include "views/views.h"

static void
test_functions_view(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	assert_string_equal(line_of(&f, 0),
		"cfd  gmon.out: 211.03 s, 21103 samples @100Hz  17 of 18 functions");
	assert_string_equal(line_of(&f, 1),
		" index %self▼  self s %total     calls   /call name");
	assert_string_equal(line_of(&f, 2),
		"   [4]  45.60   96.22   45.6                   pressu…::smooth_red_black [omp 0]");
	fixture_has(&f, "26.26   55.42   26.3  26214400 2.11 µs …sparse_time_dense_product_…::run");
	fixture_has(&f, "mcount  (profiler)");
	fixture_has(&f, "<0.03");
	fixture_has_not(&f, "never_called");
	press(&f, "z");
	fixture_has(&f, "never_called");
	fixture_has(&f, "18 of 18 functions");
	fixture_close(&f);
}

/* Totals have marks: "~" for an estimate by calls, "≈" for an estimate inside a cycle. */
static void
test_marks_of_totals(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 30);
	/* These rows are an estimate by calls, a certain total, and an estimate inside a cycle. */
	fixture_has(&f, "~45.6  13107200 1.43 µs …PreconditionedConjugateG…::solve");
	fixture_has(&f, " 26.3  26214400 2.11 µs …sparse_time");
	fixture_has(&f, "≈0.1       920 76.1 µs parse_term");
	/* All calls into the cycle go to parse_sum, so its total is certain. */
	fixture_has(&f, " 0.1       450  267 µs parse_sum");
	fixture_close(&f);
}

/* Members of a cycle have bounds instead of totals if estimates differ by much.  Exclusions can
 * change this. */
static void
test_bounds_in_cycles(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 30);
	fixture_has(&f, "≈0.1       920 76.1 µs parse_term");
	press(&f, ":smooth_red_black<Tab><Enter>x:sparse_time<Tab><Enter>x:reduce<Tab><Enter>x");
	press(&f, ":solve<Tab><Enter>x:mcount<Enter>x:fact<Enter>xf");
	fixture_has(&f, " ↻28-66       920 76.1 µs parse_term");
	press(&f, ":parse_factor<Enter>");
	fixture_has(&f, "0.03 to 0.23 s with callees");
	press(&f, "i");
	fixture_has(&f, "between 0.03 and 0.23 s, without the sampling");
	fixture_has(&f, "Only measured stacks");
	press(&f, "<Esc>uuuuuuf");
	fixture_has(&f, "≈0.1       920 76.1 µs parse_term");
	fixture_close(&f);
}

static void
test_calls_view(void **state)
{
	struct fixture f;
	int y;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, ":solve<Tab><Enter><Enter>");
	assert_int_equal(strncmp(line_of(&f, 0), "cfd  gmon.out  calls of [", 25), 0);
	y = find_line(&f, "…PreconditionedConjugateG…::solve");
	assert_true(y >= 0);
	assert_non_null(strstr(styles_of(&f, 4), "S"));
	assert_string_equal(cursor_line(&f), line_of(&f, 4));
	/* Callers are above the function.  The hottest caller is next to the function. */
	fixture_has(&f, "3276800/13.11M    …time::ImplicitEuler::advance");
	assert_true(find_line(&f, "9830400/13.11M    cfd::time::RungeKutta") == 3);
	/* Callees are below the function, the hottest first. */
	fixture_has_at(&f, 5, "26.21M/26.21M");
	fixture_has_at(&f, 6, "39.32M/52.43M");
	fixture_close(&f);
}

static void
test_recursion_and_spontaneous(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, ":fact<Enter><Enter>");
	fixture_has(&f, "3+27");
	assert_int_equal(find_line(&f, "main"), 2);
	assert_int_equal(find_line(&f, "fact"), 0);
	press(&f, "<Home><Enter>");
	fixture_has(&f, "calls of [");
	fixture_has(&f, "<spontaneous>");
	press(&f, "<Home><Enter>");
	fixture_has(&f, "called by code without -pg");
	fixture_close(&f);
}

/* Calls from outside all functions are a row among the callers. */
static void
test_calls_from_outside(void **state)
{
	struct fixture f;

	(void)state;
	fixture_profile(&f);
	f.profile.outside[FACT] = 1;
	fixture_start(&f, 80, 24, false);
	press(&f, ":fact<Enter><Enter>");
	fixture_has(&f, "3/4");
	fixture_has(&f, "1/4         <spontaneous>");
	fixture_close(&f);
}

static void
test_cycles_view(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, "C");
	fixture_has(&f, "1 cycle");
	fixture_has(&f, "50+2520    - <cycle 1>  3 functions");
	fixture_has(&f, "+ parse_sum");
	press(&f, "*");
	fixture_has(&f, "→ parse_term");
	fixture_has(&f, "1200               → parse_factor");
	fixture_has_not(&f, "→ leaf_a");
	press(&f, "-");
	fixture_has(&f, "+ <cycle 1>  3 functions");
	fixture_has_not(&f, "parse_sum");
	press(&f, "<Enter>");
	fixture_has(&f, "calls of [");
	fixture_has(&f, "50/50        main");
	fixture_has(&f, "50+2520    <cycle 1>");
	press(&f, ":parse_sum<Enter>");
	fixture_has(&f, "400/450       parse_factor");
	fixture_close(&f);
}

static void
test_members_unfold(void **state)
{
	struct fixture f;
	int y;

	(void)state;
	fixture_open(&f, 80, 40);
	press(&f, "I:parse_sum<Enter>+");
	y = find_line(&f, "  parse_term");
	assert_true(y > 0);
	fixture_has_selected(&f, "parse_sum");
	press(&f, "-");
	fixture_has_not(&f, "   parse_term");
	press(&f, ":fact<Enter>+");
	fixture_has(&f, "it is not in a cycle");
	fixture_close(&f);
}

/* On a note about a cycle with much time, the key "X" breaks up the cycle, and Enter opens the
 * calls of a member. */
static void
test_note_on_cycle(void **state)
{
	static const struct {
		int width, height;
		const char *name;
	} sizes[] = { { 80, 24, "notes-cycle-80x24" }, { 160, 50, "notes-cycle-160x50" } };
	const char *srcdir = getenv("srcdir");
	struct fixture f;
	char path[4096];

	(void)state;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		fixture_profile(&f);
		f.profile.ticks[LEAF_A] = 15000;
		fixture_begin(&f, sizes[i].width, sizes[i].height, false);
		notes_find_cycles(&f.profile, &f.graph);
		press(&f, "!");
		fixture_has(&f, "X breaks it up by excluding 420 of");
		snprintf(path, sizeof(path), "%s/tests/screens/%s.screen",
			srcdir != NULL ? srcdir : ".", sizes[i].name);
		fixture_has_screen(&f, path);
		press(&f, "/inside<Enter>X");
		fixture_has(&f, "X again breaks up <cycle 1>: 420 of 2,520 calls lost");
		press(&f, "<Enter>");
		fixture_has(&f, "calls of [3] parse_factor");
		press(&f, "XX");
		fixture_has(&f, "2 calls excluded: 420 of 2,520 calls lost");
		fixture_close(&f);
	}
}

/* The hottest path ends at a function whose self time is greater than the time of its hottest
 * callee. */
static void
test_hottest_path_ends(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, ":main<Enter>t*");
	fixture_has_selected(&f, "sparse_time_dense");
	/* The detail line shows the same time as the row. */
	fixture_has_selected(&f, "~19.7   41.56");
	fixture_has(&f, "~41.56 s along this path, of 55.42 s");
	fixture_close(&f);

	fixture_profile(&f);
	f.profile.ticks[SOLVE] = 9000;
	fixture_start(&f, 80, 24, false);
	press(&f, ":main<Enter>t*");
	fixture_has_selected(&f, "- …PreconditionedConjugateG…::solve");
	fixture_has(&f, "sparse_time_dense");
	view_unfold_close(app_view(&f.app), 0);
	view_unfold_hottest_paths(app_view(&f.app));
	press(&f, "");
	fixture_has(&f, "- …PreconditionedConjugateG…::solve");
	fixture_has(&f, "sparse_time_dense");
	/* In a tree of callers, each time is a part of the time of the function at the root. */
	press(&f, "<lt>:solve<Tab><Enter>T*");
	fixture_has_selected(&f, "main");
	fixture_close(&f);
}

static void
test_sorted_functions(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 100, 30);
	press(&f, "sc");
	fixture_has_at(&f, 1, "calls▼");
	fixture_has_at(&f, 2, "4.000G");
	/* The cursor stays on the first row. */
	assert_int_equal(app_view(&f.app)->list.cursor, 0);
	press(&f, "stsc");
	assert_int_equal(app_view(&f.app)->list.cursor, 0);
	press(&f, "st/smooth_red<Enter><Esc>sc");
	/* The same function stays selected. */
	fixture_has_selected(&f, "smooth_red_black");
	press(&f, "I");
	fixture_has_at(&f, 1, "calls▲");
	press(&f, "sn");
	fixture_has_at(&f, 1, "name▲");
	fixture_has_at(&f, 2, "…sparse_time");
	press(&f, "si");
	fixture_has_at(&f, 2, "[2]");	/* the first row that is not a cycle */
	press(&f, "sX");
	fixture_has(&f, "no column has that letter");
	fixture_close(&f);
}

/* If two functions on the screen have the same name, the parameters in which they differ are
 * shown. */
static void
test_overloads_differ(void **state)
{
	struct fixture f;

	(void)state;
	fixture_profile(&f);
	f.profile.funcs[SUM].name = "_Z9isAliasOfPK5TokenRKSt6vectorIiSaIiEEPb";
	f.profile.funcs[TERM_].name = "_Z9isAliasOfPK8VariableRKSt6vectorIiSaIiEEPb";
	fixture_start(&f, 80, 24, false);
	fixture_has(&f, "isAliasOf(Token const*…)");
	fixture_has(&f, "isAliasOf(Variable const*…)");
	press(&f, "&\\(Token<Enter>");
	fixture_has(&f, "isAliasOf(…)");
	fixture_close(&f);
}

/* If methods have the same name, the template arguments in which their classes differ are shown,
 * without an anonymous namespace. */
static void
test_classes_differ(void **state)
{
	struct fixture f;

	(void)state;
	fixture_profile(&f);
	f.profile.funcs[SUM].name = "std::Table<int, (anonymous namespace)::Node*>::find(long)";
	f.profile.funcs[TERM_].name = "std::Table<int, (anonymous namespace)::Leaf*>::find(long)";
	fixture_start(&f, 80, 24, false);
	fixture_has(&f, "Table<…Node*>::find");
	fixture_has(&f, "Table<…Leaf*>::find");
	fixture_close(&f);
}

/* The key for the hottest path gives a message that says why the path ends. */
static void
test_end_of_hottest_path(void **state)
{
	struct fixture f;

	(void)state;
	fixture_profile(&f);
	f.profile.ticks[SOLVE] = 20000;
	fixture_start(&f, 80, 24, false);
	press(&f, ":main<Enter>t+");
	fixture_has_not(&f, "the hottest path ends here");
	press(&f, "f:cfd::linalg<Tab><Enter>t*");
	fixture_has(&f, "the hottest path ends here");
	fixture_close(&f);
}

/* Callers stay above the function and callees below when rows are sorted by any column. */
static void
test_sorted_calls(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, ":solve<Tab><Enter><Enter>sc");
	fixture_has_at(&f, 3, "9830400/");
	fixture_has_at(&f, 5, "39.32M/");
	press(&f, "I");
	fixture_has_at(&f, 3, "3276800/");
	fixture_has_at(&f, 4, "  13.11M");
	fixture_has_at(&f, 5, "26.21M/");
	press(&f, "so");
	fixture_has_at(&f, 5, "26.21M/");
	fixture_close(&f);
}

static void
test_units_and_names(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 100, 30);
	press(&f, "%");
	fixture_has(&f, "percent of all samples");
	assert_null(strstr(line_of(&f, 1), "self s"));
	press(&f, "%");
	fixture_has(&f, "self n");
	fixture_has(&f, "  9622 ");
	press(&f, "%D");
	fixture_has(&f, "__pressure_solver_MOD_smooth_red_black._omp_fn.0");
	press(&f, "D");
	fixture_has(&f, "pressure_solver::smooth_red_black [omp 0]");
	fixture_close(&f);
}

static void
test_no_samples(void **state)
{
	struct fixture f;
	uint32_t i;

	(void)state;
	fixture_profile(&f);
	for (i = 0; i < STORY_FUNCS; i++)
		f.profile.ticks[i] = 0;
	f.profile.total = 0;
	f.profile.nsamples = 0;
	f.profile.has_histogram = false;
	fixture_start(&f, 80, 24, false);
	/* No column of times is shown, so rows are sorted by another column. */
	assert_string_equal(line_of(&f, 1), " index    calls▼ name");
	fixture_has_at(&f, 2, "4.000G");
	press(&f, "i");
	fixture_has(&f, "the profile holds no samples");
	fixture_close(&f);
}

static void
test_no_rate_no_calls(void **state)
{
	struct fixture f;

	(void)state;
	fixture_profile(&f);
	f.profile.rate = 0;
	f.profile.narcs = 0;
	f.profile.has_arcs = false;
	fixture_start(&f, 80, 24, false);
	fixture_has(&f, "21103 samples");
	assert_string_equal(line_of(&f, 1), " index %self▼           self n   ± n %total name");
	press(&f, "<Enter>k<Enter>");
	fixture_has(&f, "no calls at all");
	fixture_close(&f);
}

static void
test_empty(void **state)
{
	struct fixture f;

	(void)state;
	fixture_profile(&f);
	f.profile.nfuncs = f.profile.nticks = f.profile.noutside = f.profile.narcs = 0;
	f.profile.total = 0;
	fixture_start(&f, 80, 24, false);
	fixture_has(&f, "0 of 0 functions");
	press(&f, "<Enter>KJcCisSI%D+-;*z/x<Enter>nNHG42<Enter>:x<Enter>!<Enter>?<Enter>");
	fixture_close(&f);
}

static void
test_explanation(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 60, 40);
	press(&f, ":_ZN3cfd6linalg31PreconditionedConjugateGradientIdE5solveEi<Enter>i");
	fixture_has(&f, "cfd::linalg::PreconditionedConjugateGradient<double>");
	fixture_has(&f, "In the symbol table:");
	fixture_has(&f, "Sampled: 1874");
	fixture_has(&f, "Counted, not");
	fixture_has(&f, "Estimated");
	/* On a wide screen, the symbol is in one line. */
	press(&f, "<Resize:200x40>");
	fixture_has(&f, "_ZN3cfd6linalg31PreconditionedConjugateGradientIdE5solveEi");
	press(&f, "<Esc>");
	fixture_has(&f, "%self▼");
	fixture_close(&f);
}

enum { ROOTS = 5 };

/* Returns the number of rows of a tree in which all rows are unfolded.  ROOTS functions call one
 * function, which calls N others. */
static size_t
rows_of_call_paths(uint32_t n)
{
	struct fixture f;
	struct profile *p = &f.profile;
	struct view *v;
	size_t rows;

	fixture_functions(&f, ROOTS + 1 + n);
	for (uint32_t i = 0; i < p->nfuncs; i++)
		if (i != ROOTS)
			made_call(p, i < ROOTS ? i : ROOTS, i < ROOTS ? ROOTS : i, 1);
	fixture_start(&f, 80, 24, false);
	v = view_new(&tree_view, &f.app.ctx, NOBODY, 80, 24);
	view_fill(v);
	view_unfold_hottest_paths(v);
	rows = v->rows.n;
	view_free(v);
	fixture_close(&f);
	return rows;
}

/* When a whole tree is unfolded, a function with many rows below it is unfolded only once.  A
 * function with few rows is unfolded on every call path. */
static void
test_call_paths(void **state)
{
	(void)state;
	assert_int_equal(rows_of_call_paths(100), ROOTS * (2 + 100));
	assert_int_equal(rows_of_call_paths(101), ROOTS * 2 + 101);
}

static void
test_notes_view(void **state)
{
	struct fixture f;
	static struct note notes[] = {
		{ "mcount took 5 % of the samples", "Profiling itself costs time.", MCOUNT },
		{ "no debug information", "", NOBODY },
	};

	(void)state;
	fixture_profile(&f);
	f.profile.notes = mem_new(2, sizeof(*notes));
	memcpy(f.profile.notes, notes, sizeof(notes));
	f.profile.nnotes = 2;
	fixture_start(&f, 80, 24, false);
	fixture_has(&f, "!2");
	press(&f, "!");
	fixture_has(&f, "Profiling itself");
	press(&f, "<Enter>");
	fixture_has(&f, "calls of [");
	fixture_has(&f, "mcount");
	press(&f, "<lt>/information<Enter><Enter>");
	fixture_has(&f, "about the whole profile");
	fixture_close(&f);
}

static void
test_damaged(void **state)
{
	struct fixture f;

	(void)state;
	fixture_profile(&f);
	f.profile.damaged = true;
	f.profile.damaged_file = "gmon.out";
	err_set_(&f.profile.damage, ERR_FORMAT, "file ends inside a record at byte 60");
	fixture_start(&f, 80, 24, false);
	fixture_has_at(&f, 0, "damaged: file ends inside");
	press(&f, "<Enter>");
	fixture_has_at(&f, 0, "damaged: ");
	fixture_has_at(&f, 0, "calls of [");
	fixture_close(&f);
}

static void
test_help_view(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 100, 60);
	press(&f, "C?");
	fixture_has(&f, "Keys of the cycles view");
	fixture_has(&f, "open the calls of this cycle or function");
	press(&f, "/times<Space>in<Space>seconds<Enter><Enter>");
	fixture_has(&f, "cycle / member / call inside");
	fixture_has(&f, "times in percent");
	press(&f, "f?/rows<Space>without<Space>time<Enter><Enter>");
	fixture_has(&f, "never_called");
	fixture_close(&f);
}

/* The help is found by the words for what a key shows, and names keys as the user sees them. */
static void
test_help_words(void **state)
{
	static const char *const words[][2] = { { "focus", "focus: show only stacks through" },
		{ "waits", "time, waits, bytes" }, { "wait", "time, waits, bytes" } };
	char keys[40];
	struct fixture f;

	(void)state;
	fixture_open(&f, 100, 60);
	press(&f, "?");
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		snprintf(keys, sizeof(keys), "g/%s<Enter>", words[i][0]);
		press(&f, keys);
		fixture_has_not(&f, "no row matches");
		fixture_has_selected(&f, words[i][1]);
	}
	press(&f, "g/<lt>lt><Enter>");
	fixture_has(&f, "no row matches");
	press(&f, "<Esc>g/through<Space>this<Space>function;<Space><lt><Space>goes<Enter>");
	fixture_has_selected(&f, "< goes back");
	fixture_close(&f);
}

static void
test_wide_characters(void **state)
{
	struct fixture f;
	int y;

	(void)state;
	fixture_open(&f, 50, 30);
	press(&f, "z:halo<Tab><Enter><Enter>");
	y = find_line(&f, "größe_計算_x");
	assert_true(y > 0);
	fixture_has(&f, "evil^[[31m<U+009B>");
	fixture_close(&f);
}

/* Asserts that the titles of V in WIDTH columns are separated by blanks and not shortened. */
static void
assert_titles(struct fixture *f, const struct view *v, int width)
{
	struct layout l;

	layout_columns(&l, v, width, false);
	for (int at = 1; at < l.n; at++)
		if (strcmp(grid_cell(&f->grid, l.at[at].x, 1)->text, " ") != 0)
			fail_msg("in %d columns: %s", width, line_of(f, 1));
	for (int at = 0; at < l.n; at++)
		for (int x = 0; x < l.at[at].width && !l.at[at].column->rest; x++)
			assert_string_not_equal(grid_cell(&f->grid, l.at[at].x + x, 1)->text, "…");
}

/* Whatever column the rows are sorted by, titles are separated by blanks and not shortened. */
static void
test_titles_are_not_cut(void **state)
{
	static const char *const views[] = { "", "j<Enter>", "l", "F", "C" };
	static const int widths[] = { 40, 60, 80, 100, 120, 160, 200 };
	struct fixture f;
	size_t i, k;
	int column;

	(void)state;
	for (i = 0; i < sizeof(views) / sizeof(*views); i++)
		for (k = 0; k < sizeof(widths) / sizeof(*widths); k++) {
			struct view *v;

			fixture_open(&f, widths[k], 24);
			press(&f, views[i]);
			v = app_view(&f.app);
			for (column = 0; column < v->ops->ncolumns; column++) {
				if (!v->ops->columns[column].letter)
					continue;
				view_sort_by(v, column, false);
				press(&f, "");
				assert_titles(&f, v, widths[k]);
			}
			fixture_close(&f);
		}
}

static const struct view_ops *const views[] = {
#define VIEW(where, ops, name, printed, reads, rows) &ops,
#define VARIANT VIEW
#include "screen/views.def"
#undef VIEW
#undef VARIANT
};

/* A view has the keys that its functions and columns are made for, and no others of these. */
static void
test_views_have_their_keys(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(views) / sizeof(*views); i++) {
		const struct view_ops *ops = views[i];
		unsigned where = ops->info->where;
		bool sorts = false;

		for (int k = 0; k < ops->ncolumns; k++)
			sorts = sorts || ops->columns[k].letter != 0;
		if (sorts != ((where & SORTED) != 0))
			fail_msg("%s: SORT in views.def, or a column with a letter", ops->info->name);
		if ((ops->explain != NULL) != ((where & OF_FUNCS) != 0))
			fail_msg("%s: FUNC in views.def, or explain()", ops->info->name);
		if ((ops->target != NULL) != (keymap_binding(NULL, where, KEY_RETURN) != NULL))
			fail_msg("%s: OPEN in keys.def, or target()", ops->info->name);
	}
}

/* Each column with a value has a row in column_ids[], which is sorted.  JSON takes type and meaning
 * from there. */
static void
test_columns_have_ids(void **state)
{
	int found = 0;

	(void)state;
	for (size_t i = 1; i < ncolumn_ids; i++)
		assert_true(strcmp(column_ids[i - 1].id, column_ids[i].id) < 0);
	for (size_t i = 0; i < sizeof(views) / sizeof(*views); i++)
		for (int k = 0; k < views[i]->ncolumns; k++) {
			const struct column *c = &views[i]->columns[k];

			if (!column_value_exists(c))
				continue;
			if (column_value_id(c->id) == NULL)
				fail_msg("column_ids[] has no row for %s", c->id);
			found++;
		}
	assert_true(found > 40);
}

/* If there is room, recursive calls are shown separately from other calls. */
static void
test_recursive_calls_are_shown_apart(void **state)
{
	static const struct {
		uint64_t calls, own;
		const char *shown;
	} cases[] = {
		{ 3, 27, " 3+27 " }, { 1, 26312, " 1+26312 " }, { 1, 4000000000, " 1+4.000G " },
		{ 13107200, 4000000000, " 13107200+ " }, { 4000000000, 5, " 4.000G+5 " },
		{ 4000000000, 5000000000, " 4.000G+ " }, { 0, 7, " 0+7 " }, { 7, 0, " 7 " },
	};
	struct fixture f;
	size_t i;
	uint32_t a;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		fixture_profile(&f);
		for (a = 0; a < f.profile.narcs; a++)
			if (f.profile.arcs[a].callee == FACT)
				profile_set_arc_calls(&f.profile, a,
					f.profile.arcs[a].caller == FACT
						? cases[i].own : cases[i].calls);
		fixture_start(&f, 80, 24, false);
		press(&f, ":fact<Enter>");
		if (strstr(cursor_line(&f), cases[i].shown) == NULL)
			fail_msg("there is no %s in %s", cases[i].shown, cursor_line(&f));
		fixture_close(&f);
	}
}

/* Gives F a profile of N functions with random names.  Three functions share each name. */
static void
give_names(struct fixture *f, uint32_t n)
{
	/* The order of these names when mangled differs from their order when demangled. */
	static const char *const classes[] = { "4aaaa", "3bbb", "2cc", "1d" };
	struct profile *p = &f->profile;

	fixture_functions(f, n);
	for (uint32_t i = 0; i < n; i++)
		p->funcs[i].name = arena_printf(&p->names, "_ZN%s1fEi.part.%u", classes[i % 4],
			i * 7919 % (n / 3));
}

/* Asserts that rows are sorted by name, ascending if DIRECTION is 1, descending if it is -1. */
static void
assert_order(struct fixture *f, int direction)
{
	const struct view *v = app_view(&f->app);

	for (size_t i = 1; i < v->rows.n; i++) {
		const char *a = view_context_name(v->ctx, view_node(v, &v->rows.v[i - 1])),
			*b = view_context_name(v->ctx, view_node(v, &v->rows.v[i]));

		if (direction * strcmp(a, b) > 0)
			fail_msg("row %zu: %s comes before %s", i, a, b);
	}
}

/* Names are ranked once for all views, and ranked again when the user changes to mangled names. */
static void
test_names_are_ranked_once(void **state)
{
	enum { MANY = 1500 };
	struct fixture f;

	(void)state;
	give_names(&f, MANY);
	fixture_start(&f, 80, 24, false);
	press(&f, "sn");
	assert_int_equal(app_view(&f.app)->rows.n, MANY);
	assert_order(&f, 1);
	press(&f, "I");
	assert_order(&f, -1);
	fixture_has_selected(&f, "::f(int)");
	press(&f, "D");
	fixture_has_selected(&f, "_ZN1");
	assert_order(&f, -1);
	press(&f, "I");
	assert_order(&f, 1);
	fixture_close(&f);
}

/* With --no-demangle, a key switches to demangled names. */
static void
test_no_demangle(void **state)
{
	struct fixture f;

	(void)state;
	fixture_profile(&f);
	f.profile.funcs[MAIN].name = "_ZN1a1bEi";
	fixture_start(&f, 80, 24, false);
	f.app.ctx.names->style = DEMANGLE_NONE;
	press(&f, "D");
	fixture_has(&f, "_ZN1a1bEi");
	press(&f, "D");
	fixture_has(&f, "a::b(int)");
	fixture_close(&f);
}

/* If the profiler's table of calls was full, counts of calls are lower bounds. */
static void
test_lower_bounds(void **state)
{
	struct fixture f;

	(void)state;
	fixture_profile(&f);
	f.profile.calls_lost = true;
	fixture_start(&f, 80, 24, false);
	fixture_has(&f, " ≥26214400 ");
	fixture_has(&f, " ≥4.000G ");
	fixture_has(&f, " ≥3+27 ");
	press(&f, ":fact<Enter>");
	fixture_has(&f, "at least 3 calls and 27 from itself");
	press(&f, "i");
	fixture_has(&f, "Counted, not sampled; there may");
	press(&f, "<lt>:main<Enter><Enter>");
	fixture_has(&f, " ≥13.11M/52.43M ");
	fixture_has(&f, " ≥300/300 ");
	fixture_close(&f);
	fixture_profile(&f);
	f.profile.can_run_threads = true;
	fixture_start(&f, 160, 50, false);
	press(&f, ":fact<Enter>i");
	fixture_has(&f, "Counted, not sampled; too low if several threads ran at once.");
	press(&f, "<lt>:main<Enter><Enter>ji");
	fixture_has(&f, "Counted, not sampled; too low if several threads ran at once.");
	fixture_close(&f);
	fixture_profile(&f);
	f.profile.calls_lost = true;
	fixture_start(&f, 80, 24, true);
	fixture_has(&f, " >=3+27 ");
	fixture_close(&f);
}

/* A filtered tree can be sorted, and its rows can be closed. */
static void
test_filtered_tree(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 90, 24);
	press(&f, "C&fact<Enter>");
	assert_int_equal(find_line(&f, " fact  calls itself"), 2);
	assert_int_equal(find_line(&f, " + parse_factor"), 3);
	press(&f, "snI");
	assert_int_equal(find_line(&f, " + parse_factor"), 2);
	assert_int_equal(find_line(&f, " fact  calls itself"), 3);
	press(&f, "I");
	fixture_has_not(&f, "cycle 1>  3");
	press(&f, "&<C-u>cycle|_sum<Enter>");
	fixture_has(&f, "- <cycle 1>  3 functions");
	fixture_has(&f, "  + parse_sum");
	press(&f, "g-");
	fixture_has(&f, "+ <cycle 1>  3 functions");
	fixture_has_not(&f, "parse_sum");
	press(&f, "<Esc>&<C-u>cycle<Enter>");
	fixture_has(&f, "+ <cycle 1>  3 functions");
	press(&f, "+");
	fixture_has(&f, "  + parse_sum");
	fixture_close(&f);
}

/* An unfolded row stays unfolded, however many rows are inserted before it. */
static void
test_unfolded_of_many(void **state)
{
	enum { MANY = 2000 };
	struct fixture f;
	struct profile *p;

	(void)state;
	fixture_profile(&f);
	p = &f.profile;
	p->funcs = mem_resize(p->funcs, MANY, sizeof(*p->funcs));
	p->ticks = mem_resize(p->ticks, MANY, sizeof(*p->ticks));
	p->nticks = MANY;
	p->outside = mem_resize(p->outside, MANY, sizeof(*p->outside));
	p->noutside = MANY;
	for (uint32_t i = STORY_FUNCS; i < MANY; i++) {
		p->funcs[i] = p->funcs[NEVER];
		p->funcs[i].lo = STORY_CODE + i * STORY_SIZE;
		p->funcs[i].hi = p->funcs[i].lo + STORY_SIZE;
		p->ticks[i] = 1;
		p->outside[i] = 0;
	}
	p->nfuncs = MANY;
	fixture_start(&f, 80, 24, false);
	press(&f, "I:parse_sum<Enter>+");
	fixture_has(&f, "   parse_term");
	press(&f, "z");
	fixture_has(&f, "   parse_term");
	press(&f, "-z");
	fixture_has_not(&f, "   parse_term");
	fixture_close(&f);
}

/* When rows are unfolded below the last line, the window scrolls to them. */
static void
test_unfolded_below(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 11);
	press(&f, ":parse_sum<Enter>");
	assert_int_equal(find_line(&f, " parse_sum"), 8);
	press(&f, "+");
	fixture_has(&f, "   parse_factor");
	fixture_has_selected(&f, " parse_sum");
	press(&f, "-;");
	fixture_has(&f, "   parse_factor");
	fixture_close(&f);
}

/* A note about a folded function leads to the row that shows the function. */
static void
test_note_of_folded(void **state)
{
	static const struct note note = { .text = "The clone is odd.", .func = LEAF_B };
	struct fixture f;

	(void)state;
	fixture_profile(&f);
	f.profile.funcs[LEAF_B].name = "leaf_a.part.0";
	f.profile.notes = mem_new(1, sizeof(note));
	f.profile.notes[0] = note;
	f.profile.nnotes = 1;
	fixture_start(&f, 80, 24, false);
	press(&f, "!");
	fixture_has(&f, "→ [18] leaf_a.part.0");
	press(&f, "=");
	fixture_has(&f, "→ [17] leaf_a");
	press(&f, "<Enter>");
	fixture_has(&f, "calls of [17] leaf_a");
	fixture_has(&f, "ImplicitEuler");
	fixture_close(&f);
}

/* If the clock is fast, small times have more digits than the total. */
static void
test_fast_clock(void **state)
{
	struct fixture f;

	(void)state;
	fixture_profile(&f);
	f.profile.rate = 1000000;
	f.profile.total += 5000000;
	f.profile.ticks[SMOOTH] += 5000000;
	f.profile.ticks[MAIN] = 1;
	fixture_start(&f, 80, 30, false);
	fixture_has(&f, " 0.00  0.000001 ");
	fixture_has(&f, " 0.00 <0.000003 ");
	fixture_close(&f);
}

/* Some functions change .whole of a view.  They restore its value before they return. */
static void
test_whole_names_are_kept(void **state)
{
	FILE *nowhere = fopen("/dev/null", "w");
	struct view_text text = { 0 };
	struct fixture f;
	struct view *v;

	(void)state;
	assert_non_null(nowhere);
	fixture_open(&f, 80, 24);
	v = app_view(&f.app);
	for (int i = 0; i < 2; i++) {
		v->whole = i == 1;
		view_is_cut(v);
		assert_int_equal(v->whole, i);
		layout_measure(v, 200, 0, (int)v->rows.n);
		assert_int_equal(v->whole, i);
		view_text_print(&text, v, true, 0, nowhere);
		assert_int_equal(v->whole, i);
	}
	v->whole = false;
	view_text_release(&text);
	fclose(nowhere);
	fixture_close(&f);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_functions_view),
		cmocka_unit_test(test_marks_of_totals),
		cmocka_unit_test(test_bounds_in_cycles),
		cmocka_unit_test(test_calls_view),
		cmocka_unit_test(test_recursion_and_spontaneous),
		cmocka_unit_test(test_calls_from_outside),
		cmocka_unit_test(test_cycles_view),
		cmocka_unit_test(test_members_unfold),
		cmocka_unit_test(test_note_on_cycle),
		cmocka_unit_test(test_hottest_path_ends),
		cmocka_unit_test(test_sorted_functions),
		cmocka_unit_test(test_overloads_differ),
		cmocka_unit_test(test_classes_differ),
		cmocka_unit_test(test_sorted_calls),
		cmocka_unit_test(test_end_of_hottest_path),
		cmocka_unit_test(test_units_and_names),
		cmocka_unit_test(test_no_samples),
		cmocka_unit_test(test_no_rate_no_calls),
		cmocka_unit_test(test_fast_clock),
		cmocka_unit_test(test_filtered_tree),
		cmocka_unit_test(test_unfolded_of_many),
		cmocka_unit_test(test_unfolded_below),
		cmocka_unit_test(test_empty),
		cmocka_unit_test(test_explanation),
		cmocka_unit_test(test_call_paths),
		cmocka_unit_test(test_notes_view),
		cmocka_unit_test(test_note_of_folded),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_help_view),
		cmocka_unit_test(test_help_words),
		cmocka_unit_test(test_wide_characters),
		cmocka_unit_test(test_titles_are_not_cut),
		cmocka_unit_test(test_recursive_calls_are_shown_apart),
		cmocka_unit_test(test_names_are_ranked_once),
		cmocka_unit_test(test_no_demangle),
		cmocka_unit_test(test_lower_bounds),
		cmocka_unit_test(test_whole_names_are_kept),
		cmocka_unit_test(test_columns_have_ids),
		cmocka_unit_test(test_views_have_their_keys),
	};

	return cmocka_run_group_tests_name("views", tests, NULL, NULL);
}
