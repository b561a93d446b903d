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
#include "measured/reader.h"
#include "profile/profile.h"

/* Read the files that OPTIONS name into P, if the first of them is a measured profile, which needs
 * no image.  MEASURED_OTHER: it is not.  MEASURED_FAILED: E says why the files cannot be shown.
 * With both results, P does not change. */
enum measured_result open_measured_files(struct profile *p, const struct open_options *options,
	struct err *e);

/* Set the event and the part of CHOICE to those of M that OPTIONS name, if they name any.  False: M
 * has no such event or part, as E says. */
bool open_measured_choose(const struct measured *m, const struct open_options *options,
	struct measured_choice *choice, struct err *e);

/* Fill P, whose rules are set, with the event and parts of M that CHOICE names.  P becomes a user
 * of M: see measured_release(). */
void open_measured(struct profile *p, struct measured *m, const struct measured_choice *choice);

#endif
