/* brief.h - how often a test repeats a check on random data
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BRIEF_H
#define BRIEF_H

#include <stdlib.h>

/* Returns N, or a quarter of N if CHECK_BRIEF is set in the environment, because then another run
 * of the suite does all repetitions. */
static inline int
brief_rounds(int n)
{
	return getenv("CHECK_BRIEF") != NULL ? n / 4 : n;
}

/* Returns N if CHECK_WIDE is set in the environment, a quarter of N with CHECK_BRIEF, and else
 * USUAL. */
static inline int
wide_rounds(int n, int usual)
{
	return getenv("CHECK_WIDE") != NULL ? n : getenv("CHECK_BRIEF") != NULL ? n / 4 : usual;
}

/* Returns the step of a loop over all cases: 1, or 4 if CHECK_BRIEF is set. */
static inline unsigned
brief_step(void)
{
	return getenv("CHECK_BRIEF") != NULL ? 4 : 1;
}

#endif
