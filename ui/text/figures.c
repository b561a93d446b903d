/* figures.c - numbers as text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "text/figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "base/sum64.h"

#define DIGITS 5			/* significant digits of the greatest figure in a column */
#define MOST_DECIMALS 9
#define LEAST_SAMPLES 0.05		/* a time per call is printed only if it is computed from at
					 * least this number of samples */

int
figure_fixed(char *out, size_t room, int decimals, double x)
{
	char text[DECIMAL_ROOM], *end = text + sizeof(text), *s = decimal_fixed(end, x, decimals);

	if (s == NULL || (size_t)(end - s) >= room) {
		int n = snprintf(out, room, "%.*f", decimals, x);

		return (size_t)n < room ? n : (int)room - 1;
	}
	memcpy(out, s, (size_t)(end - s));
	out[end - s] = '\0';
	return (int)(end - s);
}

static int
clamp(double x, int lo, int hi)
{
	if (!(x > lo))
		return lo;
	return x > hi ? hi : (int)x;
}

/* Returns the decimal exponent of X > 0: 0 for 1 to 9.99, -2 for 0.01. */
static int
magnitude(double x)
{
	return clamp(floor(log10(x) + 1e-9), -300, 300);
}

/* Returns how many of the values of S make one of the unit in which they are printed. */
static double
values_per_unit(const struct scale *s)
{
	return s->rate > 0 ? s->rate : s->per_unit;
}

/* Sets S->period to the greatest number of decimals of a time.  With this number of decimals, a
 * sampling period of 1/128 s is shown as 0.01 s, and a sampling period of 1/250 s as 0.004 s. */
static void
set_period(struct scale *s)
{
	double step = s->weight > 0 ? s->weight : s->step;
	double samples = values_per_unit(s) / (step > 0 ? step : 1);

	s->period = samples > 1 ? clamp(ceil(log10(samples) - 0.15), 0, MOST_DECIMALS) : 0;
}

static void
set_usual(struct scale *s, double largest)
{
	s->usual = s->period;
	if (largest > 0)
		s->usual = clamp(DIGITS - 1 - magnitude(largest / values_per_unit(s)), 0,
			s->period);
}

struct scale
figure_scale(double rate, double total, double largest, char symbol)
{
	struct scale s = { .rate = rate > 0 ? rate : 0, .total = total, .weight = 1,
		.per_unit = 1, .counted = "samples" };

	set_period(&s);
	set_usual(&s, largest);
	snprintf(s.symbol, sizeof(s.symbol), "%c", symbol > ' ' && symbol < 127 ? symbol : 's');
	return s;
}

const char *
figure_what(const struct scale *s)
{
	return s->is_bytes ? "bytes" : s->rate > 0 ? "time" : s->counted;
}

/* If WHAT is a unit of bytes, chooses the greatest multiple of it that is at most the total of S.
 * As in pprof, a KB has 1024 bytes. */
static void
choose_multiple(struct scale *s, const char *what)
{
	static const char *const bytes[] = { "bytes", "byte", "B" };
	static const char prefixes[] = "KMGTPE";
	size_t i = 0;

	while (i < sizeof(bytes) / sizeof(*bytes) && strcmp(what, bytes[i]) != 0)
		i++;
	if (s->rate > 0 || i == sizeof(bytes) / sizeof(*bytes) || s->total < 1024)
		return;
	s->is_bytes = true;
	s->rate = 1024;
	for (i = 0; i + 2 < sizeof(prefixes) && s->total >= 1024 * s->rate; i++)
		s->rate *= 1024;
	snprintf(s->symbol, sizeof(s->symbol), "%cB", prefixes[i]);
}

struct scale
figure_scale_measured(struct scale s, double largest, double weight, const char *what)
{
	s.weight = weight;
	choose_multiple(&s, what);
	set_period(&s);
	set_usual(&s, largest);
	snprintf(s.counted, sizeof(s.counted), "%s", what);
	return s;
}

/* Returns the factor that converts a number of samples, or a sum of their values, to the unit of
 * S. */
static double
scale_factor(const struct scale *s)
{
	if (s->unit == UNIT_PERCENT)
		return s->total > 0 ? 100 / s->total : 0;
	if (s->rate <= 0)
		return 1 / s->per_unit;
	if (s->unit == UNIT_SAMPLES && s->is_bytes)
		return 1;
	if (s->unit == UNIT_SAMPLES)
		return s->weight > 0 ? 1 / s->weight : 1;
	return 1 / s->rate;
}

