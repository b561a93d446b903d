/* navigate_source.h - going to source lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAVIGATE_SOURCE_H
#define NAVIGATE_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"

/* Show the source of the selected row: of a call, where it is made. */
void navigate_source_show(struct app *a);

/* Show line LINE of file FILE of the sources, as the source of function ABOUT (or NOBODY). */
void navigate_source_line(struct app *a, uint32_t file, uint32_t line, uint32_t about);

/* The selected line of V, a source view, is another one: V is about the function it is in now. */
void navigate_source_follow(struct view *v);

/* The file and line of the selected row; false: it has none, which the user was told. */
bool navigate_source_place(struct app *a, uint32_t *file, uint32_t *line, uint32_t *about);

#endif
