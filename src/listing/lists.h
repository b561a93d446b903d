/* lists.h - the listings that were asked for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LISTS_H
#define LISTS_H

#include "cli/options.h"

/* Read what O names and print what it asks for, or what there is; the exit status. */
int lists_print(const struct options *o);

#endif