/* Returns the number of decimals with which VALUE is printed.  This is USUAL, or more if VALUE
 * needs more decimals for two significant digits.  It is never more than MOST. */
static int
decimals(double value, int usual, int most)
{
	int want = usual;

	if (value > 0 && 1 - magnitude(value) > want)
		want = 1 - magnitude(value);
	return want > most ? most : want;
}

void
figure_samples(char out[FIGURE], double samples)
{
	bool whole = fabs(samples - round(samples)) < 0.05;

	if (fabs(samples) >= SUM64_EXACT) {
		snprintf(out, FIGURE, "%.11g", samples);
		return;
	}
	figure_fixed(out, FIGURE, whole || fabs(samples) >= 1e5 ? 0 : 1, samples);
}

static void
print_time(char out[FIGURE], const struct scale *s, double samples, bool exact_zero)
{
	double value = samples * scale_factor(s);
	double none = 3 * s->weight * scale_factor(s);
	bool counted = s->unit == UNIT_SAMPLES || s->rate <= 0;
	bool has_fractions = s->rate <= 0 && s->per_unit > 1;

	out[0] = '\0';
	if (!isfinite(value))
		return;
	if (s->unit == UNIT_PERCENT)
		figure_percent(out, samples, s->total, 2);
	else if (counted && !has_fractions
		&& (samples > 0 || exact_zero || s->unit == UNIT_SAMPLES))
		figure_samples(out, value);
	else if (samples > 0)
		figure_fixed(out, FIGURE, decimals(value, s->usual, s->period), value);
	else if (exact_zero || none <= 0)
		snprintf(out, FIGURE, "0");
	else {
		out[0] = '<';
		figure_fixed(out + 1, FIGURE - 1, counted ? 0 : decimals(none, 0, s->period), none);
	}
}

/* Like print_time(), with a sign if SAMPLES is below 0. */
static void
print_signed_time(char out[FIGURE], const struct scale *s, double samples, bool exact_zero)
{
	static const double rounding_error = 1e-6;

	/* Only differences of two profiles have values below 0. */
	if (samples > -rounding_error) {
		print_time(out, s, samples, exact_zero);
		return;
	}
	print_time(out, s, -samples, exact_zero);
	memmove(out + 1, out, FIGURE - 2);
	out[0] = s->unit == UNIT_PERCENT || out[1] != '\0' ? '-' : '\0';
	out[FIGURE - 1] = '\0';
}

void
figure_time(char out[FIGURE], const struct scale *s, double samples)
{
	print_signed_time(out, s, samples, false);
}

void
figure_time_or_zero(char out[FIGURE], const struct scale *s, double samples)
{
	print_signed_time(out, s, samples, true);
}

void
figure_signed(char out[FIGURE], const struct scale *s, double samples)
{
	char text[FIGURE];

	figure_time_or_zero(text, s, fabs(samples));
	snprintf(out, FIGURE, "%s%.40s", strpbrk(text, "123456789") == NULL ? "" : samples < 0 ? "-"
		: "+", text);
}

/* Writes all digits of the sum SUM64, if figures of S are whole numbers and SAMPLES lacks some. */
static bool
print_sum64(char out[FIGURE], const struct scale *s, double samples, uint64_t sum64)
{
	bool counted = s->unit == UNIT_SAMPLES || s->rate <= 0;

	return sum64 != 0 && s->unit != UNIT_PERCENT && counted && scale_factor(s) == 1
		&& sum64_text(out, samples, sum64);
}

void
figure_time64(char out[FIGURE], const struct scale *s, double samples, uint64_t sum64)
{
	if (!print_sum64(out, s, samples, sum64))
		figure_time(out, s, samples);
}

void
figure_time_or_zero64(char out[FIGURE], const struct scale *s, double samples, uint64_t sum64)
{
	if (!print_sum64(out, s, samples, sum64))
		figure_time_or_zero(out, s, samples);
}

void
figure_align(char out[FIGURE], const struct scale *s)
{
	bool counted = s->unit == UNIT_SAMPLES || s->rate <= 0;

	if (counted && s->fractions && out[0] != '\0' && s->unit != UNIT_PERCENT
	    && strchr(out, '.') == NULL)
		strcat(out, "  ");
}

