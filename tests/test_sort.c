/* test_sort.c - sorting numbers by comparison, keys or texts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rules.h"
#include "base/sort.h"
#include "bytes.h"

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

/* Asserts that N numbers with random keys below KEYS are sorted by key, then by their order before
 * sorting. */
static void
assert_sorted(size_t n, uint32_t keys, uint64_t *seed)
{
	static uint32_t key[MANY], v[MANY], want[MANY][2];

	for (uint32_t i = 0; i < n; i++) {
		key[i] = random_below(seed, keys);
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
test_sort_is_stable(void **state)
{
	uint64_t seed = 1;

	(void)state;
	for (size_t n = 0; n < 70; n++)
		for (uint32_t keys = 1; keys < 20; keys += 3)
			assert_sorted(n, keys, &seed);
	for (size_t n = 2000; n < MANY; n += 333)
		assert_sorted(n, 300, &seed);
}

/* Compares in an inconsistent order: 0 before 1, 1 before 2 and 2 before 0. */
static int
by_beating(uint32_t a, uint32_t b, const void *with)
{
	const uint32_t *hand = with;
	uint32_t beats = (3 + hand[b] - hand[a]) % 3;

	return beats == 0 ? 0 : beats == 1 ? -1 : 1;
}

/* With an inconsistent order, the result depends on how halves are merged.  The expected order was
 * computed by hand: the halves 0 1 and 2 3 4 become 1 0 and 2 4 3.  Merging them gives 2, 1, 4, 0,
 * 3, because 1 equals 4 and 0 equals 3. */
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

/* If the number of elements is odd, the left half is the smaller one.  The order of comparisons
 * shows it. */
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

/* Keys of numbers, which are sorted by .first, then by .second, then by their order before
 * sorting. */
struct two_keys {
	uint64_t first[MANY];
	uint32_t second[MANY];
};

static int
by_second(uint32_t a, uint32_t b, const void *with)
{
	const struct two_keys *k = with;

	return k->second[a] < k->second[b] ? -1 : k->second[a] > k->second[b];
}

static int
by_both(uint32_t a, uint32_t b, const void *with)
{
	const struct two_keys *k = with;

	if (k->first[a] != k->first[b])
		return k->first[a] < k->first[b] ? -1 : 1;
	return by_second(a, b, with);
}

static int
by_first(uint32_t a, uint32_t b, const void *with)
{
	const struct two_keys *k = with;

	return k->first[a] < k->first[b] ? -1 : k->first[a] > k->first[b];
}

static bool
key_of(uint32_t number, uint32_t level, uint64_t *key, const void *with)
{
	const struct two_keys *k = with;

	*key = level == 0 ? k->first[number] : k->second[number];
	return level == 0;
}

static void
test_two_keys(void **state)
{
	static struct two_keys k;
	static uint32_t v[MANY], want[MANY];
	uint64_t seed = 2;

	(void)state;
	for (size_t n = 0; n < MANY; n += 1 + n / 3) {
		for (int second = 0; second < 2; second++) {
			for (uint32_t i = 0; i < n; i++) {
				k.first[i] = (uint64_t)random_below(&seed, 9) << 60
					| random_below(&seed, 3);
				k.second[i] = random_below(&seed, 3);
				v[i] = want[i] = i;
			}
			if (second)
				sort_by_levels(v, n, key_of, &k);
			else
				sort_by_keys(v, k.first, n);
			sort_numbers(want, n, second ? by_both : by_first, &k);
			assert_memory_equal(v, want, n * sizeof(*v));
		}
	}
}

static void
test_keys_keep_the_order_of_figures(void **state)
{
	static const double falling[] = { INFINITY, 1e300, 2.5, 2, 1, 0.5, 1e-300, 5e-324, 0,
		-5e-324, -1e-300, -1, -2, -1e300, -INFINITY };
	enum { N = sizeof(falling) / sizeof(*falling) };

	(void)state;
	for (size_t i = 0; i < N; i++) {
		for (size_t j = 0; j < N; j++) {
			uint64_t a = sort_key_greatest(falling[i]);
			uint64_t b = sort_key_greatest(falling[j]);

			assert_true(i < j ? a < b : i > j ? a > b : a == b);
		}
	}
	assert_true(sort_key_greatest(-0.0) == sort_key_greatest(0.0));
}

/* The keys of names have the same order as the names.  Keys are equal if the first eight bytes of
 * the names are equal. */
static void
test_keys_keep_the_order_of_names(void **state)
{
	static const char *const rising[] = { "", "A", "_", "_a", "a", "aa", "abcdefg", "abcdefgh",
		"abcdefghi", "abcdefgi", "b", "\x7f", "\x80", "\xff", "\xff\xff" };
	enum { N = sizeof(rising) / sizeof(*rising) };

	(void)state;
	for (size_t i = 0; i < N; i++) {
		for (size_t j = i; j < N; j++) {
			uint64_t a, b;

			(void)sort_key_text(rising[i], 0, &a);
			(void)sort_key_text(rising[j], 0, &b);
			assert_true(strncmp(rising[i], rising[j], 8) == 0 ? a == b : a < b);
		}
	}
}

static int
by_text(uint32_t a, uint32_t b, const void *with)
{
	const char *const *texts = with;

	return strcmp(texts[a], texts[b]);
}

static int
by_text_down(uint32_t a, uint32_t b, const void *with)
{
	return by_text(b, a, with);
}

/* Texts with long common prefixes, equal texts and empty texts are sorted as strcmp() says, in both
 * directions. */
static void
test_texts(void **state)
{
	static char room[MANY][40];
	static const char *texts[MANY];
	static uint32_t v[MANY], want[MANY];
	uint64_t seed = 7;

	(void)state;
	for (uint32_t n = 0; n < MANY; n = n < 40 ? n + 1 : n + 977)
		for (int down = 0; down < 2; down++) {
			for (uint32_t i = 0; i < n; i++) {
				snprintf(room[i], sizeof(room[i]), "%.*s%c%u\xff%u",
					(int)random_below(&seed, 20), "a_common_beginning_of_all",
					'a' + (int)random_below(&seed, 3),
					random_below(&seed, 30), random_below(&seed, 3));
				room[i][random_below(&seed, 38)] = '\0';
				texts[i] = room[i];
				v[i] = want[i] = i;
			}
			sort_texts(v, texts, n, down);
			sort_numbers(want, n, down ? by_text_down : by_text, texts);
			assert_memory_equal(v, want, n * sizeof(*v));
		}
}

/* If texts differ only after the bytes that are compared, they keep their order. */
static void
test_long_texts(void **state)
{
	static char room[2][SORT_LONGEST + 2];
	const char *const texts[] = { room[0], room[1] };
	uint32_t v[2] = { 0, 1 };

	(void)state;
	memset(room, 'a', sizeof(room));
	room[0][SORT_LONGEST + 1] = room[1][SORT_LONGEST + 1] = '\0';
	room[0][SORT_LONGEST] = 'b';
	sort_texts(v, texts, 2, false);
	assert_int_equal(v[0], 0);
	room[0][SORT_LONGEST - 1] = 'b';
	sort_texts(v, texts, 2, false);
	assert_int_equal(v[0], 1);
}

/* Numbers keep their order within a group, groups can be empty, and some numbers have no group. */
static void
test_groups(void **state)
{
	static const uint32_t group_of[] = { 3, NOBODY, 0, 3, 0, NOBODY, 3 };
	static const uint32_t want[] = { 2, 4, 0, 3, 6 }, ends[] = { 0, 2, 2, 2, 5 };
	uint32_t at[5], *v = sort_by_group(group_of, 7, 4, at);

	(void)state;
	assert_memory_equal(v, want, sizeof(want));
	assert_memory_equal(at, ends, sizeof(ends));
	free(v);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sort_is_stable),
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_long_texts),
		cmocka_unit_test(test_merges_with_an_inconsistent_order),
		cmocka_unit_test(test_halves),
		cmocka_unit_test(test_groups),
		cmocka_unit_test(test_two_keys),
		cmocka_unit_test(test_keys_keep_the_order_of_figures),
		cmocka_unit_test(test_keys_keep_the_order_of_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
