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

/* Ask the caller to write the view to the file PATH, which may begin with "~". */
void prompt_actions_write(struct app *a, const char *path);

/* The file that was to be written exists: ask whether to overwrite it. */
void prompt_actions_ask_overwrite(struct app *a);

/* Draw the prompt, or the menu of columns, into line Y of G. */
void prompt_actions_draw(struct app *a, struct grid *g, int y);

#endif
