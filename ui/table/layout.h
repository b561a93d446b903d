/* layout.h - which columns a line has room for, and where they are drawn
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LAYOUT_H
#define LAYOUT_H

#include <stdbool.h>

#include "table/view.h"

/* The cells of a line in which a column is drawn, including the gap in front. */
struct column_cells {
	const struct column *column;
	int x, width;
};

#define LAYOUT_MOST_COLUMNS 32

struct layout {
	struct column_cells at[LAYOUT_MOST_COLUMNS];
	int n;
};

/* Choose the columns that fit into WIDTH cells (all columns if ALL), and place them. */
void layout_columns(struct layout *l, const struct view *v, int width, bool all);

/* If WIDTH is that of a very wide screen, set V->widest to the cells that the column with the flag
 * REST needs for the HEIGHT rows in the window, unless V->widest is greater already.
 * layout_columns() then makes this column no wider than needed, so that the columns behind it are
 * near the text. */
void layout_widen(struct view *v, int width, int height);

/* Move the column with the flag REST in L behind all others.  Make the columns that were behind it
 * as wide as the rows of V need, at most MOST cells each.  In this layout whole rows are printed,
 * because a long name then makes only its own line longer. */
void layout_names_last(struct layout *l, struct view *v, int most);

/* Returns the cells of the title of C, including the gap before it. */
int layout_title_cells(const struct view *v, const struct column *c, bool wide);

/* Draw the titles of columns, or row R, into line Y of G. */
void layout_titles(const struct layout *l, const struct view *v, struct grid *g, int y);
void layout_row(const struct layout *l, const struct view *v, const struct row *r,
	struct grid *g, int y, uint16_t style);

/* Can column C show anything in view V of this profile? */
bool layout_column_used(const struct view *v, const struct column *c);

#endif
