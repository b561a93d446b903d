/* pane.h - the second pane: calls, source or frames of the selected row
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PANE_H
#define PANE_H

#include <stdbool.h>

#include "app/app.h"

/* Change what the second pane shows, in the order calls, source, icicle, nothing.  If the view
 * shows calls itself, source comes before calls.  If the view is an icicle, icicle is omitted. */
void pane_next(struct app *a);

/* Let keys go to the other pane. */
void pane_switch(struct app *a);

void pane_close(struct app *a);

/* Does the current view have a second pane that fits on the screen? */
bool pane_fits(const struct app *a);

/* Returns the width in cells of the pane that shows V. */
int pane_width(const struct app *a, const struct view *v);

/* Free the second pane, because the figures have changed: pane_follow() fills a new one.  Keys go
 * to the current view again. */
void pane_refresh(struct app *a);

/* Let the second pane show the calls, the source or the frames of the selected row of the current
 * view.  If keys go to the second pane, nothing changes. */
void pane_follow(struct app *a);

/* The pane at a place of the screen: its view, the place inside the pane, and the width of the
 * pane.  VIEW is NULL outside of the panes. */
struct spot {
	struct view *view;
	int x, y, width;
};
struct spot pane_spot(const struct app *a, int x, int y);

/* Draw the current view, and the second pane if there is one, into lines TOP to BOTTOM - 1. */
void pane_draw(struct app *a, struct grid *g, int top, int bottom);

#endif
