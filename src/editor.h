/* editor.h - runs the user's editor
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EDITOR_H
#define EDITOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

/* Opens line LINE of the file PATH in $VISUAL, $EDITOR or vi, and waits until the editor ends.  No
 * shell is involved: the variable is split into words at blanks that are not quoted.  False: the
 * editor could not be started, or failed; E says why. */
bool editor_run(const char *path, uint32_t line, struct err *e);

#endif
