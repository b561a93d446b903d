/* marks.h - places to come back to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MARKS_H
#define MARKS_H

#include <stdint.h>

#include "app/app.h"

/* Set the mark that KEY names; go to it. */
void marks_set(struct app *a, uint32_t key);
void marks_go(struct app *a, uint32_t key);

#endif
