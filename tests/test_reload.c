/* test_reload.c - reading a profile again: functions are found by name
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

#include "app/show.h"
#include "figures/entries.h"
#include "fixture_has.h"
#include "views/views.h"

static void
swap_funcs(struct func *x, struct func *y)
{
	struct func z = *x;

	*x = *y;
	*y = z;
}

/* Opens the profile of story.h with three changes: fact and parse_sum have exchanged numbers, fact
 * has 100 more samples, and leaf_a has another name. */
static void
open_changed(struct fixture *f)
{
	uint32_t i;

	fixture_profile(f);
	swap_funcs(&f->profile.funcs[FACT], &f->profile.funcs[SUM]);
	f->profile.ticks[FACT] = story_funcs[SUM].ticks;
	f->profile.ticks[SUM] = story_funcs[FACT].ticks + 100;
	for (i = 0; i < f->profile.narcs; i++) {
		uint32_t *side[] = { &f->profile.arcs[i].caller, &f->profile.arcs[i].callee };

		for (size_t k = 0; k < 2; k++)
			*side[k] = *side[k] == FACT ? SUM : *side[k] == SUM ? FACT : *side[k];
	}
	f->profile.funcs[LEAF_A].name = "leaf_new";
	fixture_start(f, 80, 24, false);
}

/* Lets the browser of F show the profile of G, as if it was read again.  F must be closed first. */
static bool
read_again(struct fixture *f, struct fixture *g, bool keeps_order)
{
	const struct shown next = { .read = &g->graph, .names = &g->names,
		.lookup = &g->lookup };

	return app_show(&f->app, &next, keeps_order);
}

static void
test_rows_and_marks_by_name(void **state)
{
	struct fixture f, g;

	(void)state;
	fixture_open(&f, 100, 30);
	press(&f, "sc/leaf<Enter><Esc>:fact<Enter>mf<Enter>k");
	fixture_has_selected(&f, "main");
	open_changed(&g);
	assert_true(read_again(&f, &g, false));
	press(&f, "");
	assert_int_equal(f.app.width, 100);
	fixture_has(&f, "calls of");
	fixture_has(&f, "fact");
	fixture_has_selected(&f, "main");
	/* The previous view keeps the order that the user chose, and shows the new figures. */
	press(&f, "<lt>");
	fixture_has(&f, "calls▼");
	fixture_has_selected(&f, "fact");
	fixture_has_selected(&f, "1.40");
	press(&f, "G'f");
	fixture_has_selected(&f, "fact");
	fixture_close(&f);
	fixture_close(&g);
}

/* Functions and cycles keep their numbers in brackets; what is new gets the next ones. */
static void
test_numbers_stay(void **state)
{
	struct fixture f, g;
	const struct graph *was = &f.graph, *now = &g.graph;
	uint32_t differ = 0;

	(void)state;
	fixture_open(&f, 80, 24);
	fixture_profile(&g);
	g.profile.ticks[FACT] += 5000;
	g.profile.funcs[LEAF_A].name = "leaf_new";
	fixture_start(&g, 80, 24, false);
	for (uint32_t n = 0; n < was->nfuncs; n++)
		differ += was->nodes[n].index != now->nodes[n].index;
	assert_true(differ > 2);
	assert_true(was->ncycles > 0);
	assert_int_equal(now->ncycles, was->ncycles);
	assert_true(read_again(&f, &g, false));
	for (uint32_t n = 0; n < was->nfuncs; n++)
		if (n != LEAF_A)
			assert_int_equal(now->nodes[n].index, was->nodes[n].index);
	for (uint32_t c = 0; c < was->ncycles; c++)
		assert_int_equal(graph_cycle_or_self(now, now->members[now->member_at[c]]),
			entries_at_index(now, was->nodes[graph_cycle_or_self(was,
				now->members[now->member_at[c]])].index));
	assert_int_equal(now->nodes[LEAF_A].index,
		was->nodes[was->entries[was->nnodes - 1]].index + 1);
	for (uint32_t i = 0; i < now->nnodes; i++)
		assert_int_equal(entries_at_index(now, now->nodes[now->entries[i]].index),
			now->entries[i]);
	fixture_close(&f);
	fixture_close(&g);
}

