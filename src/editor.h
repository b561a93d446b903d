/* editor.h - the user's editor.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef EDITOR_H
#define EDITOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

/* Open line LINE of the file PATH in $VISUAL, $EDITOR or vi, and wait until it is closed.
 * No shell is involved: the variable is cut into words at blanks.  False: it could not be
 * started, or failed. */
bool editor_run(const char *path, uint32_t line, struct err *e);

#endif
