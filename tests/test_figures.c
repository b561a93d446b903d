/* test_figures.c - numbers as text
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

#include "base/decimal.h"
#include "bytes.h"
#include "text/figures.h"

static struct scale
percent_cells(double rate, double total, double largest)
{
	return figure_scale(rate, total, largest, 's');
}

static void
test_time(void **state)
{
	struct scale small = percent_cells(100, 13, 4);
	struct scale large = percent_cells(100, 30721100, 9621900);
	struct scale kernel = percent_cells(1024, 251700, 41449);
	char t[FIGURE];

	(void)state;
	figure_time(t, &small, 3);
	assert_string_equal(t, "0.03");
	figure_time(t, &large, 9621900);
	assert_string_equal(t, "96219");
	figure_time(t, &large, 187400);
	assert_string_equal(t, "1874");
	figure_time(t, &large, 4);
	assert_string_equal(t, "0.04");
	figure_time(t, &large, 430);
	assert_string_equal(t, "4.3");
	figure_time(t, &kernel, 31963);
	assert_string_equal(t, "31.214");
}

static void
test_no_samples(void **state)
{
	struct scale s = percent_cells(100, 13, 4), fast = percent_cells(1024, 13, 4);
	struct scale none = percent_cells(0, 13, 4);
	char t[FIGURE];

	(void)state;
	figure_time(t, &s, 0);
	assert_string_equal(t, "<0.03");
	figure_time(t, &fast, 0);
	assert_string_equal(t, "<0.003");
	figure_time(t, &none, 0);
	assert_string_equal(t, "<3");
	figure_time_or_zero(t, &s, 0);
	assert_string_equal(t, "0");
}

/* In the difference of two profiles, values may be below 0. */
static void
test_below_zero(void **state)
{
	struct scale s = figure_scale(1e9, 6e8, 5e8, 's');
	struct scale counts = figure_scale(0, 3072, 3072, 's');
	struct scale bytes = figure_scale_measured(counts, 3072, 0, "bytes");
	char t[FIGURE];

	(void)state;
	figure_spoken(t, &s, -4e8);
	assert_string_equal(t, "-0.40000 s");
	figure_time_or_zero(t, &s, -4e8);
	assert_string_equal(t, "-0.40000");
	figure_time(t, &s, -4e8);
	assert_string_equal(t, "-0.40000");
	figure_spoken(t, &bytes, -2048);
	assert_string_equal(t, "-2.000 KB");
	figure_spoken(t, &counts, -4);
	assert_string_equal(t, "-4 samples");
	figure_time_or_zero(t, &s, -1e-9);
	assert_string_equal(t, "0");
}

static void
test_no_rate(void **state)
{
	struct scale s = percent_cells(0, 13, 4);
	char t[2 * FIGURE];

	(void)state;
	figure_time(t, &s, 3);
	assert_string_equal(t, "3");
	figure_time(t, &s, 2.25);
	assert_string_equal(t, "2.2");
	figure_sampled(t, &s, 4);
	assert_string_equal(t, "4.0 ±2.0 samples");
	figure_samples(t, 99999.5);
	assert_string_equal(t, "99999.5");
	figure_samples(t, 123456.75);
	assert_string_equal(t, "123457");
}

static void
test_error(void **state)
{
	struct scale s = percent_cells(100, 30721100, 9621900);
	char t[2 * FIGURE];

	(void)state;
	figure_error(t, &s, 9621900);
	assert_string_equal(t, "31");
	figure_error(t, &s, 906300);
	assert_string_equal(t, "9.5");
	figure_error(t, &s, 1);
	assert_string_equal(t, "0.01");
	figure_sampled(t, &s, 9621900);
	assert_string_equal(t, "96219 ±31 s");
	figure_sampled(t, &s, 1);
	assert_string_equal(t, "0.01 ±0.01 s");
	figure_sampled(t, &s, 0);
	assert_string_equal(t, "<0.03 s");
}

/* If samples have different values, the error is the square root of the sum of their squared
 * values. */
static void
test_errors_that_differ(void **state)
{
	struct scale s = figure_scale_measured(percent_cells(0, 1000, 1000), 1000, 0, "bytes");
	char t[2 * FIGURE];

	(void)state;
	figure_with_error(t, &s, 1000, 400);
	assert_string_equal(t, "1000 ±20 bytes");
	figure_with_error(t, &s, 1000, 0.0001);
	assert_string_equal(t, "1000 ±0 bytes");
	figure_with_error(t, &s, 1000, 0);
	assert_string_equal(t, "1000 bytes");
	figure_error(t, &s, 0.0001);
	assert_string_equal(t, "0");
	figure_sampled(t, &s, 1000);
	assert_string_equal(t, "1000 bytes");
}

static void
test_units(void **state)
{
	struct scale s = percent_cells(100, 200, 50);
	char t[FIGURE];

	(void)state;
	s.unit = UNIT_PERCENT;
	figure_time(t, &s, 50);
	assert_string_equal(t, "25.00");
	s.unit = UNIT_SAMPLES;
	figure_time(t, &s, 50);
	assert_string_equal(t, "50");
	figure_time(t, &s, 0);
	assert_string_equal(t, "0");
}

