/* test_exclude.c - functions and calls are excluded and included again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/exclude_options.h"
#include "base/mem.h"
#include "fixture_has.h"
#include "made.h"

/* An excluded function has no time, and percentages are of the time that remains. */
static void
test_excluded_function(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 100, 24);
	press(&f, "x");
	fixture_has(&f, "without [4] …smooth_red_black: 114.81 of 211.03 s");
	fixture_has(&f, "excluded: 96.22 s less; u undoes it");
	fixture_has(&f, "[6]  48.27");
	fixture_has(&f, "x …smooth_red_black");
	/* The function moves away, and the next row is in its place, so that x excludes this. */
	fixture_has_selected(&f, "[6]  48.27");
	press(&f, ":[4]<Enter>");
	fixture_has_selected(&f, "x …smooth_red_black");
	fixture_has(&f, "excluded: x includes it again");
	press(&f, "i");
	fixture_has(&f, "It is excluded: its own time does not count.");
	press(&f, "qx");
	fixture_has(&f, "included again: 96.22 s more");
	fixture_has(&f, "211.03 s, 21103 samples");
	press(&f, ":[4]<Enter>x:[6]<Enter>x");
	fixture_has(&f, "without 2 functions: 59.39 of 211.03 s");
	press(&f, "u");
	fixture_has(&f, "undone: [6]");
	fixture_has_selected(&f, "[6]  48.27");
	press(&f, "u");
	fixture_has(&f, "211.03 s, 21103 samples");
	press(&f, "uuu");
	fixture_has(&f, "nothing to undo");
	press(&f, "<C-r>");
	fixture_has(&f, "redone: [4]");
	fixture_has(&f, "114.81 of 211.03 s");
	/* x includes the function again.  C-r then has nothing to redo. */
	press(&f, "x<C-r>");
	fixture_has(&f, "nothing to redo");
	fixture_has(&f, "211.03 s, 21103 samples");
	fixture_close(&f);
}

/* Rows of an excluded function and of its calls have neither figures nor bounds. */
static void
test_no_figure(void **state)
{
	static const char *const keys[] = { "<Enter>", "<Enter>k", "t", "T" };
	struct fixture f;

	(void)state;
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		fixture_open(&f, 100, 24);
		press(&f, ":fact<Enter>x:fact<Enter>");
		press(&f, keys[i]);
		assert_non_null(strchr(cursor_line(&f), ']'));
		assert_null(strchr(cursor_line(&f), '<'));
		assert_null(strchr(cursor_line(&f), '.'));
		fixture_has_not(&f, "between 0 and");
		fixture_close(&f);
	}
}

/* If some callers of a function are excluded, its time per call does not change.  The time that
 * remains of the function and of its callees is an estimate. */
static void
test_some_callers(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 160, 24);
	press(&f, ":solve<Tab><Enter>");
	fixture_has_selected(&f, "1.43 µs   ~7.35 µs");
	press(&f, ":RungeKutta<Enter>x:solve<Tab><Enter>");
	fixture_has_selected(&f, "4.69");
	fixture_has_selected(&f, "1.43 µs   ~7.35 µs");
	press(&f, "i");
	fixture_has(&f, "The share of excluded callers does not count");
	fixture_has(&f, "1.43 µs in itself, about 7.35 µs with what it calls");
	press(&f, "q<Enter>");
	fixture_has(&f, "~24.08 s with callees (0 to 103.71)");
	fixture_has(&f, "~2.11 µs    Eigen::");
	press(&f, "gk");
	fixture_has_selected(&f, "x cfd::time::RungeKutta");
	assert_null(strchr(cursor_line(&f), '~'));
	assert_null(strstr(cursor_line(&f), "0.0"));
	fixture_has_not(&f, "between");
	press(&f, "j");
	fixture_has(&f, "between 0 and 103.71 s");
	fixture_close(&f);
}

