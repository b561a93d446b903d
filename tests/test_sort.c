/* The merge sort.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bytes.h"
#include "sort.h"

enum { MANY = 3000 };

static int
by_key(uint32_t a, uint32_t b, const void *with)
{
	const uint32_t *key = with;

	return key[a] < key[b] ? -1 : key[a] > key[b];
}

static int
by_key_and_place(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	if (x[0] != y[0])
		return x[0] < y[0] ? -1 : 1;
	return x[1] < y[1] ? -1 : x[1] > y[1];
}

/* Numbers of N keys out of KEYS, sorted: equals qsort() by key and, of equals, by place. */
static void
check(size_t n, uint32_t keys, uint64_t *seed)
{
	static uint32_t key[MANY], v[MANY], want[MANY][2];

	for (uint32_t i = 0; i < n; i++) {
		key[i] = chance(seed, keys);
		v[i] = i;
		want[i][0] = key[i];
		want[i][1] = i;
	}
	sort_numbers(v, n, by_key, key);
	qsort(want, n, sizeof(*want), by_key_and_place);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(v[i], want[i][1]);
}

static void
test_stable(void **state)
{
	uint64_t seed = 1;

	(void)state;
	for (size_t n = 0; n < 70; n++)
		for (uint32_t keys = 1; keys < 20; keys += 3)
			check(n, keys, &seed);
	for (size_t n = 2000; n < MANY; n += 333)
		check(n, 300, &seed);
}

/* Stone, scissors, paper: an order that is none. */
static int
by_beating(uint32_t a, uint32_t b, const void *with)
{
	const uint32_t *hand = with;
	uint32_t beats = (3 + hand[b] - hand[a]) % 3;

	return beats == 0 ? 0 : beats == 1 ? -1 : 1;
}

/* With an order that is none, how halves are merged decides.  By hand: 0 1 becomes 1 0;
 * 3 4 becomes 4 3, with 2 in front 2 4 3; and of 1 0 and 2 4 3 come 2, 1 (equal to 4), 4,
 * 0 (equal to 3), 3. */
static void
test_merges_with_an_inconsistent_order(void **state)
{
	static const uint32_t hand[] = { 0, 2, 1, 0, 2 };
	static const uint32_t want[] = { 2, 1, 4, 0, 3 };
	uint32_t v[] = { 0, 1, 2, 3, 4 };

	(void)state;
	sort_numbers(v, 5, by_beating, hand);
	assert_memory_equal(v, want, sizeof(want));
}

struct log {
	uint32_t pairs[16][2];
	size_t n;
};

static int
by_number(uint32_t a, uint32_t b, const void *with)
{
	struct log *log = *(struct log *const *)with;

	log->pairs[log->n][0] = a;
	log->pairs[log->n++][1] = b;
	return a < b ? -1 : a > b;
}

/* Which numbers are compared, in which order: the left half is the smaller one. */
static void
test_halves(void **state)
{
	static const uint32_t want[][2] = { { 5, 3 }, { 9, 1 }, { 4, 1 }, { 4, 9 }, { 3, 1 },
		{ 3, 4 }, { 5, 4 }, { 5, 9 } };
	uint32_t v[] = { 5, 3, 4, 9, 1 };
	struct log log = { .n = 0 }, *to = &log;

	(void)state;
	sort_numbers(v, 5, by_number, &to);
	assert_int_equal(log.n, sizeof(want) / sizeof(*want));
	assert_memory_equal(log.pairs, want, sizeof(want));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stable),
		cmocka_unit_test(test_merges_with_an_inconsistent_order),
		cmocka_unit_test(test_halves),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
