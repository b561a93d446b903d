/* pane.h - the second pane: calls, source or frames of the selected row
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PANE_H
#define PANE_H

#include <stdbool.h>

#include "app/app.h"

/* Changes what the second pane shows, in the order calls, source, icicle, nothing.  If the current
 * view shows calls itself, the order is source, calls, icicle, nothing.  If the current view is an
 * icicle, the order is calls, source, nothing. */
void pane_next(struct app *a);

/* Lets keys go to the other pane, or tells the user why there is no other pane. */
void pane_switch(struct app *a);

/* Closes the second pane until the user opens it. */
void pane_close(struct app *a);

/* Does the current view have a second pane, and does the pane fit on the screen? */
bool pane_fits(const struct app *a);

/* Returns the width in cells of the pane that shows V. */
int pane_width(const struct app *a, const struct view *v);

/* Frees the second pane.  pane_follow() fills a new pane, with the present figures.  Keys go to the
 * current view again. */
void pane_free(struct app *a);

/* Lets the second pane show the calls, the source or the frames of the selected row of the current
 * view.  If keys go to the second pane, nothing changes. */
void pane_follow(struct app *a);

/* A cell of a pane. */
struct pane_cell {
	struct view *view;		/* the view in the pane; NULL: the cell is in no pane */
	int x, y, width;		/* place of the cell in the pane; width of the pane */
};

/* Returns the pane and the place in the pane of cell X of line Y of the screen. */
struct pane_cell pane_cell_at(const struct app *a, int x, int y);

/* Draws the current view, and the second pane if it is open, into lines TOP to BOTTOM - 1 of G. */
void pane_draw(struct app *a, struct grid *g, int top, int bottom);

#endif
