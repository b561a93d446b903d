/* ask.h - what is typed at a prompt
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ASK_H
#define ASK_H

#include <stdint.h>

#include "app.h"

void ask_key(struct app *a, uint32_t key);
void ask_draw(struct app *a, struct grid *g, int y);

#endif
