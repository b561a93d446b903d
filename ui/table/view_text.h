/* view_text.h - writing the rows of a view as lines of text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_TEXT_H
#define VIEW_TEXT_H

#include <stdio.h>

#include "screen/grid.h"
#include "table/view.h"

enum { VIEW_TEXT_CELLS = 240 };	/* least room for the text of the rightmost column, in cells */

/* The line in which rows are drawn whole, one after the other.  Zeroed except .grid.ascii, it is
 * ready for use.  Free it with view_text_release(). */
struct view_text {
	struct grid grid;		/* of one line */
	int used;			/* the cells of .grid from this one on are blank */
	char *line;			/* owned; memory for the text of a row, .room bytes */
	size_t room;
};

void view_text_release(struct view_text *t);

/* Draws row R whole into T.  The rightmost column of LAYOUT gets as many cells as the row needs.
 * V must be prepared (view_prepare()), and V->whole must be set. */
void view_text_draw(struct view_text *t, struct view *v, const struct row *r,
	struct layout *layout);

/* Returns the whole text of row R as one line; free() it. */
char *view_text_of_row(struct view *v, const struct row *r);

/* Prints all rows, with column titles if TITLES.  Stops early if the user stops the work.  Rows are
 * printed as on a screen of WIDTH cells, or whole if WIDTH is 0. */
void view_text_print(struct view_text *t, struct view *v, bool titles, int width, FILE *out);

#endif
