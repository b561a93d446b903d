/* exclude_options.h - excluded functions and calls, written as command line options
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXCLUDE_OPTIONS_H
#define EXCLUDE_OPTIONS_H

#include "figures/exclusions.h"

/* Returns a text, to be free()d, with the command line options that exclude what C excludes.  For a
 * measured profile, which has no such options, the text names the functions and calls. */
char *exclude_options_text(const struct exclusions *c);

#endif