/* Functions whose callers are all excluded are excluded as well and propagate nothing. */
static void
test_excluded_caller(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 100, 24);
	press(&f, ":RungeKutta<Enter>x:ImplicitEuler<Enter>x");
	press(&f, ":solve<Tab><Enter><Enter>/reduce<Enter>i");
	fixture_has(&f, "39321600 times, 75 % of");
	fixture_has(&f, "The caller does not count: its calls propagate no time.");
	fixture_has_not(&f, "Estimated: the time of the callee is shared");
	fixture_close(&f);
}

/* The rounded shares of all callers may add up to less than 1.  Still, all time of the function is
 * shown. */
static void
test_rounded_share_of_all_callers(void **state)
{
	static const struct arc arcs[] = {
		{ MAIN, LEAF_B, 1 }, { EULER, LEAF_B, 4 }, { RUNGE, LEAF_B, 1 }
	};
	struct fixture f;
	struct profile *p = &f.profile;

	(void)state;
	fixture_calls(&f, arcs, sizeof(arcs) / sizeof(*arcs));
	p->ticks[LEAF_B] = 100;
	fixture_start(&f, 160, 24, false);
	press(&f, ":halo<Enter>x:leaf_b<Enter>");
	assert_true(graph_fract(f.app.ctx.graph, LEAF_B) < 1);
	press(&f, "i");
	fixture_has(&f, "Self: 1.00");
	fixture_has_not(&f, "not excluded");
	fixture_close(&f);
}

/* If some calls of a function are excluded, the remaining time of the function is an estimate.  No
 * row has more than 100 % of all time that remains.  The message about an excluded member of a
 * cycle shows bounds of its time in the cycle. */
static void
test_part_of_what_remains(void **state)
{
	static const struct arc arcs[] = {
		{ MAIN, EULER, 1 }, { EULER, RUNGE, 1 }, { EULER, LEAF_B, 1 },
		{ RUNGE, EULER, 1 }, { HALO, LEAF_B, 1 }
	};
	struct fixture f;
	struct profile *p = &f.profile;

	(void)state;
	fixture_calls(&f, arcs, sizeof(arcs) / sizeof(*arcs));
	for (uint32_t i = 0; i < p->nfuncs; i++)
		p->ticks[i] = i == LEAF_B ? 100 : i == EULER || i == RUNGE ? 10 : 0;
	fixture_start(&f, 100, 24, false);
	press(&f, ":halo<Enter>x");
	fixture_has(&f, ": ~0.70 of ");
	press(&f, ":RungeKutta<Enter>");
	fixture_has_selected(&f, "-100 ");
	press(&f, "x");
	fixture_has(&f, "excluded: about 0.10 s less; in its cycle it took 0.10 to 1.20 s");
	fixture_close(&f);
}

/* After a cycle is broken, the bounds and the times per call of its former members still include
 * the excluded calls. */
static void
test_bounds_of_broken_cycle(void **state)
{
	static const struct arc arcs[] = {
		{ MAIN, EULER, 1 }, { EULER, RUNGE, 9 }, { RUNGE, EULER, 4 }
	};
	struct fixture f;
	struct profile *p = &f.profile;

	(void)state;
	fixture_calls(&f, arcs, sizeof(arcs) / sizeof(*arcs));
	for (uint32_t i = 0; i < p->nfuncs; i++)
		p->ticks[i] = i == EULER || i == RUNGE ? 10 : 0;
	fixture_start(&f, 100, 24, false);
	press(&f, ":ImplicitEuler<Enter>XXi");
	assert_int_equal(f.app.ctx.graph->ncycles, 0);
	fixture_has(&f, "without the 4 excluded calls");
	fixture_has(&f, "with the excluded ones, whose time still counts");
	fixture_has(&f, "20.0 ms in itself");
	fixture_has(&f, "a cycle that exclusions broke up");
	press(&f, "q");
	assert_true(f.app.ctx.graph->bounds[RUNGE].hi == 20);
	assert_int_equal(f.app.ctx.graph->bounds[RUNGE].certainty, CYCLE_ESTIMATED);
	fixture_close(&f);
}

