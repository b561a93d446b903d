/* navigate_source.h - going to source lines
 *
 * A place in the source is a file and a line, and the function ABOUT whose source it is (or
 * NOBODY).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAVIGATE_SOURCE_H
#define NAVIGATE_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"

/* Show the source of the selected row: of a function its hottest line in its file, of a call the
 * line that makes it.  In a source: go to the header of the function or, there, to its hottest
 * line. */
void navigate_source_show(struct app *a);

/* If LINE of FILE is the header of function ABOUT, or 0, returns the line at which the source of
 * ABOUT is opened: its hottest line in FILE, else its header.  Otherwise returns LINE. */
uint32_t navigate_source_start(const struct view_context *ctx, uint32_t file, uint32_t line,
	uint32_t about);

/* In a source: select the hottest line of the function; returns false if it is selected already, or
 * no line of the function has samples in this file. */
bool navigate_source_hottest(struct app *a);

/* In a source: select the next line of the function with samples, downwards (STEP is 1) or upwards
 * (-1), as many times as the number typed before the key says; returns false if there is none. */
bool navigate_source_hot(struct app *a, int step);

/* Show line LINE of file number FILE. */
void navigate_source_line(struct app *a, uint32_t file, uint32_t line, uint32_t about);

/* V is a source view.  Set V->about to the function of the selected line. */
void navigate_source_follow(struct view *v);

/* Find the place of the selected row.  If it has none, tell the user and return false. */
bool navigate_source_place(struct app *a, uint32_t *file, uint32_t *line, uint32_t *about);

#endif
