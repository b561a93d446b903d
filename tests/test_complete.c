/* test_complete.c - how many threads a recording has, by its tables
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "launch/complete.h"

static void
test_threads(void **state)
{
	/* Two threads begin.  The first thread gets a larger table.  After the end of this thread,
	 * three other threads use the larger table.  No thread used the last table.  This happens
	 * only in damaged files. */
	struct recording_table tables[] = {
		{ .threads = 1 }, { .threads = 1 }, { .threads = 4, .generation = 1 },
		{ .threads = 1, .has_stacks = true }, { .generation = 2 },
	};
	struct recording r = { .tables = tables, .ntables = 5 };

	(void)state;
	assert_int_equal(complete_count_threads(&r), 5);
	r.ntables = 2;
	assert_int_equal(complete_count_threads(&r), 2);
	r.ntables = 0;
	assert_int_equal(complete_count_threads(&r), 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_threads),
	};

	return cmocka_run_group_tests_name("complete", tests, NULL, NULL);
}
