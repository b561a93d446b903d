/* options_measured.h - options that do not work for profiles whose totals are known
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OPTIONS_MEASURED_H
#define OPTIONS_MEASURED_H

#include "cli/options.h"

/* Do all options of O work for P, whose totals are known?  If not, E names one that does not, and
 * what to do instead. */
bool options_check_measured(const struct options *o, const struct profile *p, struct err *e);

/* Is the file PATH a profile whose totals are known?  Then E says that OPTION, which needs a
 * profile of addresses, does not work, and what to do instead.  Standard input is not read. */
bool options_is_measured_file(const char *path, enum option_id option, struct err *e);

#endif