static int
error_decimals(const struct scale *s, double value)
{
	int most = s->unit == UNIT_PERCENT ? 2 : s->unit == UNIT_SAMPLES ? 1 : s->period;

	if (s->rate <= 0 && s->unit == UNIT_TIME)
		most = 1;
	/* Write "0" for an error that would be written as "0.00".  Heap profiles have such errors:
	 * nearly all large objects are recorded, so the error of their size is almost 0. */
	if (s->weight <= 0 && value * pow(10, most) < 0.5)
		return 0;
	return value > 0 ? clamp(1 - magnitude(value), 0, most) : 0;
}

double
figure_variance(const struct scale *s, double samples)
{
	return samples * s->weight;
}

void
figure_error(char out[FIGURE], const struct scale *s, double variance)
{
	double value = sqrt(variance) * scale_factor(s);

	out[0] = '\0';
	if (isfinite(value) && value > 0)
		figure_fixed(out, FIGURE, error_decimals(s, value), value);
}

static const char *
unit_name(const struct scale *s)
{
	return s->rate > 0 ? s->symbol : s->counted;
}

/* Writes NUMBER and its unit.  The unit of "1" is in the singular: "1 count". */
static void
print_with_unit(char *out, size_t room, const struct scale *s, const char *number)
{
	static const char *const plurals[] = { "bytes", "contentions", "counts", "cycles",
		"instructions", "objects", "samples" };
	const char *unit = unit_name(s);
	size_t n = strlen(unit);

	for (size_t i = 0; i < sizeof(plurals) / sizeof(*plurals); i++)
		if (strcmp(number, "1") == 0 && strcmp(unit, plurals[i]) == 0)
			n = strlen(unit) - 1;
	snprintf(out, room, "%.21s %.*s", number, (int)n, unit);
}

void
figure_sampled(char out[2 * FIGURE], const struct scale *s, double samples)
{
	figure_with_error(out, s, samples, figure_variance(s, samples));
}

void
figure_with_error(char out[2 * FIGURE], const struct scale *s, double samples, double variance)
{
	figure_with_error64(out, s, samples, variance, 0);
}

void
figure_with_error64(char out[2 * FIGURE], const struct scale *s, double samples, double variance,
	uint64_t sum64)
{
	struct scale time = *s;
	double value, error;
	char none[FIGURE];

	time.unit = UNIT_TIME;
	value = samples * scale_factor(&time);
	error = sqrt(variance) * scale_factor(&time);
	out[0] = '\0';
	if (!isfinite(value))
		return;
	if (samples > 0 && variance > 0) {
		int n = error_decimals(&time, error);

		if (n > 0 || !print_sum64(none, &time, samples, sum64))
			snprintf(none, sizeof(none), "%.*f", n, value);
		snprintf(out, 2 * FIGURE, "%s ±%.*f %s", none, n, error, unit_name(s));
		return;
	}
	figure_time64(none, &time, samples, sum64);
	print_with_unit(out, 2 * FIGURE, s, none);
}

void
figure_spoken(char out[FIGURE], const struct scale *s, double samples)
{
	figure_spoken64(out, s, samples, 0);
}

void
figure_spoken64(char out[FIGURE], const struct scale *s, double samples, uint64_t sum64)
{
	struct scale time = *s;
	char text[FIGURE];

	time.unit = UNIT_TIME;
	figure_time_or_zero64(text, &time, samples, sum64);
	print_with_unit(out, FIGURE, s, text);
}

int
figure_number_length(const char time[FIGURE])
{
	return (int)strcspn(time, " ");
}

void
figure_percent(char out[FIGURE], double part, double whole, int n)
{
	double value = whole > 0 ? 100 * part / whole : NAN;

	out[0] = '\0';
	if (isfinite(value))
		figure_fixed(out, FIGURE, n, value);
}

void
figure_plain(char out[FIGURE], double x, int digits)
{
	double least = 1e-4;		/* "%g" prints an exponent for values below this */

	if (x > 0 && x < least)
		snprintf(out, FIGURE, "<%g", least);
	else if (x >= pow(10, digits) - 0.5)
		snprintf(out, FIGURE, "%.0f", x);
	else
		snprintf(out, FIGURE, "%.*g", digits, x);
}

void
figure_ratio(char out[FIGURE], double x)
{
	if (x >= 1e6)
		snprintf(out, FIGURE, "%.0e", x);
	else
		snprintf(out, FIGURE, "%.*f", x < 10 ? 2 : x < 100 ? 1 : 0, x);
}