/* All views show an exclusion, also views in the history.  Indices do not change. */
static void
test_all_views_change(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 100, 24);
	press(&f, ":fact<Enter><Enter>x");
	fixture_has(&f, "gmon.out, without [10] fact");
	fixture_has(&f, "excluded: x includes it again");
	press(&f, "<lt>");
	fixture_has(&f, "without [10] fact: 210.63 of 211.03 s");
	press(&f, "H");
	fixture_has_selected(&f, "[4]  45.68");
	press(&f, "i");
	fixture_has(&f, "45.68 % of 210.63 s");
	press(&f, "q!");
	fixture_has(&f, "without [10] fact: 210.63 of 211.03 s");
	fixture_close(&f);
}

/* If the first row was selected, an updated view begins with its first row.  Any other selected row
 * stays on its line of the screen. */
static void
test_view_comes_back(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 12);
	press(&f, "<Enter>x<lt>");
	assert_int_equal(f.app.history[f.app.at]->list.cursor, 0);
	press(&f, "ugjjj<Enter>x<lt>");
	assert_int_equal(f.app.history[f.app.at]->list.cursor
		- f.app.history[f.app.at]->list.top, 3);
	fixture_close(&f);
}

static void
test_excluded_call(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 100, 24);
	press(&f, ":solve<Tab><Enter><Enter>kx");
	fixture_has(&f, "9,830,400 of 13,107,200 calls lost; its");
	fixture_has(&f, "1 call excluded");
	fixture_has(&f, "x cfd::time::RungeKutta");
	/* The selected row is among the excluded rows now, and x includes it again. */
	press(&f, "gx");
	fixture_has(&f, "included again");
	fixture_has_not(&f, "call excluded");
	press(&f, "jjx");
	fixture_has(&f, " excluded: ");
	fixture_close(&f);
}

/* If excluding calls breaks a cycle, views of the cycle show one of its members. */
static void
test_broken_cycle(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 100, 24);
	press(&f, "C<Enter><lt>");
	press(&f, "jj+jx");
	fixture_has(&f, "parse_term → parse_factor excluded: 1,200 of 2,520 calls lost, "
		"3 functions no longer in a cycle");
	fixture_has(&f, "no cycles");
	fixture_has(&f, "x parse_term → parse_factor");
	press(&f, ">");
	fixture_has(&f, "calls of [11] parse_sum");
	press(&f, "<lt>u");
	fixture_has(&f, "<cycle 1>");
	press(&f, ">");
	fixture_has(&f, "parse_sum");
	fixture_close(&f);
}

static void
test_proposal_for_cycle(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 100, 24);
	press(&f, "CX");
	fixture_has(&f, "X again breaks up <cycle 1>: 420 of 2,520 calls lost: "
		"parse_factor → parse_sum, parse_factor →");
	fixture_has(&f, "1 cycle");
	/* Any key but X drops the proposal, so that the next X proposes again. */
	press(&f, "jX");
	fixture_has(&f, "X again breaks up <cycle 1>");
	press(&f, "X");
	fixture_has(&f, "2 calls excluded: 420 of 2,520 calls lost, "
		"3 functions no longer in a cycle");
	fixture_has(&f, "no cycles");
	press(&f, "p");
	fixture_has(&f, "-k parse_factor/parse_sum -k parse_factor/parse_term");
	press(&f, "<lt>u");
	fixture_has(&f, "undone: 2 calls are included again");
	fixture_has(&f, "1 cycle");
	press(&f, "p");
	fixture_has(&f, "nothing is excluded");
	fixture_close(&f);
}

/* Overloads in the proposal show the parameters by which they differ. */
static void
test_proposal_tells_overloads_apart(void **state)
{
	struct fixture f;

	(void)state;
	fixture_profile(&f);
	f.profile.funcs[SUM].name = "parse(Sum&)";
	f.profile.funcs[TERM_].name = "parse(Term&)";
	fixture_start(&f, 130, 24, false);
	press(&f, "CX");
	fixture_has(&f, "parse_factor → parse(Sum&), parse_factor → parse(Term&)");
	fixture_close(&f);
}

/* X works in every view in which a function of a cycle is selected, and in the calls of a
 * member. */
