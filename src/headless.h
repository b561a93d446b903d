/* headless.h - the browser without a terminal: keys in, one screen out
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef HEADLESS_H
#define HEADLESS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/err.h"
#include "cli/view_input.h"

/* Presses KEYS (NULL: none) in a browser of SIZE, "100x30" or "100x30,styles", and prints the last
 * frame to OUT.  Takes ownership of IN->loaded, as session_open().  False: SIZE or KEYS is
 * malformed, as E says. */
bool headless_run(struct view_input *in, const char *size, const char *keys, FILE *out,
	struct err *e);

#endif
