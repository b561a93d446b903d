/* mouse.h - the mouse: the wheel scrolls, a click selects or sorts, a second click opens
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MOUSE_H
#define MOUSE_H

#include <stdint.h>

#include "app/app.h"

/* Handles the mouse event KEY (KEY_POINTER), a click or a turn of the wheel at a cell. */
void mouse_key(struct app *a, uint32_t key);

#endif
