/* prompt_actions.h - what is typed at a prompt
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROMPT_ACTIONS_H
#define PROMPT_ACTIONS_H

#include <stdint.h>

#include "app/app.h"

/* Something is asked: type KEY, and do what is wanted when the answer is complete. */
void prompt_actions_key(struct app *a, uint32_t key);

/* Draw the prompt, or the menu of columns, into line Y of G. */
void prompt_actions_draw(struct app *a, struct grid *g, int y);

#endif
