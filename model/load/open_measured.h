/* open_measured.h - make a profile from a measured one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OPEN_MEASURED_H
#define OPEN_MEASURED_H

#include <stdbool.h>
#include <stdint.h>

#include "load/open.h"
#include "measured/measured.h"
#include "profile/profile.h"

/* Sets *EVENT and *PART to the event and the part of M that OPTIONS name.  If OPTIONS name no
 * event, sets M->event; if they name no part, sets NOBODY.  False: M has no event or part of that
 * name, as E says.  M may be NULL: then *EVENT and *PART stay. */
bool open_measured_choose(const struct measured *m, const struct open_options *options,
	uint32_t *event, uint32_t *part, struct err *e);

/* Fills P, whose .rules and .folds_kernel are set, with the functions, calls and stacks of M.  If
 * INLINED is set, inlined functions are functions of their own.  P becomes a user of M: see
 * measured_release(). */
void open_measured(struct profile *p, struct measured *m, bool inlined);

/* Has M, a later snapshot of the recording that P was made from, the functions, stacks and calls
 * of P->measured?  If so, open_measured_values() lets P have the values of M, and what M says about
 * the files, and returns what P had before.  P becomes a user of M instead of the result. */
bool open_measured_is_like(const struct profile *p, const struct measured *m);
struct measured *open_measured_values(struct profile *p, struct measured *m);

#endif