static void
test_each(void **state)
{
	struct scale s = percent_cells(100, 30721100, 9621900), none = percent_cells(0, 10, 10);
	char t[FIGURE];

	(void)state;
	figure_each(t, &s, 5542100, 26214400);
	assert_string_equal(t, "2.11 ms");
	figure_each(t, &s, 2955400, 419430400);
	assert_string_equal(t, "70.5 µs");
	figure_each(t, &s, 1499200, 1.074e12);
	assert_string_equal(t, "14.0 ns");
	figure_each(t, &s, 187400, 512);
	assert_string_equal(t, "3.66 s");
	figure_each(t, &s, 100, 1000.4);
	assert_string_equal(t, "1.00 ms");
	figure_each(t, &s, 99.97, 1);
	assert_string_equal(t, "1.00 s");
	figure_each(t, &s, 9.996 * 100, 1);
	assert_string_equal(t, "10.0 s");
	figure_each(t, &s, 635149, 1);
	assert_string_equal(t, "6351 s");
	figure_each(t, &s, 999970, 1);
	assert_string_equal(t, "10.0 ks");
	figure_each(t, &s, 19447500, 1);
	assert_string_equal(t, "194 ks");
	figure_each(t, &s, 0.05, 100);
	assert_string_equal(t, "5.00 µs");
	figure_each(t, &s, 0.049, 100);
	assert_string_equal(t, "");
	figure_each(t, &s, 0, 100);
	assert_string_equal(t, "");
	figure_each(t, &s, 100, 0);
	assert_string_equal(t, "");
	figure_each(t, &none, 10, 4);
	assert_string_equal(t, "2.50");
	figure_each(t, &none, 545, 1000);
	assert_string_equal(t, "0.545");
	figure_each(t, &none, 1, 1e6);
	assert_string_equal(t, "<0.0001");
	figure_each(t, &none, 1342157, 1);
	assert_string_equal(t, "1342 k");
	figure_each(t, &s, 100, 0.9996e9);
	assert_string_equal(t, "1.00 ns");
	figure_each(t, &s, 100, 6e9);
	assert_string_equal(t, "<1 ns");
	figure_each(t, &s, -100, 6e9);
	assert_string_equal(t, "<1 ns");
	figure_each(t, &s, -5542100, 26214400);
	assert_string_equal(t, "-2.11 ms");
	figure_each(t, &none, -10, 4);
	assert_string_equal(t, "-2.50");
}

static void
test_count(void **state)
{
	char t[FIGURE];

	(void)state;
	figure_count(t, 419430400, 9);
	assert_string_equal(t, "419430400");
	figure_count(t, 13107200, 7);
	assert_string_equal(t, "13.11M");
	figure_count(t, 26214400, 7);
	assert_string_equal(t, "26.21M");
	figure_count(t, 9830400, 7);
	assert_string_equal(t, "9830400");
	figure_count(t, 1074000000000, 20);
	assert_string_equal(t, "1.074T");
	figure_count(t, 9999960, 5);
	assert_string_equal(t, "10.00M");
	figure_count(t, 999960000, 5);
	assert_string_equal(t, "1.000G");
	figure_count(t, UINT64_MAX, 9);
	assert_string_equal(t, "18.45E");
	figure_count(t, 0, 1);
	assert_string_equal(t, "0");
}

static void
test_percent_and_bar(void **state)
{
	char t[FIGURE];

	(void)state;
	figure_percent(t, 1, 3, 2);
	assert_string_equal(t, "33.33");
	figure_percent(t, 1, 0, 2);
	assert_string_equal(t, "");
	figure_bar(t, 31.32, 100);
	assert_string_equal(t, "██▌");
	figure_bar(t, 9.62, 100);
	assert_string_equal(t, "▊");
	figure_bar(t, 200, 100);
	assert_string_equal(t, "████████");
	figure_bar(t, 1, 0);
	assert_string_equal(t, "");
}

static void
test_plain_numbers(void **state)
{
	char t[FIGURE];

	(void)state;
	figure_plain(t, 2.414, 3);
	assert_string_equal(t, "2.41");
	figure_plain(t, 25, 3);
	assert_string_equal(t, "25");
	figure_plain(t, 0, 3);
	assert_string_equal(t, "0");
	figure_plain(t, 999.4, 3);
	assert_string_equal(t, "999");
	figure_plain(t, 999.6, 3);
	assert_string_equal(t, "1000");
	figure_plain(t, 1060, 3);
	assert_string_equal(t, "1060");
	figure_plain(t, 162.8, 2);
	assert_string_equal(t, "163");
	figure_plain(t, 99.4, 2);
	assert_string_equal(t, "99");
	figure_plain(t, 0.000123, 3);
	assert_string_equal(t, "0.000123");
	figure_plain(t, 1e-7, 3);
	assert_string_equal(t, "<0.0001");
}

/* Extreme numbers, such as infinity, do not overflow the buffer of a figure, and no number is shown
 * as NaN. */