static void
test_proposal_in_other_views(void **state)
{
	static const char *const ways[] = { ":parse_sum<Enter>", ":parse_sum<Enter>c",
		":parse_sum<Enter>cgg", "C<Enter>", ":parse_sum<Enter>t", ":parse_sum<Enter>T" };
	struct fixture f;

	(void)state;
	for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
		fixture_open(&f, 100, 24);
		press(&f, ways[i]);
		press(&f, "X");
		fixture_has(&f, "X again breaks up <cycle 1>: 420 of 2,520 calls lost: ");
		press(&f, "X");
		fixture_has(&f, "2 calls excluded: 420 of 2,520 calls lost, ");
		/* The same row is selected as before.  In the third view, this row is a caller. */
		fixture_has_selected(&f, i == 2 ? "main" : "parse_sum");
		fixture_close(&f);
	}
	fixture_open(&f, 80, 24);
	press(&f, ":parse_sum<Enter>c");
	fixture_has_at(&f, 23, "X break up");
	press(&f, "<lt>:main<Enter>c");
	fixture_has_at(&f, 23, "Enter go there");
	fixture_has_not(&f, "X break up");
	press(&f, "X");
	fixture_has(&f, "X breaks up a cycle: select one of its functions; C shows the cycles");
	fixture_close(&f);
}

/* When all time is excluded, title, message and view say so.  z still shows the functions. */
static void
test_nothing_left(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, "x");
	fixture_has(&f, "without [4] …smooth_red_black: 114.81 of 211.03 s");
	fixture_close(&f);
	fixture_open(&f, 160, 50);
	press(&f, "x:main<Enter>x");
	fixture_has(&f, "211.03 s in 21103 samples at 100 Hz, without 2 functions: 10.35 of 211.03 s");
	fixture_has_not(&f, "nothing is left");
	press(&f, ":mcount<Enter>x");
	fixture_has_at(&f, 0, "without 3 functions: nothing left of 211.03 s");
	fixture_has_at(&f, 2, "nothing is left: all time is excluded; u undoes the last exclusion");
	fixture_has(&f, "10.35 s less, nothing is left; u undoes it");
	fixture_has_not(&f, "fact");
	press(&f, "l");
	fixture_has_at(&f, 2, "nothing is left: all time is excluded");
	press(&f, "<lt>z");
	fixture_has(&f, "x main");
	press(&f, "zu");
	fixture_has(&f, "mcount  (profiler)");
	fixture_close(&f);
}

/* If a row cannot be excluded, a message says so, and open rows stay open. */
static void
test_rows_without_exclusion(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 100, 24);
	press(&f, "Cx");
	fixture_has(&f, "a cycle cannot be excluded");
	press(&f, "q:main<Enter><Enter>gx");
	fixture_has(&f, "nothing to exclude in this row");
	/* In a tree, x excludes the call of the selected row, and open rows stay open. */
	press(&f, "q:main<Enter>t");
	press(&f, "j+jx");
	fixture_has(&f, " excluded: ");
	fixture_has(&f, "- main");
	press(&f, "u");
	fixture_has(&f, "again");
	fixture_close(&f);
}

/* Every undo updates the open pages that show figures or exclusions. */
static void
test_pages(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 100, 24);
	press(&f, ":fact<Enter>x:mcount<Enter>xp");
	fixture_has(&f, "-E mcount -E fact");
	press(&f, "u");
	fixture_has(&f, "-E fact");
	fixture_has_not(&f, "-E mcount");
	fixture_has(&f, "undone: [9] mcount");
	press(&f, "u");
	fixture_has(&f, "Nothing is excluded");
	press(&f, "<C-r><C-r>");
	fixture_has(&f, "-E mcount -E fact");
	press(&f, "<lt>:parse_sum<Enter>i");
	fixture_has(&f, "of 200.28 s");
	press(&f, "u");
	fixture_has(&f, "of 210.63 s");
	press(&f, "<lt>u>");
	fixture_has(&f, "of 211.03 s");
	fixture_close(&f);
}

/* If the cycle of a mark was broken up, the mark leads to a former member.  After undo, it leads to
 * the cycle again. */
