/* marks.h - marks: places to return to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MARKS_H
#define MARKS_H

#include <stdint.h>

#include "app/app.h"

/* Set the mark KEY; go to the mark KEY.  KEY is a letter from a to z, or ' for the place before the
 * last marks_go(). */
void marks_set(struct app *a, uint32_t key);
void marks_go(struct app *a, uint32_t key);

#endif
