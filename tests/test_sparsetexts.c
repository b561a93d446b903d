/* test_sparsetexts.c - test model/base/sparsetexts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/sparsetexts.h"

enum { N = 3 * SPARSE_BLOCK + 7 };

static uint32_t
count_blocks(const struct sparse_texts *t)
{
	uint32_t n = 0;

	for (uint32_t b = 0; b * SPARSE_BLOCK < t->n; b++)
		n += t->blocks[b] != NULL;
	return n;
}

/* Elements are NULL until they are set, and only those near a set element need memory. */
static void
test_set(void **state)
{
	struct sparse_texts t = { NULL, 0 };

	(void)state;
	sparsetexts_resize(&t, 0, N);
	assert_int_equal(count_blocks(&t), 0);
	for (uint32_t i = 0; i < N; i++)
		assert_null(sparsetexts_at(&t, i));
	sparsetexts_set(&t, N - 1, "last");
	sparsetexts_set(&t, SPARSE_BLOCK, "first of a block");
	sparsetexts_set(&t, 2 * SPARSE_BLOCK - 1, "last of it");
	assert_int_equal(count_blocks(&t), 2);
	assert_string_equal(sparsetexts_at(&t, N - 1), "last");
	assert_string_equal(sparsetexts_at(&t, SPARSE_BLOCK), "first of a block");
	assert_string_equal(sparsetexts_at(&t, 2 * SPARSE_BLOCK - 1), "last of it");
	assert_null(sparsetexts_at(&t, N - 2));
	assert_null(sparsetexts_at(&t, 2 * SPARSE_BLOCK));
	sparsetexts_release(&t);
	sparsetexts_release(&t);
	assert_int_equal(t.n, 0);
}

/* After any change of the size, the elements that were kept are the same, all others NULL. */
static void
test_resize(void **state)
{
	static const uint32_t sizes[] = { 0, 1, SPARSE_BLOCK - 1, SPARSE_BLOCK, SPARSE_BLOCK + 1,
		2 * SPARSE_BLOCK, N };
	enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

	(void)state;
	for (int k = 0; k < SIZES * SIZES * SIZES; k++) {
		struct sparse_texts t = { NULL, 0 };
		uint32_t before = sizes[k % SIZES], n = sizes[k / SIZES % SIZES];
		uint32_t kept = sizes[k / SIZES / SIZES];

		if (kept > before || kept > n)
			continue;
		sparsetexts_resize(&t, 0, before);
		for (uint32_t i = 0; i < before; i++)
			sparsetexts_set(&t, i, "text");
		sparsetexts_resize(&t, kept, n);
		assert_int_equal(t.n, n);
		for (uint32_t i = 0; i < n; i++)
			assert_true((sparsetexts_at(&t, i) != NULL) == (i < kept));
		sparsetexts_release(&t);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_set),
		cmocka_unit_test(test_resize),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
