/* folded_numbers.c - the numbers of folded stacks, which may have fractions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/folded_numbers.h"

#include <math.h>
#include <string.h>

enum {
	STEP = 1000,			/* ratio of a unit and the next smaller unit */
	FINEST = 1000000000,		/* greatest number of values in a unit: nine decimals */
	DECIMALS = 9,			/* number of decimals in folded_number.nanos */
};

static const double EXACT = 0x1p53;	/* whole numbers up to this one are exact in a double */

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The text of a number: its digits, with or without a point, and the exponent of ten. */
struct digits {
	const char *s, *end;
	long long before;		/* how many digits stand before the decimal point: zeros are
					 * to be added if there are fewer digits; less than 0: zeros
					 * stand behind the point, before the digits */
};

/* Reads the exponent, such as "e-05", that the bytes from S to END are.  False: they are none. */
static bool
read_exponent(const char *s, const char *end, long long *exponent)
{
	static const long long most = 100000;
	bool is_negative;

	*exponent = 0;
	if (s == end)
		return true;
	if (*s != 'e' && *s != 'E')
		return false;
	is_negative = ++s < end && *s == '-';
	s += s < end && (*s == '-' || *s == '+');
	if (s == end)
		return false;
	for (; s < end && is_digit(*s); s++)
		if (*exponent < most)
			*exponent = 10 * *exponent + (*s - '0');
	*exponent = is_negative ? -*exponent : *exponent;
	return s == end;
}

/* Finds the digits of the number that the bytes from S to END are.  False: they are no number. */
static bool
find_digits(struct digits *d, const char *s, const char *end)
{
	const char *point = NULL;
	long long exponent;

	for (d->s = s; s < end && (is_digit(*s) || (*s == '.' && point == NULL)); s++)
		if (*s == '.')
			point = s;
	d->end = s;
	d->before = (point != NULL ? point : s) - d->s;
	if (d->end - d->s == (point != NULL) || !read_exponent(s, end, &exponent))
		return false;
	d->before += exponent;
	return true;
}

/* Adds DIGIT to NUMBER.  LEFT is the number of digits from this one to the decimal point; 0 or
 * less: the digit is behind the point. */
static void
add_digit(struct folded_number *number, long long left, unsigned digit)
{
	static const uint32_t nanos[DECIMALS] = { 100000000, 10000000, 1000000, 100000, 10000, 1000,
		100, 10, 1 };

	if (left <= -2 * DECIMALS)
		return;
	if (left <= -DECIMALS)
		number->rest += 1e-9 * digit * nanos[-left - DECIMALS];
	else if (left <= 0)
		number->nanos += digit * nanos[-left];
	else if (number->whole > ((uint64_t)INT64_MAX - digit) / 10)
		number->is_too_large = true;
	else
		number->whole = 10 * number->whole + digit;
}

bool
folded_number_read(struct folded_number *number, const char *s, size_t n)
{
	bool is_negative = n > 0 && *s == '-', is_zero;
	struct digits d;
	long long left;

	*number = (struct folded_number){ .is_negative = is_negative };
	if (!find_digits(&d, s + is_negative, s + n))
		return false;
	left = d.before;
	for (; d.s < d.end; d.s++)
		if (*d.s != '.')
			add_digit(number, left--, (unsigned)(*d.s - '0'));
	is_zero = number->whole == 0;
	for (; left > 0 && !is_zero && !number->is_too_large; left--)
		add_digit(number, left, 0);
	return true;
}

/* Makes the unit of V->m smaller by STEP, and all values larger.  False: the unit is a byte, or
 * would be less than a nanosecond, or the values and the number WHOLE would be so large that they
 * could not be added up exactly. */
static bool
make_finer(struct folded_values *v, uint64_t whole)
{
	struct measured *m = v->m;
	size_t n = (size_t)m->nsamples * m->nevents;
	double sum = (double)whole * m->events[0].per_unit;

	for (size_t i = 0; i < n; i++)
		sum += fabs((double)m->weights[i].value);
	if (m->events[0].per_unit == FINEST || sum * STEP > EXACT
	    || strcmp(m->events[0].unit, "bytes") == 0
	    || measured_event_rate(&m->events[0]) * m->events[0].per_unit * STEP > FINEST)
		return false;
	/* A number with a fraction is no number of samples. */
	m->events[0].per_unit *= STEP;
	m->events[0].is_sampled = false;
	m->events[0].is_unsaid = true;
	for (size_t i = 0; i < n; i++)
		m->weights[i] = (struct measured_weight){ .value = m->weights[i].value * STEP };
	for (size_t i = 0; i < n && m->amounts != NULL; i++)
		m->amounts[i] *= STEP;
	return true;
}

/* Makes the unit of V->m larger by STEP, and rounds all values. */
static void
make_coarser(struct folded_values *v)
{
	struct measured *m = v->m;
	size_t n = (size_t)m->nsamples * m->nevents;

	m->events[0].per_unit /= STEP;
	m->rounded = v->is_finest = true;
	for (size_t i = 0; i < n; i++)
		m->weights[i].value = llround((double)m->weights[i].value / STEP);
	for (size_t i = 0; i < n && m->amounts != NULL; i++)
		m->amounts[i] = (m->amounts[i] + (uint64_t)STEP / 2) / (uint64_t)STEP;
}

/* Has NUMBER decimals that are lost if a value is 1 / PER_UNIT? */
static bool
needs_finer(const struct folded_number *number, uint32_t per_unit)
{
	return number->nanos % (FINEST / per_unit) != 0
		|| (per_unit < FINEST && number->whole == 0 && number->nanos == 0
			&& number->rest > 0);
}

int64_t
folded_values_take(struct folded_values *v, const struct folded_number *number)
{
	static const double negligible = 1e-6;
	uint32_t *per_unit = &v->m->events[0].per_unit, step;
	double fraction, sum, rounded;
	int64_t whole;

	while (!v->is_finest && needs_finer(number, *per_unit))
		v->is_finest = !make_finer(v, number->whole);
	while (*per_unit > 1 && (double)number->whole * *per_unit > EXACT)
		make_coarser(v);
	step = FINEST / *per_unit;
	whole = (int64_t)(number->whole * *per_unit + number->nanos / step);
	fraction = (number->nanos % step + number->rest) / step;
	if (fraction == 0)
		return number->is_negative ? -whole : whole;
	v->m->rounded |= fmin(fraction, 1 - fraction) > negligible * ((double)whole + 1);
	sum = v->rounding + (number->is_negative ? -fraction : fraction);
	rounded = floor(sum + 0.5);
	v->rounding = sum - rounded;
	whole = measured_sum(number->is_negative ? -whole : whole, (int64_t)rounded);
	return whole < -INT64_MAX ? -INT64_MAX : whole;		/* has an absolute value */
}