static void
test_marked_cycle(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f, 100, 24);
	press(&f, "C<Enter>mafCmbCXX'a");
	fixture_has(&f, "calls of [11] parse_sum");
	press(&f, "'b");
	fixture_has(&f, "cycle / member");
	press(&f, "u'a");
	fixture_has(&f, "] <cycle 1>");
	press(&f, "'b");
	fixture_has_selected(&f, "<cycle 1>");
	fixture_close(&f);
}

/* A view of cycles was filled before its cycle was broken up.  The view still has a row of this
 * cycle, which no longer exists.  Opening the view of cycles again does not use this row. */
static void
test_outdated_view_of_cycles(void **state)
{
	struct fixture f;

	(void)state;
	for (int i = 0; i < 2; i++) {
		fixture_open(&f, 100, 24);
		press(&f, i == 0 ? "C<Enter>XX!C" : "C<Enter>XX?C");
		fixture_has(&f, "there are no cycles; these functions call themselves");
		fixture_close(&f);
	}
}

/* Returns the first word of the line *TEXT as a shell reads it, to be free()d, or NULL if there is
 * none.  Sets *TEXT to the rest. */
static char *
next_word(const char **text)
{
	const char *s = *text;
	char *made = mem_new(strlen(s) + 1, 1), *to = made;
	bool quoted = false;

	while (*s == ' ')
		s++;
	for (; *s && *s != '\n' && (quoted || *s != ' '); s++)
		if (*s == '\'')
			quoted = !quoted;
		else if (*s == '\\' && !quoted)
			*to++ = *++s;
		else
			*to++ = *s;
	*text = s;
	if (to > made)
		return made;
	free(made);
	return NULL;
}

/* Asserts that the options in exclude_options_text() exclude the same calls and functions as the
 * browser, except FEWER functions, which only the browser excludes. */
static void
assert_same_as_options(struct fixture *f, uint32_t fewer)
{
	struct profile *p = &f->profile;
	char *story = exclude_options_text(&f->app.exclusions), *option, *words[9];
	const char *at = strchr(story, '\n') + 1;
	struct symspec specs[9];
	struct named sel;
	size_t n = 0;
	uint32_t i;

	while ((option = next_word(&at)) != NULL) {
		words[n] = next_word(&at);
		assert_non_null(words[n]);
		specs[n].table = strcmp(option, "-k") == 0 ? EXCL_ARCS : EXCL_TIME;
		specs[n].text = words[n];
		free(option);
		n++;
	}
	select_resolve(&sel, p, specs, n, false);
	for (i = 0; i < p->nfuncs; i++) {
		bool want = exclusions_has_read(&f->app.exclusions, false, i);
		bool got = select_has(&sel, EXCL_TIME, i);

		if (want && !got)
			assert_true(fewer-- > 0);
		else
			assert_int_equal(got, want);
	}
	assert_int_equal(fewer, 0);
	for (i = 0; i < p->narcs; i++)
		assert_int_equal(!select_has_arc(&sel, p->funcs, p->arcs[i].caller,
			p->arcs[i].callee), exclusions_has_read(&f->app.exclusions, true, i));
	select_release(&sel);
	while (n > 0)
		free(words[--n]);
	free(story);
}

/* Options can exclude functions whose names are long or have a dot.  The page says how many
 * functions have names that no option can express. */
static void
test_shown_options(void **state)
{
	struct fixture f;
	char *name = mem_new(1501, 1);

	(void)state;
	fixture_profile(&f);
	memset(name, 'l', 1500);
	name[700] = '<';
	name[701] = '\'';
	f.profile.funcs[FACT].name = "fact.constprop.0";
	f.profile.funcs[MCOUNT].name = "2mcount";
	f.profile.funcs[SUM].name = name;
	fixture_start(&f, 100, 24, false);
	press(&f, ":[10]<Enter>x");
	assert_same_as_options(&f, 0);
	press(&f, ":[11]<Enter>x");
	assert_same_as_options(&f, 0);
	press(&f, "u:[11]<Enter><Enter>jx");
	assert_int_equal(f.app.exclusions.narcs, 1);
	assert_same_as_options(&f, 0);
	press(&f, "q:[9]<Enter>x");
	assert_same_as_options(&f, 1);
	press(&f, "p");
	fixture_has(&f, "-E :fact.constprop.0");
	fixture_has(&f, "No option can name 1 of these 3");
	fixture_close(&f);
	free(name);
}

