/* likely.h - which function of one side is most like a function that only the other side has
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LIKELY_H
#define LIKELY_H

#include "compare/comparison.h"

/* Sets LIKE[i] to how much row i of C, which only one side has, is like ROW, which only the other
 * has: the same callers and callees and the same source file tell most, then equal numbers of
 * calls, then similar times.  Rows of both sides, and of the side of ROW, get a number below 0.
 * LIKE has C->nrows elements. */
void likely_find(const struct comparison *c, const struct comparison_row *row, double *like);

#endif
