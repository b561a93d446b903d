/* test_cursor.c - numbers and texts read from bytes
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

#include "base/cursor.h"

static const unsigned char bytes[] = { 0x81, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x88, 0x09 };

static struct cursor
cursor_over(size_t n, bool big)
{
	return (struct cursor){ .p = bytes, .end = bytes + n, .big = big };
}

static void
test_little_endian(void **state)
{
	struct cursor c = cursor_over(9, false);

	(void)state;
	assert_int_equal(cursor_u8(&c), 0x81);
	assert_int_equal(cursor_u16(&c), 0x0302);
	assert_int_equal(cursor_u32(&c), 0x07060504);
	assert_int_equal(cursor_left(&c), 2);
	c.p = bytes;
	assert_true(cursor_uint(&c, 8) == 0x8807060504030281u);
	c.p = bytes;
	assert_true(cursor_uint(&c, 4) == 0x04030281u);
	assert_false(c.past);
}

static void
test_big_endian(void **state)
{
	struct cursor c = cursor_over(9, true);

	(void)state;
	assert_int_equal(cursor_u8(&c), 0x81);
	assert_int_equal(cursor_u16(&c), 0x0203);
	assert_int_equal(cursor_u32(&c), 0x04050607);
	c.p = bytes;
	assert_true(cursor_uint(&c, 8) == 0x8102030405060788u);
	c.p = bytes;
	assert_true(cursor_uint(&c, 4) == 0x81020304u);
	assert_false(c.past);
}

/* If fewer bytes remain than a number needs, it is read as 0.  Then all later reads return 0 or
 * NULL, too. */
static void
test_past_the_end_sticks(void **state)
{
	(void)state;
	for (size_t n = 0; n < 8; n++) {
		unsigned char *copy = malloc(n > 0 ? n : 1);	/* exact size, so that sanitizers
								 * see reads beyond the end */
		struct cursor c = { .p = copy, .end = copy + n, .big = true };

		memcpy(copy, bytes, n);
		assert_true(cursor_uint(&c, 8) == 0);
		assert_true(c.past);
		assert_int_equal(cursor_left(&c), 0);
		assert_int_equal(cursor_u8(&c), 0);
		assert_null(cursor_bytes(&c, 1));
		assert_true(c.past);
		free(copy);
	}
}

/* A text must have its NUL before the end. */
static void
test_text_needs_its_nul(void **state)
{
	static const unsigned char text[] = "ab\0cd";
	struct cursor c = { .p = text, .end = text + 5 };

	(void)state;
	assert_string_equal(cursor_text(&c), "ab");
	assert_ptr_equal(c.p, text + 3);
	assert_null(cursor_text(&c));
	assert_true(c.past);
	assert_int_equal(cursor_left(&c), 0);
}

static void
test_leb128(void **state)
{
	static const unsigned char some[] = { 0xe5, 0x8e, 0x26, 0x7f, 0x80, 0x7f, 0x80 };
	struct cursor c = { .p = some, .end = some + sizeof(some) };

	(void)state;
	assert_true(cursor_uleb(&c) == 624485);
	assert_true(cursor_sleb(&c) == -1);
	assert_true(cursor_sleb(&c) == -128);
	assert_false(c.past);
	assert_true(cursor_uleb(&c) == 0);
	assert_true(c.past);
}

static void
test_bytes_up_to_the_end(void **state)
{
	struct cursor c = cursor_over(9, true);

	(void)state;
	assert_ptr_equal(cursor_bytes(&c, 4), bytes);
	assert_ptr_equal(cursor_bytes(&c, 5), bytes + 4);
	assert_false(c.past);
	assert_int_equal(cursor_left(&c), 0);
	assert_non_null(cursor_bytes(&c, 0));
	assert_null(cursor_bytes(&c, SIZE_MAX));
	assert_true(c.past);
	c = cursor_over(9, true);
	cursor_u8(&c);
	assert_null(cursor_bytes(&c, SIZE_MAX));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_little_endian),
		cmocka_unit_test(test_big_endian),
		cmocka_unit_test(test_past_the_end_sticks),
		cmocka_unit_test(test_bytes_up_to_the_end),
		cmocka_unit_test(test_text_needs_its_nul),
		cmocka_unit_test(test_leb128),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
