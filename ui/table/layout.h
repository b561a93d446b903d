/* layout.h - which columns a line has room for, and where they are drawn
 *
 * Two rules hold for each line.  No two cells touch: layout_pen() leaves a blank between them.  And
 * figures are whole: a column becomes as wide as its figures need, and the column with .rest gets
 * fewer cells.  If there is not enough room, the columns with the greatest rank are not shown.
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

struct layout {
	struct column_cells at[VIEW_COLUMNS];
	int n;
};

/* Chooses the columns that fit into WIDTH cells (all columns if ALL), and places them. */
void layout_columns(struct layout *l, const struct view *v, int width, bool all);

/* Measures the figures in the rows FROM to TO - 1 of V, which are prepared (view_prepare()) and are
 * to be drawn in WIDTH cells.  If they are longer than the columns are wide, layout_columns() makes
 * these columns wider, until V is filled again.  If WIDTH is the width of a very wide screen, also
 * measures the cells that the column with .rest needs.  Increases V->widest to this number.
 * layout_columns() then makes this column no wider than V->widest, so that the columns on its right
 * are near its text.  If V->whole is set, this column is as wide as each row needs, and is not
 * measured. */
void layout_measure(struct view *v, int width, int from, int to);

/* Returns a pen for the cell P in line Y of G.  The pen leaves a blank between P and the cell on
 * its left. */
struct pen layout_pen(const struct column_cells *p, struct grid *g, int y);

/* Moves the column with .rest in L behind all other columns.  Makes each column that was behind it
 * as wide as its title and the rows of V need; rows make a column at most MOST cells wide.  This
 * layout is for printing whole rows: a long name makes only its own line longer. */
void layout_names_last(struct layout *l, struct view *v, int most);

/* Draws the titles of columns, or row R, into line Y of G. */
void layout_titles(const struct layout *l, const struct view *v, struct grid *g, int y);
void layout_row(const struct layout *l, const struct view *v, const struct row *r,
	struct grid *g, int y, uint16_t style);

/* Draws row R into line Y of G, which is blank.  Returns the number of cells, from the left, that
 * have text: the cells behind them stay blank. */
int layout_cells(const struct layout *l, const struct view *v, const struct row *r,
	struct grid *g, int y, uint16_t style);

/* Can column C show anything in view V of this profile? */
bool layout_column_used(const struct view *v, const struct column *c);

#endif
