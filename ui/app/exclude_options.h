/* exclude_options.h - what is out, as options
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXCLUDE_OPTIONS_H
#define EXCLUDE_OPTIONS_H

#include "callgraph/exclusions.h"

/* What C has out as options of the command line: paragraphs, to be free()d. */
char *exclude_options_text(const struct exclusions *c);

#endif
