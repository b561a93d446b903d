/* display.h - how rows are displayed: units of time, form of names, hidden rows, sort order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DISPLAY_H
#define DISPLAY_H

#include <stdbool.h>

#include "app/app.h"

/* Show times in the next unit: seconds, percent, samples; or bytes in MB, percent, bytes. */
void display_next_unit(struct app *a);

/* Colour the frames of icicles by the next criterion, such as own time or library. */
void display_next_colors(struct app *a);

/* Show names as in the symbol table or, if they are shown so already, demangled.  If the work was
 * stopped, nothing changes. */
void display_toggle_mangled(struct app *a);

/* Show rows without time and calls if ALL, otherwise hide them.  Returns false if the work was
 * stopped. */
bool display_show_all(struct app *a, bool all);
void display_toggle_all(struct app *a);

/* Sort by COLUMN the view that keys go to.  If COLUMN < 0, restore the order in which the view was
 * filled. */
void display_sort(struct app *a, int column, bool reverse);

#endif
