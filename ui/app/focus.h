/* focus.h - showing only stacks through functions that the user has chosen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FOCUS_H
#define FOCUS_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"

/* Shows only stacks through the selected function, in a new view of the history, so that going back
 * shows what was shown before.  If the last focus is this function, shows the stacks without this
 * focus again. */
void focus_selected(struct app *a);

/* Shows only stacks through one of the N functions FUNCS, numbers as read, in a new view of the
 * history.  Returns false, with a message, if this is not possible or was stopped. */
bool focus_on(struct app *a, const uint32_t *funcs, uint32_t n);

/* Puts the foci in force that view AT of the history has, and fills this view.  Returns false if
 * the work was stopped; then nothing has changed. */
bool focus_show(struct app *a, int at);

#endif
