/* view_text.h - writing the rows of a view as lines of text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_TEXT_H
#define VIEW_TEXT_H

#include <stdio.h>

#include "table/view.h"

struct layout;

/* Least width of the grid in which a whole row is drawn, in cells. */
enum { VIEW_TEXT_CELLS = 240 };

/* Draws row R whole into G, a grid of one line.  If the row does not fit, makes G and the rightmost
 * column of LAYOUT wider.  V must be prepared (view_prepare()), and V->whole must be set. */
void view_text_draw(struct view *v, const struct row *r, struct layout *layout,
	struct grid *g);

/* Returns the whole text of row R as one line; free() it. */
char *view_text_of_row(struct view *v, const struct row *r);

/* Prints all rows, with column titles if TITLES.  Stops early if the user stops the work.  Rows are
 * printed as on a screen of WIDTH cells, or whole if WIDTH is 0. */
void view_text_print(struct view *v, bool titles, int width, FILE *out);

#endif