/* Writes the names of the functions in the rows of F to NAMES.  Returns their number. */
static size_t
names_of_rows(const struct fixture *f, const char *names[32])
{
	const struct view *v = app_view(&f->app);
	size_t n = 0;

	assert_true(v->rows.n <= 32);
	for (size_t i = 0; i < v->rows.n; i++)
		names[n++] = v->ctx->profile->funcs[v->rows.v[i].thing].name;
	return n;
}

/* If the caller wants it, rows keep their order.  A row that no longer exists then leaves no gap,
 * and a new row is the last.  Otherwise rows are sorted. */
static void
test_order_of_rows(void **state)
{
	const char *before[32], *kept[32], *sorted[32];
	struct fixture f, g, h;
	size_t n, at = 0;

	(void)state;
	fixture_open(&f, 100, 30);
	press(&f, ":fact<Enter>");
	n = names_of_rows(&f, before);
	open_changed(&g);
	assert_true(read_again(&f, &g, true));
	press(&f, "");
	fixture_has_selected(&f, "fact");
	assert_int_equal(names_of_rows(&f, kept), n);
	for (size_t i = 0; i < n; i++)
		if (strcmp(before[i], "leaf_a") != 0)
			assert_string_equal(kept[at++], before[i]);
	assert_int_equal(at, n - 1);
	assert_string_equal(kept[at], "leaf_new");
	open_changed(&h);
	assert_true(read_again(&f, &h, false));
	assert_int_equal(names_of_rows(&f, sorted), n);
	for (at = 0; at < n && strcmp(sorted[at], kept[at]) == 0;)
		at++;
	assert_true(at < n);
	fixture_close(&f);
	fixture_close(&g);
	fixture_close(&h);
}

/* Exclusions can be undone step by step after the profile was read again, and those that were
 * undone before can be redone. */
static void
test_steps_of_exclusions(void **state)
{
	struct fixture f, g;

	(void)state;
	fixture_open(&f, 100, 30);
	press(&f, ":fact<Enter>x:parse_sum<Enter>x:main<Enter>x:leaf_b<Enter>xuu");
	assert_int_equal(f.app.exclusions.nfuncs, 2);
	open_changed(&g);
	assert_true(read_again(&f, &g, true));
	assert_int_equal(f.app.exclusions.nfuncs, 2);
	press(&f, "<C-r><C-r><C-r>");
	assert_int_equal(f.app.exclusions.nfuncs, 4);
	press(&f, "uuu");
	assert_int_equal(f.app.exclusions.nfuncs, 1);
	press(&f, "u");
	assert_int_equal(f.app.exclusions.nfuncs, 0);
	fixture_close(&f);
	fixture_close(&g);
}

/* The exclusion of a function that no longer exists waits until the function exists again.  It
 * stays a step of its own, in its place, also if it was undone. */
static void
test_sleeping_steps(void **state)
{
	static const char *const undo[] = { "", "uu" };
	struct fixture f, g, h;

	(void)state;
	for (uint32_t i = 0; i < 2; i++) {
		fixture_open(&f, 100, 30);
		press(&f, ":fact<Enter>x:leaf_a<Enter>x:parse_sum<Enter><Enter>jx<lt>:leaf_b<Enter>x");
		assert_int_equal(f.app.exclusions.nfuncs, 3);
		press(&f, ":main<Enter>xu");
		press(&f, undo[i]);
		open_changed(&g);
		assert_true(read_again(&f, &g, true));
		assert_int_equal(f.app.exclusions.nfuncs, i == 0 ? 2 : 1);
		assert_int_equal(f.app.exclusions.nsleepers, 1);
		fixture_open(&h, 100, 30);
		assert_true(read_again(&f, &h, true));
		assert_int_equal(f.app.exclusions.nsleepers, 0);
		assert_int_equal(f.app.exclusions.nfuncs, i == 0 ? 3 : 2);
		if (i == 1)
			press(&f, "<C-r><C-r>");
		assert_true(exclusions_has_read(&f.app.exclusions, false, LEAF_A));
		assert_true(exclusions_has_read(&f.app.exclusions, false, LEAF_B));
		press(&f, "uuu");
		assert_false(exclusions_has_read(&f.app.exclusions, false, LEAF_A));
		assert_true(exclusions_has_read(&f.app.exclusions, false, FACT));
		press(&f, "<C-r><C-r><C-r><C-r><C-r>");
		assert_int_equal(f.app.exclusions.nfuncs, 4);
		fixture_close(&f);
		fixture_close(&g);
		fixture_close(&h);
	}
}

