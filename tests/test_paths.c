/* test_paths.c - paths as text, and paths that a user types
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/pathinput.h"
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

/* Makes an empty file NAME in DIR. */
static void
touch(const char *dir, const char *name)
{
	char path[64];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	file = fopen(path, "w");
	assert_non_null(file);
	fclose(file);
}

/* Removes the file NAME from DIR. */
static void
erase(const char *dir, const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	assert_int_equal(remove(path), 0);
}

/* A completed path does not end inside a character: "ä" and "ö" begin with the same byte. */
static void
test_whole_characters_are_completed(void **state)
{
	static const char *const names[] = { "bar\xc3\xa4", "bar\xc3\xb6", "x\xa4y", "x\xb6" };
	static const char *const typed[][2] = { { "b", "bar" }, { "bar\xc3", "bar\xc3" },
		{ "x", "x" } };
	char dir[] = "completedXXXXXX", path[64], want[64];

	(void)state;
	assert_non_null(mkdtemp(dir));
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		touch(dir, names[i]);
	for (size_t i = 0; i < sizeof(typed) / sizeof(*typed); i++) {
		size_t n;
		char *done;

		snprintf(path, sizeof(path), "%s/%s", dir, typed[i][0]);
		snprintf(want, sizeof(want), "%s/%s", dir, typed[i][1]);
		done = pathinput_complete(path, NULL, &n);
		assert_string_equal(done, want);
		assert_int_equal(n, 2);
		free(done);
	}
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		erase(dir, names[i]);
	assert_int_equal(rmdir(dir), 0);
}

static void
test_words_are_quoted(void **state)
{
	static const char *const words[][2] = { { "a=b.c", "a=b.c" }, { "=ls", "'=ls'" },
		{ "", "''" }, { "it's", "'it'\\''s'" }, { "~", "'~'" } };

	(void)state;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		char *word = pathinput_quote(words[i][0]);

		assert_string_equal(word, words[i][1]);
		free(word);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_paths_are_normalized),
		cmocka_unit_test(test_whole_characters_are_completed),
		cmocka_unit_test(test_words_are_quoted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
