/* navigate.h - moving between views
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAVIGATE_H
#define NAVIGATE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"

/* Show a new view, with the row of node SELECT selected if there is one; NULL: it was
 * stopped, and the old one is shown. */
struct view *navigate_to(struct app *a, const struct view_ops *ops, uint32_t subject,
	uint32_t select);

/* Show the calls of node N, with itself selected; nothing if N is NOBODY. */
void navigate_to_calls(struct app *a, uint32_t n);

/* Show the view before the one that is shown, or the one after it, or say that there is none. */
void navigate_back(struct app *a);
void navigate_forward(struct app *a);

/* What the selected row of V is, or is part of: a node; of a line, its function; NOBODY. */
uint32_t navigate_selected_node(const struct view *v);

/* Go to node N where it is in this view, else to its calls. */
void navigate_to_node(struct app *a, uint32_t n);

/* Go to the next hot row after the selected one, STEP 1, or before it, STEP -1. */
void navigate_to_hot(struct app *a, int step);

/* Go where the selected row leads. */
void navigate_open(struct app *a);

/* Go to the hottest caller or callee: in the calls view of what that is about, else of the row. */
void navigate_to_hottest(struct app *a, bool callers);

#endif
