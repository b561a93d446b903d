/* prompt_actions.h - typing at prompts, and acting on the answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROMPT_ACTIONS_H
#define PROMPT_ACTIONS_H

#include <stdint.h>

#include "app/app.h"

/* Types KEY at the open prompt, and acts on the answer when it is complete. */
void prompt_actions_key(struct app *a, uint32_t key);

/* Requests to write the view to the file PATH, which may begin with "~" (REQUEST_WRITE). */
void prompt_actions_write(struct app *a, const char *path);

/* Asks the user whether to overwrite the file A->text, which exists.  If the answer is y,
 * A->request is made again. */
void prompt_actions_ask_overwrite(struct app *a);

/* Draws the prompt, or the menu of columns to sort by, into line Y of G. */
void prompt_actions_draw(struct app *a, struct grid *g, int y);

#endif