static void
test_no_figure_is_too_long(void **state)
{
	static const double odd[] = { 0, 1e-300, 0.3, 1, 7, 1e6, 1e18, 1e300, INFINITY, NAN, -1 };
	static const size_t n = sizeof(odd) / sizeof(*odd);
	size_t i, j, k;
	char t[2 * FIGURE];

	(void)state;
	for (i = 0; i < n; i++)
		for (j = 0; j < n; j++)
			for (k = 0; k < n; k++) {
				struct scale s = figure_scale(odd[i], odd[j], odd[k], '\033');
				int unit;

				assert_string_equal(s.symbol, "s");
				for (unit = UNIT_TIME; unit <= UNIT_SAMPLES; unit++) {
					s.unit = (enum unit)unit;
					figure_time(t, &s, odd[k]);
					assert_null(strstr(t, "nan"));
					assert_null(strstr(t, "inf"));
					figure_time_or_zero(t, &s, odd[k]);
					figure_error(t, &s, odd[k]);
					assert_null(strstr(t, "nan"));
					figure_sampled(t, &s, odd[k]);
					assert_null(strstr(t, "nan"));
					figure_spoken(t, &s, odd[k]);
					figure_each(t, &s, odd[k], odd[j]);
					assert_null(strstr(t, "nan"));
					figure_percent(t, odd[k], odd[j], 2);
					assert_null(strstr(t, "nan"));
					figure_bar(t, odd[k], odd[j]);
				}
			}
}

/* decimal_fixed() returns NULL for less than a fifth of the numbers, and rounds all other numbers
 * as printf() does. */
static void
test_decimal(void **state)
{
	static const double odd[] = { 0, -0.0, 0.5, 1.5, 2.5, 0.125, 0.375, 0.045, 1.005, 0.995,
		9.995, 99.5, 999.5, 1e10, 1e11, 1e12, 1e300, -1, NAN, INFINITY };
	uint64_t seed = 7;
	char text[DECIMAL_ROOM], want[400], *end = text + sizeof(text), *s;
	unsigned unknown = 0, i;
	int decimals;

	(void)state;
	for (i = 0; i < 200000; i++) {
		double x;

		if (i < sizeof(odd) / sizeof(*odd)) {
			x = odd[i];
		} else {
			x = random_below(&seed, 1u << 31);
			x /= pow(10, 6 + random_below(&seed, 9));
		}
		decimals = (int)random_below(&seed, DECIMAL_MOST + 1);
		snprintf(want, sizeof(want), "%.*f", decimals, x);
		s = decimal_fixed(end, x, decimals);
		unknown += s == NULL;
		if (s != NULL && (strlen(want) != (size_t)(end - s)
			|| memcmp(s, want, (size_t)(end - s)) != 0))
			fail_msg("%.*s, not %s", (int)(end - s), s, want);
	}
	assert_true(unknown < 40000);
}

/* Bytes are shown in KB, MB and so on, which are powers of 1024, or in bytes if they are few. */
static void
test_bytes(void **state)
{
	static const struct {
		double total;
		const char *spoken, *sampled;
	} cases[] = {
		{ 1023, "1023 bytes", "1023 ±100 bytes" }, { 1024, "1.000 KB", "1.000 ±0.098 KB" },
		{ 1048575, "1024.0 KB", "1023.999 ±0.098 KB" },
		{ 153195682, "146.10 MB", "146.098787 ±0.000095 MB" },
		{ 0x1p30, "1.0000 GB", "1.000000000 ±0.000000093 GB" },
		{ 0x1p62, "4.0000 EB", "4 ±0 EB" },
	};
	char t[2 * FIGURE];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		double total = cases[i].total;
		struct scale s = figure_scale_measured(figure_scale(0, total, total, 's'), total, 0,
			"bytes");

		figure_spoken(t, &s, total);
		assert_string_equal(t, cases[i].spoken);
		figure_with_error(t, &s, total, 10000);
		assert_string_equal(t, cases[i].sampled);
		figure_each(t, &s, 3000, 2);
		assert_string_equal(t, i == 0 ? "1500" : "1.46 KB");
		figure_each(t, &s, 0x1p41, 2);
		assert_string_equal(t, i == 0 ? "1100 G" : "1.00 TB");
		s.unit = UNIT_SAMPLES;
		figure_time(t, &s, 1000);
		assert_string_equal(t, "1000");
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_time),
		cmocka_unit_test(test_no_samples),
		cmocka_unit_test(test_below_zero),
		cmocka_unit_test(test_no_rate),
		cmocka_unit_test(test_error),
		cmocka_unit_test(test_errors_that_differ),
		cmocka_unit_test(test_units),
		cmocka_unit_test(test_each),
		cmocka_unit_test(test_count),
		cmocka_unit_test(test_bytes),
		cmocka_unit_test(test_percent_and_bar),
		cmocka_unit_test(test_plain_numbers),
		cmocka_unit_test(test_no_figure_is_too_long),
		cmocka_unit_test(test_decimal),
	};

	return cmocka_run_group_tests_name("figures", tests, NULL, NULL);
}
