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
void take_selected(struct app *a);

/* Show BASIS without what is out by now; false: it was stopped, all is as it was. */
bool take_effect(struct app *a, const struct basis *basis);

/* Undo the last step, and do again what was undone last. */
void take_back(struct app *a);
void take_again(struct app *a);

/* Propose calls that open the selected cycle; asked a second time, cut them. */
void take_cycle_apart(struct app *a);

/* Another key was pressed: X proposes anew. */
void take_forget_proposal(struct app *a);

/* Show what is out as options. */
void take_print(struct app *a);

#endif
