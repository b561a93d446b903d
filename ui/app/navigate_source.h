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

/* Show the source of the selected row.  If the row is a call, show the line that makes it. */
void navigate_source_show(struct app *a);

/* Show line LINE of file number FILE. */
void navigate_source_line(struct app *a, uint32_t file, uint32_t line, uint32_t about);

/* V is a source view.  Set V->about to the function of the selected line. */
void navigate_source_follow(struct view *v);

/* Find the place of the selected row.  If it has none, tell the user and return false. */
bool navigate_source_place(struct app *a, uint32_t *file, uint32_t *line, uint32_t *about);

#endif
