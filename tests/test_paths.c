/* test_paths.c - paths as text, and paths that a user types
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/pathname.h"

static void
test_paths_are_normalized(void **state)
{
	static const char *const paths[][2] = { { "/a/../b", "/b" }, { "/../x", "/x" },
		{ "/../../x", "/x" }, { "/a/../../x", "/x" }, { "/..", "/" }, { "/../", "/" },
		{ "a/../x", "a/../x" }, { "../x", "../x" }, { "./x", "./x" } };
	char text[16];

	(void)state;
	for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++) {
		pathname_normalize(text, paths[i][0]);
		assert_string_equal(text, paths[i][1]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_paths_are_normalized),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
