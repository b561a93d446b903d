/* test_samelines.c - which lines of two texts are the same
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

#include "base/mem.h"
#include "bytes.h"
#include "compare/samelines.h"

static uint64_t seed;

/* Returns the length of the longest common sequence of A and B. */
static uint32_t
longest(const uint32_t *a, uint32_t na, const uint32_t *b, uint32_t nb)
{
	uint32_t *row = mem_new((size_t)nb + 1, sizeof(*row)), length;

	for (uint32_t i = 0; i < na; i++) {
		uint32_t before = 0;

		for (uint32_t k = 0; k < nb; k++) {
			uint32_t here = row[k + 1];

			if (a[i] == b[k])
				row[k + 1] = before + 1;
			else if (row[k] > here)
				row[k + 1] = row[k];
			before = here;
		}
	}
	length = row[nb];
	free(row);
	return length;
}

/* Matches A and B, checks that partners are equal and ascend, and returns their number. */
static uint32_t
match(const uint32_t *a, uint32_t na, const uint32_t *b, uint32_t nb, uint32_t n)
{
	uint32_t *partner = mem_new(na, sizeof(*partner)), found = 0, next = 0;

	samelines_find(a, na, b, nb, n, partner);
	for (uint32_t i = 0; i < na; i++) {
		if (partner[i] == UINT32_MAX)
			continue;
		assert_in_range(partner[i], next, nb - 1);
		assert_int_equal(a[i], b[partner[i]]);
		next = partner[i] + 1;
		found++;
	}
	free(partner);
	return found;
}

static void
test_simple(void **state)
{
	static const uint32_t a[] = { 0, 1, 2, 3, 4 }, b[] = { 0, 5, 2, 3, 6, 4 };

	(void)state;
	assert_int_equal(match(a, 5, a, 5, 7), 5);
	assert_int_equal(match(a, 5, b, 6, 7), 4);
	assert_int_equal(match(b, 6, a, 5, 7), 4);
	assert_int_equal(match(a, 0, b, 6, 7), 0);
	assert_int_equal(match(a, 5, b, 0, 7), 0);
}

/* Texts of few different lines have none that is there once: all is found by the algorithm of
 * Myers. */
static void
test_shortest(void **state)
{
	uint32_t a[40], b[40];

	(void)state;
	for (uint32_t round = 0; round < 2000; round++) {
		uint32_t na = random_below(&seed, 40), nb = random_below(&seed, 40);

		for (uint32_t i = 0; i < 40; i++) {
			a[i] = i < 4 ? i % 2 : random_below(&seed, 2);
			b[i] = i < 4 ? i % 2 : random_below(&seed, 2);
		}
		if (na < 4 || nb < 4)
			continue;
		assert_int_equal(match(a, na, b, nb, 2), longest(a, na, b, nb));
	}
}

/* A text of usual lines, a few of which were changed: all others are found. */
static void
test_edited(void **state)
{
	enum { LINES = 5000, EDITS = 50 };
	uint32_t *a = mem_new(LINES, sizeof(*a)), *b = mem_new(LINES, sizeof(*b)), nedited = 0;

	(void)state;
	for (uint32_t i = 0; i < LINES; i++)
		a[i] = b[i] = random_below(&seed, 3) == 0 ? 0 : 1 + random_below(&seed, 4000);
	for (uint32_t i = 0; i < EDITS; i++) {
		uint32_t at = random_below(&seed, LINES);

		nedited += b[at] != 5000 + i && b[at] < 5000;
		b[at] = 5000 + i;
	}
	assert_int_equal(match(a, LINES, b, LINES, 5100), LINES - nedited);
	free(a);
	free(b);
}

/* Texts that are made to take long: repeated lines, all lines turned round, all different, lines
 * that are there once but never in order. */
static void
test_hostile(void **state)
{
	enum { LINES = 200000 };
	uint32_t *a = mem_new(LINES, sizeof(*a)), *b = mem_new(LINES, sizeof(*b)), i;

	(void)state;
	for (i = 0; i < LINES; i++) {
		a[i] = i % 2;
		b[i] = (i / 2) % 2;
	}
	match(a, LINES, b, LINES, 2);
	for (i = 0; i < LINES; i++) {
		a[i] = i;
		b[i] = LINES - 1 - i;
	}
	match(a, LINES, b, LINES, LINES);
	for (i = 0; i < LINES; i++)
		b[i] = LINES + i;
	assert_int_equal(match(a, LINES, b, LINES, 2 * LINES), 0);
	for (i = 0; i < LINES; i++) {
		a[i] = random_below(&seed, 3);
		b[i] = random_below(&seed, 3);
	}
	match(a, LINES, b, LINES, 3);
	/* Each division of the text makes one more line single. */
	for (i = 0; i < LINES; i++) {
		a[i] = i % 3 == 0 ? i / 6 : LINES - 1 - i / 6;
		b[i] = i % 3 == 1 ? i / 6 : LINES - 1 - i / 6;
	}
	match(a, LINES, b, LINES, LINES);
	free(a);
	free(b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_simple),
		cmocka_unit_test(test_shortest),
		cmocka_unit_test(test_edited),
		cmocka_unit_test(test_hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
