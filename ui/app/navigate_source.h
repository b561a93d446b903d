/* navigate_source.h - going to source lines
 *
 * A place in the source is the number of a file, a line, and the function ABOUT to which the line
 * belongs.  ABOUT may be NOBODY.  The header of a function is the line where it begins.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAVIGATE_SOURCE_H
#define NAVIGATE_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"

/* Shows the source of the selected row: the hottest line of a function, or the line that makes a
 * call.  In a source view, shows the header of the function that the title names or, if this header
 * is selected already, the hottest line of the function. */
void navigate_source_show(struct app *a);

/* Returns the line to select when a view of FILE is opened at LINE.  If function ABOUT begins in
 * FILE, and LINE is 0 or the header of ABOUT, returns the hottest line of ABOUT in FILE or, if no
 * line has samples or calls with a known time, the header.  Otherwise returns LINE. */
uint32_t navigate_source_start(const struct view_context *ctx, uint32_t file, uint32_t line,
	uint32_t about);

/* In a source view, selects the hottest line of the function that the title names.  Returns false
 * if this line is selected already, or if no line of the function in this file has samples or calls
 * with a known time. */
bool navigate_source_hottest(struct app *a);

/* In a source view, selects the next line below (STEP 1) or above (STEP -1) with samples of the
 * function that the title names.  If no line of the function in this file has samples, lines with
 * calls of known time are selected instead.  Repeats this as many times as the number typed before
 * the key says.  Returns false if there is no such line. */
bool navigate_source_hot(struct app *a, int step);

/* Shows line LINE of file FILE in a new source view.  If ABOUT is NOBODY, finds the function of the
 * line. */
void navigate_source_line(struct app *a, uint32_t file, uint32_t line, uint32_t about);

/* Sets .about of V, a source view, to the function of the selected line. */
void navigate_source_follow(struct view *v);

/* Sets *FILE, *LINE and *ABOUT to the place of the selected row.  If the row has no place, tells
 * the user and returns false. */
bool navigate_source_place(struct app *a, uint32_t *file, uint32_t *line, uint32_t *about);

#endif
