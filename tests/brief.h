/* brief.h - how often a test repeats a check on random data
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BRIEF_H
#define BRIEF_H

#include <stdlib.h>

/* Returns N, or a quarter of N if CHECK_BRIEF says that another run of the suite does all
 * repetitions. */
static inline int
brief_rounds(int n)
{
	return getenv("CHECK_BRIEF") != NULL ? n / 4 : n;
}

/* Returns the step of a loop that tries every case: 1, or 4 if a quarter of the cases is enough. */
static inline unsigned
brief_step(void)
{
	return getenv("CHECK_BRIEF") != NULL ? 4 : 1;
}

#endif