/* A profile without functions can be read again.  Marks that are not set remain unset. */
static void
test_no_functions(void **state)
{
	struct fixture f, g;

	(void)state;
	fixture_functions(&f, 0);
	fixture_start(&f, 80, 24, false);
	fixture_functions(&g, 0);
	fixture_start(&g, 80, 24, false);
	assert_true(read_again(&f, &g, false));
	for (int i = 0; i < MARKS; i++)
		assert_null(f.app.marks[i].ops);
	fixture_close(&f);
	fixture_close(&g);
}

/* The same calls are excluded after the profile was read again, except calls of a function that no
 * longer exists. */
static void
test_excluded_calls(void **state)
{
	struct fixture f, g;
	uint32_t i;

	(void)state;
	fixture_open(&f, 100, 30);
	exclusions_begin(&f.app.exclusions);
	for (i = 1; i < f.profile.narcs; i += 2)
		exclusions_change_read(&f.app.exclusions, true, i, true);
	open_changed(&g);
	assert_true(read_again(&f, &g, true));
	for (i = 0; i < f.profile.narcs; i++)
		assert_int_equal(exclusions_has_read(&f.app.exclusions, true, i),
			i % 2 == 1 && f.profile.arcs[i].callee != LEAF_A);
	fixture_close(&f);
	fixture_close(&g);
}

/* Undo takes back one step of exclusions, even if the function that this step excluded first no
 * longer exists. */
static void
test_step_without_its_first_change(void **state)
{
	struct fixture f, g;

	(void)state;
	fixture_open(&f, 100, 30);
	press(&f, ":fact<Enter>x");
	exclusions_begin(&f.app.exclusions);
	exclusions_change_read(&f.app.exclusions, false, LEAF_A, true);
	exclusions_change_read(&f.app.exclusions, false, LEAF_B, true);
	open_changed(&g);
	assert_true(read_again(&f, &g, true));
	assert_int_equal(f.app.exclusions.nfuncs, 2);
	press(&f, "u");
	assert_int_equal(f.app.exclusions.nfuncs, 1);
	fixture_close(&f);
	fixture_close(&g);
}

/* The unit is kept. */
static void
test_unit(void **state)
{
	struct fixture f, g;

	(void)state;
	fixture_open(&f, 100, 30);
	press(&f, "%%");
	assert_int_equal(f.app.ctx.scale.unit, UNIT_SAMPLES);
	open_changed(&g);
	assert_true(read_again(&f, &g, false));
	assert_int_equal(f.app.ctx.scale.unit, UNIT_SAMPLES);
	fixture_close(&f);
	fixture_close(&g);
}

/* A full history stays, too. */
static void
test_full_history(void **state)
{
	const struct view_ops *before[MOST_VIEWS];
	struct fixture f, g;
	int i;

	(void)state;
	fixture_open(&f, 100, 30);
	for (i = 0; i < MOST_VIEWS; i++)
		press(&f, i % 2 == 0 ? "C" : "f");
	assert_ptr_equal(f.app.history[0]->ops, &cycles_view);
	for (i = 0; i < MOST_VIEWS; i++)
		before[i] = f.app.history[i]->ops;
	open_changed(&g);
	assert_true(read_again(&f, &g, false));
	assert_int_equal(f.app.at, MOST_VIEWS - 1);
	for (i = 0; i < MOST_VIEWS; i++)
		assert_ptr_equal(f.app.history[i]->ops, before[i]);
	fixture_close(&f);
	fixture_close(&g);
}

/* Exclusions are kept.  A view of a function that no longer exists is dropped. */
static void
test_exclusions_are_restored(void **state)
{
	struct fixture f, g;

	(void)state;
	fixture_open(&f, 100, 30);
	press(&f, ":fact<Enter>x:parse_sum<Enter><Enter>jx<lt>:leaf_a<Enter><Enter>");
	fixture_has(&f, "calls of");
	open_changed(&g);
	assert_true(read_again(&f, &g, false));
	press(&f, "");
	fixture_has(&f, " fact: ");
	fixture_has(&f, "1 call excluded");
	fixture_has(&f, "%self");
	press(&f, "p");
	fixture_has(&f, "-E fact -k parse_sum/parse_term");
	fixture_close(&f);
	fixture_close(&g);
}

