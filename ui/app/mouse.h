/* mouse.h - what the mouse does
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MOUSE_H
#define MOUSE_H

#include <stdint.h>

#include "app/app.h"

/* Do what KEY means, which has KEY_POINTER: a click or a turn of the wheel, and where. */
void mouse_key(struct app *a, uint32_t key);

#endif
