/* go_to.h - going to the function, line or file that the user typed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GO_TO_H
#define GO_TO_H

#include "app/app.h"

/* Goes to what TEXT names: a line of the source that is shown, a function or cycle, FILE:LINE, a
 * file, an index.  If TEXT is a vi command for quitting or writing, executes the command. */
void go_to_text(struct app *a, const char *text);

/* Goes to the function or cycle whose index is at the beginning of DIGITS. */
void go_to_index(struct app *a, const char *digits);

#endif
