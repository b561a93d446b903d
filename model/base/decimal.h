/* decimal.h - numbers as text: the same as printf() prints, but faster
 *
 * Each function writes the text directly before END, the last digit first, and returns the
 * beginning of the text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DECIMAL_H
#define DECIMAL_H

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

enum { DECIMAL_ROOM = 24, DECIMAL_MOST = 9, DECIMAL_GROUPED = 28 };

/* Writes N in digits, without a final NUL.  There must be DECIMAL_ROOM bytes before END. */
static inline char *
decimal_count(char *end, uint64_t n)
{
	do
		*--end = (char)('0' + n % 10);
	while ((n /= 10) > 0);
	return end;
}

/* Writes N in groups of three digits, such as "2,032,597,181", with a final NUL.  There must be
 * DECIMAL_GROUPED bytes before END. */
static inline char *
decimal_grouped(char *end, uint64_t n)
{
	int digits = 0;

	*--end = '\0';
	do {
		if (digits > 0 && digits % 3 == 0)
			*--end = ',';
		digits++;
		*--end = (char)('0' + n % 10);
	} while ((n /= 10) > 0);
	return end;
}

/* Writes X with DECIMALS decimals, at most DECIMAL_MOST, without a final NUL.  There must be
 * DECIMAL_ROOM bytes before END.  Returns NULL if the caller must use printf(), because X is
 * negative, NaN, too large, or almost in the middle between two results of rounding. */
static inline char *
decimal_fixed(char *end, double x, int decimals)
{
	static const double powers[DECIMAL_MOST + 1] = { 1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8,
		1e9 };
	static const double largest = 1e11;	/* if scaled is less, the rounding error of part is
						 * below 1e-4 */
	double scaled, part;
	uint64_t n;

	assert(decimals >= 0 && decimals <= DECIMAL_MOST);
	scaled = x * powers[decimals];
	if (!(scaled < largest) || signbit(x))
		return NULL;
	n = (uint64_t)scaled;
	part = scaled - (double)n;
	if (fabs(part - 0.5) < 1e-4)
		return NULL;
	n += part > 0.5;
	for (int i = 0; i < decimals; i++) {
		*--end = (char)('0' + n % 10);
		n /= 10;
	}
	if (decimals > 0)
		*--end = '.';
	return decimal_count(end, n);
}

#endif