/* A number of functions at which views in the history release their rows. */
enum { MANY = 12000 };

static void
open_many(struct fixture *f)
{
	struct profile *p = &f->profile;

	fixture_functions(f, MANY);
	p->ticks[0] = 4000000;
	p->ticks[1] = 6000;
	p->ticks[2] = 5000;
	p->total = 4000000 + 6000 + 5000 + MANY - 3;
	p->nsamples = (uint64_t)p->total;
	fixture_start(f, 100, 24, false);
}

/* If a view in the history has released its rows, going back to it unfolds the same rows. */
static void
test_unfolded_many(void **state)
{
	struct fixture f;
	size_t rows;

	(void)state;
	fixture_functions(&f, MANY);
	f.profile.ticks[0] = 4000;
	made_call(&f.profile, 0, 1, 5);
	made_call(&f.profile, 1, 0, 5);
	fixture_start(&f, 100, 24, false);
	rows = app_view(&f.app)->rows.n;
	press(&f, "g+jj");
	assert_int_equal(app_view(&f.app)->rows.n, rows + 2);
	press(&f, "C");
	assert_true(f.app.history[f.app.at - 1]->forgotten);
	press(&f, "<lt>");
	assert_int_equal(app_view(&f.app)->rows.n, rows + 2);
	assert_int_equal(app_view(&f.app)->list.cursor, 2);
	assert_int_equal(view_row(app_view(&f.app))->depth, 1);
	fixture_close(&f);
}

/* Hot rows are rows with much time that is not excluded.  They are also found in views of many
 * rows. */
static void
test_hot_rows(void **state)
{
	struct fixture f;

	(void)state;
	open_many(&f);
	press(&f, "g]");
	fixture_has(&f, "no hot row below");
	press(&f, "xg]");
	fixture_has_selected(&f, " f2");
	press(&f, "H");
	fixture_has_selected(&f, " f1");
	fixture_close(&f);
}

/* Going back in the history restores the position of the window. */
static void
test_window_restored(void **state)
{
	struct list before;
	struct fixture f;

	(void)state;
	open_many(&f);
	press(&f, ":f6000<Enter>kkk");
	before = app_view(&f.app)->list;
	press(&f, "i<lt>");
	assert_int_equal(app_view(&f.app)->list.cursor, before.cursor);
	assert_int_equal(app_view(&f.app)->list.top, before.top);
	fixture_close(&f);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_excluded_function),
		cmocka_unit_test(test_no_figure),
		cmocka_unit_test(test_some_callers),
		cmocka_unit_test(test_excluded_caller),
		cmocka_unit_test(test_rounded_share_of_all_callers),
		cmocka_unit_test(test_part_of_what_remains),
		cmocka_unit_test(test_bounds_of_broken_cycle),
		cmocka_unit_test(test_all_views_change),
		cmocka_unit_test(test_excluded_call),
		cmocka_unit_test(test_view_comes_back),
		cmocka_unit_test(test_broken_cycle),
		cmocka_unit_test(test_proposal_for_cycle),
		cmocka_unit_test(test_proposal_tells_overloads_apart),
		cmocka_unit_test(test_proposal_in_other_views),
		cmocka_unit_test(test_nothing_left),
		cmocka_unit_test(test_rows_without_exclusion),
		cmocka_unit_test(test_pages),
		cmocka_unit_test(test_marked_cycle),
		cmocka_unit_test(test_outdated_view_of_cycles),
		cmocka_unit_test(test_shown_options),
		cmocka_unit_test(test_unfolded_many),
		cmocka_unit_test(test_hot_rows),
		cmocka_unit_test(test_window_restored),
	};

	return cmocka_run_group_tests_name("exclude", tests, NULL, NULL);
}
