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

/* Set the event of CHOICE to the event of M that OPTIONS name or, if they name none, to M->event.
 * Set the part of CHOICE to the part of M that OPTIONS name, or to NOBODY.  False: M has no event
 * or part of that name, as E says. */
bool open_measured_choose(const struct measured *m, const struct open_options *options,
	struct measured_choice *choice, struct err *e);

/* Fill P, whose rules are set, with the event of M that CHOICE names, counted in the part that
 * CHOICE names or in all parts.  P becomes a user of M: see measured_release(). */
void open_measured(struct profile *p, struct measured *m, const struct measured_choice *choice);

#endif
