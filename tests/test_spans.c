/* test_spans.c - spans: the function of an address
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bytes.h"
#include "profile/spans.h"

#define NONE UINT32_MAX

/* Returns the span that contains ADDR, by a linear search. */
static size_t
slow_at(const struct spans *s, uint64_t addr)
{
	size_t i = s->n - 1;

	while (s->v[i].lo > addr)
		i--;
	return i;
}

/* Asserts that the search in S is right at both ends of each span and at random addresses. */
static void
assert_search(const struct spans *s)
{
	uint64_t seed = s->n;

	for (size_t i = 0; i < s->n; i++) {
		uint64_t last = spans_last(s, i);

		assert_int_equal(spans_at(s, s->v[i].lo), i);
		assert_int_equal(spans_at(s, last), i);
		assert_true(i + 1 < s->n ? s->v[i + 1].lo == last + 1 : last == UINT64_MAX);
	}
	for (int i = 0; i < 200; i++) {
		uint64_t addr = ((uint64_t)random_below(&seed, UINT32_MAX) << 32
			| random_below(&seed, UINT32_MAX)) >> random_below(&seed, 64);

		assert_int_equal(spans_at(s, addr), slow_at(s, addr));
	}
}

static void
test_one_span(void **state)
{
	struct spans s = { 0 };

	(void)state;
	spans_add(&s, 0, NONE, false);
	spans_index(&s);
	assert_search(&s);
	spans_release(&s);
}

static void
test_same_address_replaces(void **state)
{
	struct spans s = { 0 };

	(void)state;
	spans_add(&s, 0, NONE, false);
	spans_add(&s, 0, 1, false);
	spans_add(&s, 16, 2, false);
	spans_add(&s, 16, 3, true);
	spans_add(&s, UINT64_MAX, 4, false);
	spans_index(&s);
	assert_int_equal(s.n, 3);
	assert_int_equal(s.v[0].func, 1);
	assert_int_equal(s.v[1].func, 3);
	assert_true(s.v[1].is_padding);
	assert_search(&s);
	spans_release(&s);
}

/* The search is right in spans of random sizes, from tiny to enormous. */
static void
test_random_spans(void **state)
{
	uint64_t seed = 17;

	(void)state;
	for (int round = 0; round < 300; round++) {
		struct spans s = { 0 };
		uint32_t n = 1 + random_below(&seed, 300);
		unsigned bits = 1 + random_below(&seed, 31);
		uint64_t at = 0;

		for (uint32_t f = 0; f < n; f++) {
			uint64_t step = 1 + (random_below(&seed, UINT32_MAX) >> (31 - bits));

			spans_add(&s, at, f, false);
			if (random_below(&seed, 20) == 0)
				step <<= random_below(&seed, 32);
			if (step > UINT64_MAX - at)
				break;
			at += step;
		}
		spans_index(&s);
		assert_true(s.npages <= s.n + 1);
		assert_search(&s);
		spans_release(&s);
	}
}

/* The search is right if a million spans are at low addresses, and one is at the end of the address
 * space. */
static void
test_lopsided_spans(void **state)
{
	struct spans s = { 0 };

	(void)state;
	for (uint32_t f = 0; f < 1000000; f++)
		spans_add(&s, 4 * (uint64_t)f, f, false);
	spans_add(&s, UINT64_MAX - 1, 7, false);
	spans_index(&s);
	for (uint64_t addr = 0; addr < 4000000; addr += 3)
		assert_int_equal(spans_at(&s, addr), addr / 4);
	assert_int_equal(spans_at(&s, UINT64_MAX - 2), 999999);
	assert_int_equal(spans_at(&s, UINT64_MAX), 1000000);
	spans_release(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_span),
		cmocka_unit_test(test_same_address_replaces),
		cmocka_unit_test(test_random_spans),
		cmocka_unit_test(test_lopsided_spans),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
