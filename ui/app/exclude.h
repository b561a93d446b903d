/* exclude.h - taking functions and calls out, and putting them back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXCLUDE_H
#define EXCLUDE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"

/* The selected function or call: out, or back in. */
void exclude_selected(struct app *a);

/* Undo the last step, and do again what was undone last. */
void exclude_undo(struct app *a);
void exclude_redo(struct app *a);

/* Propose calls that open the selected cycle; asked a second time, cut them. */
void exclude_open_cycle(struct app *a);

/* Another key was pressed: X proposes anew. */
void exclude_forget_proposal(struct app *a);

/* Show what is out as options. */
void exclude_show_options(struct app *a);

#endif
