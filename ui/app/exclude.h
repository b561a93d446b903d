/* exclude.h - excluding functions and calls, and including them again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXCLUDE_H
#define EXCLUDE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"

/* Excludes the selected function or call or, if it is excluded already, includes it again. */
void exclude_selected(struct app *a);

/* Can function N of P or, if IS_ARC is set, arc N be excluded?  If P shows inlined functions, a
 * function cannot be excluded if its code is inlined somewhere: part of its time belongs to code of
 * its hosts.  Excluding an arc excludes its calls, but not inlined code.  So an arc without calls
 * cannot be excluded if it leads to inlined code. */
bool exclude_is_possible(const struct profile *p, bool is_arc, uint32_t n);

/* Undoes the last exclusion or inclusion. */
void exclude_undo(struct app *a);
/* Redoes the exclusion or inclusion that was undone last. */
void exclude_redo(struct app *a);

/* Returns the cycle that is selected or that contains the selected function.  If there is no such
 * cycle, but the view shows the calls of a cycle or of a member, returns that cycle.  Otherwise
 * returns NOBODY. */
uint32_t exclude_selected_cycle(const struct app *a);

/* Proposes calls whose exclusion breaks up the selected cycle.  If there is a proposal already,
 * excludes the proposed calls. */
void exclude_break_up_cycle(struct app *a);

/* Forgets the proposal, so that exclude_break_up_cycle() makes a new proposal. */
void exclude_forget_proposal(struct app *a);

/* Shows the excluded functions and calls as command line options or, if the profile is measured, by
 * name (exclude_options.h). */
void exclude_show_options(struct app *a);

#endif
