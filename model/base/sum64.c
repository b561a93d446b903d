/* sum64.c - sums of whole numbers that a double cannot hold
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/sum64.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const double MODULUS = 0x1p64;

/* Returns the whole number X modulo 2^64. */
static uint64_t
remainder_of(double x)
{
	double rest = fmod(x, MODULUS);

	return rest < 0 ? -(uint64_t)-rest : (uint64_t)rest;
}

double
sum64_nearest(double about, uint64_t sum)
{
	uint64_t from = isfinite(about) ? remainder_of(round(about)) : sum;

	return about + (double)(int64_t)(sum - from);
}

bool
sum64_text(char text[SUM64_ROOM], double about, uint64_t sum)
{
	uint64_t size = about < 0 ? -sum : sum;
	/* A sum just below 2^64 is rounded to 2^64. */
	double most = size > UINT64_MAX / 2 ? MODULUS : MODULUS / 2;

	if (sum == 0 || !(fabs(about) >= SUM64_EXACT) || fabs(about) > most)
		return false;
	snprintf(text, SUM64_ROOM, "%s%" PRIu64, about < 0 ? "-" : "", size);
	return true;
}
