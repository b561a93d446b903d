/* navigate.h - moving between views, and to rows of interest
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAVIGATE_H
#define NAVIGATE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"

/* Show a new view OPS of SUBJECT.  If a row shows node SELECT, select this row.  Returns NULL if
 * the work was stopped; then the current view stays. */
struct view *navigate_to(struct app *a, const struct view_ops *ops, uint32_t subject,
	uint32_t select);

/* Add V to the history after the current view, and show V.  A takes ownership of V.  Views that
 * came after the current view are dropped.  If the history is full, its first view is dropped. */
void navigate_append(struct app *a, struct view *v);

/* Show the calls of node N, with N selected.  If N is NOBODY, do nothing. */
void navigate_to_calls(struct app *a, uint32_t n);

/* Show the previous or next view of the history, or tell the user that there is none. */
void navigate_back(struct app *a);
void navigate_forward(struct app *a);

/* Returns the node of the selected row of V.  For a source line this is the function that contains
 * the line.  Returns NOBODY if the row has no node. */
uint32_t navigate_selected_node(const struct view *v);

/* If the current view shows functions or cycles, select the row of node N, which may be hidden.  If
 * there is no such row, or in other views, show the calls of N. */
void navigate_to_node(struct app *a, uint32_t n);

/* Go to the next hot row (STEP 1) or the previous one (STEP -1), as many times as the number typed
 * before the key says. */
void navigate_to_hot(struct app *a, int step);

/* Show what a picture showed before (STEP -1) or after (STEP 1) the last zoom.  Returns false if
 * the current view is no picture, or if there is nothing to go to. */
bool navigate_zoom_back(struct app *a, int step);

/* Do what Enter does on the selected row: go to its target. */
void navigate_open(struct app *a);

/* Show the calls of the hottest caller (if CALLERS) or the hottest callee of a function.  In the
 * view of calls, this function is the subject, in other views the selected function. */
void navigate_to_hottest(struct app *a, bool callers);

#endif
