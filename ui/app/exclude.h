/* exclude.h - excluding functions and calls, and including them again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXCLUDE_H
#define EXCLUDE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"

/* Exclude the selected function or call, or include it again. */
void exclude_selected(struct app *a);

/* Undo the last exclusion or inclusion; redo the one that was undone last. */
void exclude_undo(struct app *a);
void exclude_redo(struct app *a);

/* Returns the cycle that is selected or that contains the selected function.  If there is no such
 * cycle, but the view shows the calls of a member of a cycle, returns this cycle.  Otherwise
 * returns NOBODY. */
uint32_t exclude_selected_cycle(const struct app *a);

/* Propose calls whose exclusion breaks up the selected cycle.  If there is a proposal already,
 * exclude the proposed calls. */
void exclude_open_cycle(struct app *a);

/* Forget the proposal, because another key was pressed: exclude_open_cycle() makes a new one. */
void exclude_forget_proposal(struct app *a);

/* Show excluded functions and calls as command line options or, if the profile is measured, by name
 * (exclude_options.h). */
void exclude_show_options(struct app *a);

#endif