/* Prints VALUE with three significant digits, but at most two decimals. */
static int
three_digits(char *out, size_t room, double value)
{
	int n = value > 0 ? clamp(2 - magnitude(value), 0, 2) : 0;

	/* Print 9.996 as 10.0, not 10.00. */
	if (n > 0 && value * pow(10, n) >= 999.5)
		n--;
	return figure_fixed(out, room, n, value);
}

/* Prints VALUE bytes with three significant digits and a unit. */
static void
print_bytes(char out[FIGURE], double value)
{
	static const char *const units[] = { "B", "KB", "MB", "GB", "TB", "PB", "EB" };
	size_t i = 0;
	int n;

	for (; i + 1 < sizeof(units) / sizeof(*units) && value >= 1023.5; i++)
		value /= 1024;
	n = three_digits(out, FIGURE, value);
	snprintf(out + n, (size_t)(FIGURE - n), " %s", units[i]);
}

/* Does what figure_each() does, for SAMPLES of at least 0. */
static void
print_each(char out[FIGURE], const struct scale *s, double samples, double calls)
{
	static const char *const prefixes[] = { "G", "M", "k", "", "m", "µ", "n", "p", "f" };
	const size_t one = 3;
	double value = samples / calls;
	size_t i = one;
	int n;

	out[0] = '\0';
	if (!(calls > 0) || !(samples >= LEAST_SAMPLES) || !isfinite(value))
		return;
	if (s->is_bytes) {
		print_bytes(out, value);
		return;
	}
	value /= values_per_unit(s);
	if (s->rate > 0 && strcmp(s->symbol, "s") == 0 && value < 0.9995e-9) {
		snprintf(out, FIGURE, "<1 ns");
		return;
	}
	if (s->rate <= 0 && value < 0.9995) {
		figure_plain(out, value, 3);
		return;
	}
	while (i + 1 < sizeof(prefixes) / sizeof(*prefixes) && value < 0.9995) {
		value *= 1000;
		i++;
	}
	for (; i > 0 && value >= 9999.5; i--)
		value /= 1000;
	n = three_digits(out, FIGURE, value);
	if (n > FIGURE / 2) {
		out[0] = '\0';
		return;
	}
	if (s->rate > 0 || i != one) {
		strcat(out + n, " ");
		strcat(out + n, prefixes[i]);
	}
	if (s->rate > 0)
		strcat(out + n, s->symbol);
}

void
figure_each(char out[FIGURE], const struct scale *s, double samples, double calls)
{
	char text[FIGURE];
	size_t sign, n;

	print_each(text, s, fabs(samples), calls);
	sign = samples < 0 && *text != '\0' && *text != '<';
	n = strnlen(text, FIGURE - 2);
	memcpy(out, "-", sign);
	memcpy(out + sign, text, n);
	out[sign + n] = '\0';
}

void
figure_count(char out[FIGURE], uint64_t count, int width)
{
	static const char prefixes[] = " kMGTPE";
	char text[DECIMAL_ROOM], *end = text + sizeof(text), *first;
	double value = (double)count;
	int i = 0, n;

	first = decimal_count(end, count);
	n = (int)(end - first);
	memcpy(out, first, (size_t)n);
	out[n] = '\0';
	if (n <= width && n <= 9)
		return;
	while (value >= 999.95 && i < 6) {
		value /= 1000;
		i++;
	}
	if (i == 0)
		return;
	n = clamp(3 - magnitude(value), 0, 3);
	if (n > 0 && value * pow(10, n) >= 9999.5)
		n--;
	snprintf(out, FIGURE, "%.*f%c", n, value, prefixes[i]);
}

void
figure_bar(char out[FIGURE], double part, double whole)
{
	static const char *const eighths[] = {
		"", "▏", "▎", "▍", "▌", "▋", "▊", "▉",
	};
	int n = whole > 0 ? clamp(fabs(part) / whole * 64 + 0.5, 0, 64) : 0;
	int i;

	out[0] = '\0';
	for (i = 0; i < n / 8; i++)
		strcat(out, "█");
	strcat(out, eighths[n % 8]);
}

void
figure_chance(char out[FIGURE], double p)
{
	if (p < 0.001)
		snprintf(out, FIGURE, "<.001");
	else
		snprintf(out, FIGURE, "%.*f", p < 0.1 ? 3 : 2, p);
}
