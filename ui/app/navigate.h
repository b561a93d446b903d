/* navigate.h - moving between views, and to rows of interest
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAVIGATE_H
#define NAVIGATE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"

/* Shows a new view OPS of SUBJECT, and selects the row of node SELECT, if there is such a row and
 * SELECT is not NOBODY.  Returns the view, which A owns, or NULL if the work was stopped; then the
 * current view stays.  If OPS->is_made_later is set, the caller must fill the view. */
struct view *navigate_to(struct app *a, const struct view_ops *ops, uint32_t subject,
	uint32_t select);

/* Adds V to the history after the current view, and shows V.  A takes ownership of V.  Views that
 * came after the current view are freed.  If the history is full, its first view is freed. */
void navigate_append(struct app *a, struct view *v);

/* Shows the calls of node N, with N selected.  Does nothing if N is NOBODY. */
void navigate_to_calls(struct app *a, uint32_t n);

/* Shows the previous (next) view of the history, or tells the user that there is none. */
void navigate_back(struct app *a);
void navigate_forward(struct app *a);

/* Returns the node of the selected row of V.  For a source line, this is the function that contains
 * the line.  Returns NOBODY if the row has no node, or if V has no rows. */
uint32_t navigate_selected_node(const struct view *v);

/* If the current view shows functions or cycles, selects the row of node N; if the row is hidden
 * because it has neither time nor calls, shows all rows first.  If there is no row of N, if a
 * filter hides this row, or if the current view shows something else, shows the calls of N. */
void navigate_to_node(struct app *a, uint32_t n);

/* If the view compare shows the rows of A or B, requests their difference, and then ACTION, and
 * returns true. */
bool navigate_to_change(struct app *a, enum action action);

/* Goes to the next hot row (STEP 1) or the previous hot row (STEP -1), as many times as the number
 * typed before the key says. */
void navigate_to_hot(struct app *a, int step);

/* Shows what a picture showed before the last zoom (STEP -1), or goes forward to this zoom again
 * (STEP 1).  Returns false if the current view is no picture, or if there is nothing to go to. */
bool navigate_zoom_back(struct app *a, int step);

/* Does what Enter does on the selected row: goes to its target. */
void navigate_open(struct app *a);

/* Shows the calls of the hottest caller (if CALLERS is set) or of the hottest callee of a node.  In
 * the view of calls, this node is the subject; in other views, it is the node of the selected
 * row. */
void navigate_to_hottest(struct app *a, bool callers);

#endif
