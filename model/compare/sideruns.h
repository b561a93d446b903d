/* sideruns.h - the runs of both sides of a comparison: units, unlike inputs, noise between runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SIDERUNS_H
#define SIDERUNS_H

#include "compare/comparison.h"

/* Sets the number of runs, the amount and the unit of the figures of both sides of C.  False: they
 * measure different things, as E says. */
bool sideruns_set_units(struct comparison *c, struct err *e);

/* Adds to C what the user must know about its sides before anything else. */
void sideruns_remark(struct comparison *c);

/* Finds how much the runs vary, and sets the dispersion of each row of C. */
void sideruns_find_dispersion(struct comparison *c);

/* Are the figures of S counted, so that they have no noise?  Measured times are not. */
bool sideruns_is_exact(const struct comparison_side *s);

#endif
