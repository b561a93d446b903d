/* test_numberlist.c - lists of numbers, and pairs of times
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/numberlist.h"
#include "bytes.h"

static void
test_lists(void **state)
{
	static const char *const bad[] = { "", ",", "1,", ",1", "1,,2", "-1", "1-", "3-2", "a", "1 ", "1-2-3",
		"4294967296", "99999999999999999999999" };

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		assert_false(numberlist_is_valid(bad[i]));
	assert_true(numberlist_is_valid("0"));
	assert_true(numberlist_is_valid("0,2-3,4294967295"));
	assert_true(numberlist_has("0,2-3,4294967295", 0));
	assert_false(numberlist_has("0,2-3,4294967295", 1));
	assert_true(numberlist_has("0,2-3,4294967295", 3));
	assert_true(numberlist_has("0,2-3,4294967295", UINT32_MAX));
	(void)state;
}

static void
test_times(void **state)
{
	static const char *const bad[] = { "", "1", "1,2,3", "2,1", "1,1", "-1,2", "a,b", "1,2s", "nan,1",
		"1,inf", "1e300,", " 1,2" };
	uint64_t from, to;

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		assert_false(numberlist_times(bad[i], &from, &to));
	assert_true(numberlist_times("1.5,3", &from, &to));
	assert_int_equal(from, 1500000000);
	assert_int_equal(to, UINT64_C(3000000000));
	assert_true(numberlist_times(",.25", &from, &to));
	assert_int_equal(from, 0);
	assert_int_equal(to, 250000000);
	assert_true(numberlist_times("0,", &from, &to));
	assert_int_equal(to, UINT64_MAX);
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lists),
		cmocka_unit_test(test_times),
	};

	watch_for_hangs();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
