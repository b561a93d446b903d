/* exclude_options.h - excluded functions and calls, written as command line options
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXCLUDE_OPTIONS_H
#define EXCLUDE_OPTIONS_H

#include "callgraph/exclusions.h"

/* Returns what C excludes as command line options: paragraphs of text, to be free()d.  No option
 * excludes functions of a measured profile: then the text names the functions and calls. */
char *exclude_options_text(const struct exclusions *c);

#endif
