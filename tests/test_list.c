/* test_list.c - the cursor of a list and its window
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

#include "bytes.h"
#include "screen/list.h"

static void
check_invariants(const struct list *l)
{
	if (l->n == 0) {
		assert_int_equal(l->cursor, 0);
		assert_int_equal(l->top, 0);
		return;
	}
	assert_in_range(l->cursor, 0, l->n - 1);
	assert_in_range(l->top, 0, l->cursor);
	assert_true(l->cursor - l->top < l->height);
	assert_true(l->top == 0 || l->top + l->height <= l->n);
}

static void
test_moves(void **state)
{
	struct list l = { 0 };

	(void)state;
	list_set(&l, 10, 4);
	list_move(&l, 5);
	assert_int_equal(l.cursor, 5);
	assert_int_equal(l.top, 2);
	list_move(&l, 100);
	assert_int_equal(l.cursor, 9);
	assert_int_equal(l.top, 6);
	list_scroll(&l, -3);
	assert_int_equal(l.cursor, 6);
	assert_int_equal(l.top, 3);
	list_go(&l, 0);
	assert_int_equal(l.top, 0);
	list_reach(&l, 3);
	assert_int_equal(l.top, 0);
	list_go(&l, 2);
	list_reach(&l, 5);
	assert_int_equal(l.top, 2);
	list_reach(&l, 9);
	assert_int_equal(l.top, 2);
	assert_int_equal(l.cursor, 2);
	list_go(&l, 4);
	list_keep_visible(&l, 0);
	assert_int_equal(l.top, 2);
	list_keep_visible(&l, 3);
	assert_int_equal(l.top, 2);
	list_keep_visible(&l, 1);
	assert_int_equal(l.top, 1);
	assert_int_equal(l.cursor, 4);
	list_set(&l, 0, 4);
	check_invariants(&l);
}

static void
test_extreme_numbers(void **state)
{
	struct list l = { 0 };

	(void)state;
	list_set(&l, INT32_MAX, 5);
	list_move(&l, INT32_MAX);
	assert_int_equal(l.cursor, INT32_MAX - 1);
	list_move(&l, INT32_MAX);
	list_scroll(&l, INT32_MAX);
	check_invariants(&l);
	list_move(&l, INT32_MIN);
	assert_int_equal(l.cursor, 0);
	list_set(&l, -3, -3);
	check_invariants(&l);
}

/* The invariants hold after random moves. */
static void
test_invariants(void **state)
{
	struct list l = { 0 };
	uint64_t seed = 7;
	int i, by;

	(void)state;
	for (i = 0; i < 100000; i++) {
		by = (int)random_below(&seed, 41) - 20;
		switch (random_below(&seed, 4)) {
		case 0:
			list_set(&l, (int)random_below(&seed, 50), (int)random_below(&seed, 20));
			break;
		case 1: list_move(&l, by); break;
		case 2: list_scroll(&l, by); break;
		case 3: list_go(&l, by); break;
		}
		check_invariants(&l);
	}
}

/* When the window is moved, the cursor stays on its row.  It moves only if its row leaves the
 * window. */
static void
test_window_slides(void **state)
{
	struct list l = { 0 };

	(void)state;
	list_set(&l, 100, 10);
	list_go(&l, 5);
	list_slide(&l, 1);
	assert_int_equal(l.top, 1);
	assert_int_equal(l.cursor, 5);
	list_slide(&l, 8);
	assert_int_equal(l.top, 9);
	assert_int_equal(l.cursor, 9);
	list_slide(&l, -4);
	assert_int_equal(l.top, 5);
	assert_int_equal(l.cursor, 9);
	list_slide(&l, -100);
	assert_int_equal(l.top, 0);
	list_slide(&l, 1000);
	assert_int_equal(l.top, 90);
	list_set(&l, 0, 10);
	list_slide(&l, 1);
	assert_int_equal(l.top, 0);
}

/* After sorting again, the selected row is on the same line of the screen as before.  A cursor on
 * the first row stays there.  The window does not reach beyond the last row. */
static void
test_line_is_kept(void **state)
{
	struct list before = { 0 }, l;

	(void)state;
	list_set(&before, 100, 10);
	list_go(&before, 5);
	l = before;
	list_go(&l, 60);
	list_keep_line(&l, &before);
	assert_int_equal(l.cursor, 60);
	assert_int_equal(l.top, 55);
	list_go(&l, 99);
	list_keep_line(&l, &before);
	assert_int_equal(l.cursor, 99);
	assert_int_equal(l.top, 90);
	list_go(&before, 0);
	list_keep_line(&l, &before);
	assert_int_equal(l.cursor, 0);
	assert_int_equal(l.top, 0);
	list_go(&before, 5);
	list_set(&l, 0, 10);
	list_keep_line(&l, &before);
	check_invariants(&l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_window_slides),
		cmocka_unit_test(test_line_is_kept),
		cmocka_unit_test(test_moves),
		cmocka_unit_test(test_extreme_numbers),
		cmocka_unit_test(test_invariants),
	};

	return cmocka_run_group_tests_name("list", tests, NULL, NULL);
}
