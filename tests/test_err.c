/* test_err.c - messages of struct err: place, control bytes, length
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/err.h"

static void
test_set_says_false(void **state)
{
	struct err e;

	(void)state;
	assert_false(err_set(&e, ERR_IO, "%s at %d", "lost", 7));
	assert_int_equal(e.kind, ERR_IO);
	assert_string_equal(e.text, "lost at 7");
}

static void
test_place_goes_in_front(void **state)
{
	struct err e;

	(void)state;
	(void)err_set(&e, ERR_FORMAT, "is bad");
	assert_false(err_in(&e, "byte %d", 20));
	assert_false(err_in(&e, "%s", "gmon.out"));
	assert_int_equal(e.kind, ERR_FORMAT);
	assert_string_equal(e.text, "gmon.out: byte 20: is bad");
}

static void
test_control_bytes_are_visible(void **state)
{
	struct err e;

	(void)state;
	(void)err_set(&e, ERR_IO, "%s", "a\033[2Jb\rc\nd\177e\001");
	assert_string_equal(e.text, "a^[[2Jb^Mc^Jd^?e^A");
	(void)err_in(&e, "%s", "x\033y");
	assert_string_equal(e.text, "x^[y: a^[[2Jb^Mc^Jd^?e^A");
}

/* Characters of the locale are kept.  Other bytes are shown in hexadecimal. */
static void
test_text_of_the_locale(void **state)
{
	struct err e;

	(void)state;
	assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
	(void)err_set(&e, ERR_IO, "%s", "\xc3\x84\xc3\x9b \xc2\x9b \x9b \xc3 \xe2\x82\xac");
	assert_string_equal(e.text, "\xc3\x84\xc3\x9b <U+009B> <9b> <c3> \xe2\x82\xac");
	assert_non_null(setlocale(LC_CTYPE, "C"));
	(void)err_set(&e, ERR_IO, "%s", "\xc3\x84");
	assert_string_equal(e.text, "<c3><84>");
}

/* No byte that a terminal takes for a command is kept. */
static void
test_no_control_byte_survives(void **state)
{
	struct err e;

	(void)state;
	for (int c = 1; c < 256; c++) {
		const char text[2] = { (char)c, '\0' };

		(void)err_set(&e, ERR_IO, "%s", text);
		assert_true(strlen(e.text) > 0);
		for (const char *p = e.text; *p != '\0'; p++) {
			unsigned char u = (unsigned char)*p;

			assert_false(u < 0x20 || u == 0x7f || (u >= 0x80 && u < 0xa0));
		}
	}
}

/* Text that is too long is cut, at every length, and always ends in a NUL. */
static void
test_text_never_overflows(void **state)
{
	static const char fills[] = { 'x', '\033', '\x9b' };
	struct { struct err e; char guard; } box = { .guard = 42 };
	char text[1200];

	(void)state;
	for (size_t f = 0; f < sizeof(fills); f++) {
		for (size_t n = 480; n < sizeof(text); n++) {
			memset(text, fills[f], n);
			text[n] = '\0';
			memset(box.e.text, 'z', sizeof(box.e.text));
			(void)err_set(&box.e, ERR_IO, "%s", text);
			assert_true(memchr(box.e.text, '\0', sizeof(box.e.text)) != NULL);
			assert_true(strlen(box.e.text) > 400);
			(void)err_in(&box.e, "%s", text);
			assert_true(memchr(box.e.text, '\0', sizeof(box.e.text)) != NULL);
			assert_int_equal(box.guard, 42);
		}
	}
}

/* The reason stays in the message, however long the name of the file is. */
static void
test_long_place_leaves_the_message(void **state)
{
	char path[4000];
	struct err e;

	(void)state;
	memset(path, 'p', sizeof(path));
	memcpy(path + sizeof(path) - 6, "/name", 6);
	(void)err_set(&e, ERR_IO, "No such file or directory");
	(void)err_in(&e, "%s", path);
	assert_non_null(strstr(e.text, "/name: No such file or directory"));
}

/* If the long path is a part of the message itself, the end of the path is cut, and the reason
 * stays.  A message that is copied into a struct err does not change. */
static void
test_long_message_keeps_its_end(void **state)
{
	char path[4000];
	struct err e, again;

	(void)state;
	memset(path, 'p', sizeof(path));
	memcpy(path, "/begin/", 7);
	path[sizeof(path) - 1] = '\0';
	(void)err_set(&e, ERR_IO, "%s: cannot be written here: %s", path, "No space left");
	assert_non_null(strstr(e.text, "p: cannot be written here: No space left"));
	assert_memory_equal(e.text, "/begin/", 7);
	assert_int_equal(strlen(e.text), sizeof(e.text) - 1);
	(void)err_set(&again, ERR_IO, "%s", e.text);
	assert_string_equal(again.text, e.text);
	/* No character is cut in the middle. */
	assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
	for (size_t k = 0; k < 4; k++) {
		for (size_t i = k; i + 3 < sizeof(path); i += 3)
			memcpy(path + i, "\xe2\x82\xac", 3);
		(void)err_set(&e, ERR_IO, "%s", path);
		assert_true(mbstowcs(NULL, e.text, 0) != (size_t)-1);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_set_says_false),
		cmocka_unit_test(test_place_goes_in_front),
		cmocka_unit_test(test_control_bytes_are_visible),
		cmocka_unit_test(test_text_of_the_locale),
		cmocka_unit_test(test_no_control_byte_survives),
		cmocka_unit_test(test_text_never_overflows),
		cmocka_unit_test(test_long_place_leaves_the_message),
		cmocka_unit_test(test_long_message_keeps_its_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
