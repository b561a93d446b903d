/* display.h - how rows are displayed: units of time, form of names, hidden rows, sort order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DISPLAY_H
#define DISPLAY_H

#include <stdbool.h>

#include "app/app.h"

/* Shows times in UNIT.  Does nothing if UNIT is UNIT_SAMPLES, but times cannot be converted to
 * samples. */
void display_set_unit(struct app *a, enum unit unit);

/* Shows times in the next unit: seconds, percent, samples.  Figures that are bytes are shown in MB,
 * percent, bytes.  Units that the profile does not have are skipped. */
void display_next_unit(struct app *a);

/* Colours the frames of icicles by the next criterion: self time, image, name. */
void display_next_colors(struct app *a);

/* Shows names as in the symbol table or, if they are shown so already, demangled.  If the work was
 * stopped, nothing changes. */
void display_toggle_mangled(struct app *a);

/* Shows rows that have neither time nor calls if ALL is set, otherwise hides these rows.  Returns
 * false if the work was stopped; then nothing changes. */
bool display_show_all(struct app *a, bool all);
void display_toggle_changed(struct app *a);

/* The selected row of the comparison has a function that only A, or only B, has.  If a function of
 * the other side was chosen before, requests to join both; if not, chooses it, and selects the
 * function of the other side that is most like it. */
void display_join(struct app *a);
void display_toggle_all(struct app *a);

/* Sorts the view that keys go to by COLUMN; if REVERSE is set, in the reverse of the usual order of
 * the column.  If COLUMN < 0, restores the order in which the view was filled. */
void display_sort(struct app *a, int column, bool reverse);

#endif
