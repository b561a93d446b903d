/* marks.h - marks: places to return to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MARKS_H
#define MARKS_H

#include <stdint.h>

#include "app/app.h"

/* Sets the mark KEY: a letter from a to z, or the character '.  Tells the user if KEY names no
 * mark. */
void marks_set(struct app *a, uint32_t key);
/* Goes to the mark KEY, a letter from a to z, or ' for the place before the last marks_go().  Tells
 * the user if the mark is not set. */
void marks_go(struct app *a, uint32_t key);

#endif
