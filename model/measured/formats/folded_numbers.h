/* folded_numbers.h - the numbers of folded stacks, which may have fractions
 *
 * Values of a measured profile are whole.  If the numbers of a file have fractions, all values are
 * multiplied by 1000, or by 1000 again, so that small numbers keep their proportions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FOLDED_NUMBERS_H
#define FOLDED_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measured/measured.h"

struct folded_number {
	uint64_t whole;			/* the number without its fraction */
	uint32_t nanos;			/* the first nine decimals */
	double rest;			/* the other decimals: at least 0, less than 1 */
	bool is_negative;
	bool is_too_large;		/* the number is above INT64_MAX; the other members are not
					 * valid */
};

/* The values of event 0 of .m are added up in units of 1 / events[0].per_unit. */
struct folded_values {
	struct measured *m;
	double rounding;		/* rounding error that is carried over to the next number
					 * that has a fraction */
	bool is_finest;			/* .per_unit cannot become larger: values would be too
					 * large */
};

/* Reads the number that the N bytes at S are, such as "17", "-0.5" or "1e-05".  Returns false if
 * they are no number. */
bool folded_number_read(struct folded_number *number, const char *s, size_t n);

/* Returns NUMBER in the unit of V->m.  If NUMBER needs a smaller unit, changes the unit and all
 * values of V->m.  If NUMBER is rounded noticeably, sets V->m->rounded. */
int64_t folded_values_take(struct folded_values *v, const struct folded_number *number);

#endif
