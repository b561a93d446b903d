/* exclude_options.h - excluded functions and calls, written as command line options
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXCLUDE_OPTIONS_H
#define EXCLUDE_OPTIONS_H

#include "callgraph/exclusions.h"

/* Returns what C excludes as command line options: paragraphs of text, to be free()d. */
char *exclude_options_text(const struct exclusions *c);

#endif
