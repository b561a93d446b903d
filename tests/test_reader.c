/* The reader of bytes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "reader.h"

static const unsigned char bytes[] = { 0x81, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x88, 0x09 };

static struct reader
over(size_t n, bool big_endian)
{
	return (struct reader){ .bytes = bytes, .size = n, .big_endian = big_endian,
		.address_size = 8 };
}

static void
test_little_endian(void **state)
{
	struct reader r = over(9, false);

	(void)state;
	assert_int_equal(reader_u8(&r), 0x81);
	assert_int_equal(reader_u16(&r), 0x0302);
	assert_int_equal(reader_u32(&r), 0x07060504);
	assert_int_equal(reader_left(&r), 2);
	r.at = 0;
	assert_true(reader_u64(&r) == 0x8807060504030281u);
	r.at = 0;
	assert_true(reader_addr(&r) == 0x8807060504030281u);
	r.at = 0;
	r.address_size = 4;
	assert_true(reader_addr(&r) == 0x04030281u);
	assert_true(reader_ok(&r));
}

static void
test_big_endian(void **state)
{
	struct reader r = over(9, true);

	(void)state;
	assert_int_equal(reader_u8(&r), 0x81);
	assert_int_equal(reader_u16(&r), 0x0203);
	assert_int_equal(reader_u32(&r), 0x04050607);
	r.at = 0;
	assert_true(reader_u64(&r) == 0x8102030405060788u);
	r.at = 0;
	r.address_size = 4;
	assert_true(reader_addr(&r) == 0x81020304u);
	assert_true(reader_ok(&r));
}

/* Of every size: what does not fit is 0, and so is all that comes after it. */
static void
test_past_the_end_sticks(void **state)
{
	(void)state;
	for (size_t n = 0; n < 8; n++) {
		unsigned char *copy = malloc(n > 0 ? n : 1);	/* a sanitizer sees beyond it */
		struct reader r = over(n, true);

		memcpy(copy, bytes, n);
		r.bytes = copy;
		assert_true(reader_u64(&r) == 0);
		assert_false(reader_ok(&r));
		assert_int_equal(reader_left(&r), 0);
		assert_int_equal(reader_u8(&r), 0);
		assert_null(reader_bytes(&r, 1));
		assert_false(reader_ok(&r));
		free(copy);
	}
}

static void
test_bytes(void **state)
{
	struct reader r = over(9, true);

	(void)state;
	assert_ptr_equal(reader_bytes(&r, 4), bytes);
	assert_ptr_equal(reader_bytes(&r, 5), bytes + 4);
	assert_true(reader_ok(&r));
	assert_int_equal(reader_left(&r), 0);
	assert_non_null(reader_bytes(&r, 0));
	assert_null(reader_bytes(&r, SIZE_MAX));
	assert_false(reader_ok(&r));
	r = over(9, true);
	reader_u8(&r);
	assert_null(reader_bytes(&r, SIZE_MAX));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_little_endian),
		cmocka_unit_test(test_big_endian),
		cmocka_unit_test(test_past_the_end_sticks),
		cmocka_unit_test(test_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
