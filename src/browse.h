/* browse.h - the browser on a terminal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BROWSE_H
#define BROWSE_H

#include <stdbool.h>

#include "base/err.h"
#include "cli/view_input.h"

/* Browses on the terminal until the user quits.  Takes ownership of IN->loaded, as session_open().
 * False: the terminal cannot be used, as E says, and nothing was drawn. */
bool browse_run(struct view_input *in, struct err *e);

#endif
