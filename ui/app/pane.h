/* pane.h - a second pane that follows the selection: its calls, or its source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PANE_H
#define PANE_H

#include <stdbool.h>

#include "app/app.h"

/* Off, calls, source in turn; the other pane; none. */
void pane_next(struct app *a);
void pane_switch(struct app *a);
void pane_close(struct app *a);

/* Is there room for the second pane? */
bool pane_fits(const struct app *a);

/* How wide V, one of the two panes, is drawn. */
int pane_width(const struct app *a, const struct view *v);

/* What all views show has changed. */
void pane_refresh(struct app *a);

/* Let the second pane show what belongs to the selected row. */
void pane_follow(struct app *a);

/* What is at cell X of line Y of the screen: a view, and where in it; VIEW is NULL when it
 * is nothing of one. */
struct spot {
	struct view *view;
	int x, y, width;
};
struct spot pane_spot(const struct app *a, int x, int y);

/* Draw the view, and the second pane if there is one, into lines TOP to BOTTOM - 1. */
void pane_draw(struct app *a, struct grid *g, int top, int bottom);

#endif
