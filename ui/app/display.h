/* display.h - units, names, hidden rows and order of what is shown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DISPLAY_H
#define DISPLAY_H

#include <stdbool.h>

#include "app/app.h"

/* Show times in the next unit: time, percent, samples. */
void display_next_unit(struct app *a);

/* Show names as in the symbol table, or demangled again. */
void display_toggle_mangled(struct app *a);

/* Show rows without time and calls, or hide them; false: it was stopped. */
bool display_show_all(struct app *a, bool all);
void display_toggle_all(struct app *a);

/* Sort the view that keys go to by COLUMN, < 0 for as filled. */
void display_sort(struct app *a, int column, bool reverse);

#endif
