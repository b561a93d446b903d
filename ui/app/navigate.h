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

/* Show the source of the selected row: of a call, where it is made. */
void navigate_to_source(struct app *a);

/* Show line LINE of file FILE of the sources, as the source of function ABOUT (or NOBODY). */
void navigate_to_line(struct app *a, uint32_t file, uint32_t line, uint32_t about);

/* The selected line of V, a source view, is another one: V is about the function it is in now. */
void navigate_follow_line(struct view *v);

/* The file and line of the selected row; false: it has none, which the user was told. */
bool navigate_source_place(struct app *a, uint32_t *file, uint32_t *line, uint32_t *about);

/* Go to the next hot row after the selected one, STEP 1, or before it, STEP -1. */
void navigate_to_hot(struct app *a, int step);

/* Go where the selected row leads. */
void navigate_open(struct app *a);

/* Go to the hottest caller or callee: in the calls view of what that is about, else of the row. */
void navigate_to_hottest(struct app *a, bool callers);

/* Show the selected row in words. */
void navigate_explain(struct app *a);

/* Show STORY, paragraphs that it free()s, about node ABOUT or NOBODY. */
void navigate_show_text(struct app *a, char *story, uint32_t about);

/* What the view that is shown tells about has changed: tell it again. */
void navigate_update_text(struct app *a);

/* Show the keys that mean something in the view that is shown, and all others. */
void navigate_help(struct app *a);

#endif