/* Views of cycles are restored, and so are views of the whole profile, and pages of text. */
static void
test_cycles_and_notes_are_restored(void **state)
{
	struct fixture f, g;

	(void)state;
	fixture_open(&f, 100, 30);
	press(&f, "C<Enter>!?i%D");
	open_changed(&g);
	assert_true(read_again(&f, &g, false));
	press(&f, "");
	fixture_has(&f, "keys and what they do");
	press(&f, "<lt>");
	fixture_has(&f, "what is odd");
	press(&f, "<lt>");
	fixture_has(&f, "<cycle 1>");
	press(&f, "<lt>");
	fixture_has(&f, "called+inner");
	fixture_close(&f);
	fixture_close(&g);
}

/* Views to which > leads are restored, too. */
static void
test_forward_history_is_restored(void **state)
{
	struct fixture f, g;

	(void)state;
	fixture_open(&f, 100, 30);
	press(&f, "C<Enter>!f<lt><lt><lt>");
	fixture_has(&f, "called+inner");
	open_changed(&g);
	assert_true(read_again(&f, &g, false));
	press(&f, "");
	fixture_has(&f, "called+inner");
	press(&f, ">");
	fixture_has(&f, "<cycle 1>");
	press(&f, ">");
	fixture_has(&f, "what is odd");
	press(&f, ">");
	fixture_has(&f, "%self▼");
	press(&f, ">");
	fixture_has(&f, "%self▼");
	assert_int_equal(f.app.at, 4);
	press(&f, "<lt><lt><lt><lt>");
	assert_int_equal(f.app.at, 0);
	fixture_close(&f);
	fixture_close(&g);
}

/* Asserts that reading the profile again after KEYS changes only the last line of the screen. */
static void
assert_same_after_reload(const char *keys)
{
	static char before[24][512];
	struct fixture f, g;
	int y;

	fixture_open(&f, 120, 24);
	press(&f, keys);
	/* A long message covers other lines, too, so remove it. */
	f.app.message[0] = '\0';
	press(&f, "");
	for (y = 0; y < 23; y++)
		snprintf(before[y], sizeof(before[y]), "%s", line_of(&f, y));
	fixture_open(&g, 120, 24);
	assert_true(read_again(&f, &g, false));
	press(&f, "");
	for (y = 0; y < 23; y++)
		if (strcmp(line_of(&f, y), before[y]) != 0)
			fail_msg("after %s: line %d is \"%s\", was \"%s\"", keys, y, line_of(&f, y),
				before[y]);
	fixture_close(&f);
	fixture_close(&g);
}

/* All settings that the user made in the browser are kept. */
static void
test_screen_is_the_same(void **state)
{
	static const char *const keys[] = { "jj", "=", "=jj", "=x", "x=", "=:fact<Enter>x",
		"scjj", "scI", "snj", "sn&a<Enter>j", "=sn&a<Enter>xj", "&par<Enter>jj", "%", "%%j",
		"D", "Djjsn", "z", "zG", "v", "vv", "vjj", "=vj", "<Enter>", "j<Enter>j",
		"jj<Enter>sc", "=j<Enter>kx", "C", "Cjj", "C*jjj", "Cj+jx", "CXX", "CXXjj", "C-",
		"t", "t*", "t*jj-", "jjT", "F", "l", "!", "/a<Enter>nn", "<Enter>f&a<Enter>",
		"x<Enter>x", "=jT", "jj+j", "<Right>", "j<Enter><Right>", "G", "zG<C-u>",
		"sc<Enter>nK" };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		assert_same_after_reload(keys[i]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows_and_marks_by_name),
		cmocka_unit_test(test_numbers_stay),
		cmocka_unit_test(test_order_of_rows),
		cmocka_unit_test(test_steps_of_exclusions),
		cmocka_unit_test(test_sleeping_steps),
		cmocka_unit_test(test_no_functions),
		cmocka_unit_test(test_excluded_calls),
		cmocka_unit_test(test_step_without_its_first_change),
		cmocka_unit_test(test_unit),
		cmocka_unit_test(test_full_history),
		cmocka_unit_test(test_exclusions_are_restored),
		cmocka_unit_test(test_cycles_and_notes_are_restored),
		cmocka_unit_test(test_forward_history_is_restored),
		cmocka_unit_test(test_screen_is_the_same),
	};

	return cmocka_run_group_tests_name("reload", tests, NULL, NULL);
}
