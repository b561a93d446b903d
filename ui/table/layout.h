/* layout.h - which columns there is room for, and where they are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LAYOUT_H
#define LAYOUT_H

#include <stdbool.h>

#include "table/view.h"

/* Where a column is: its cells begin with the gap in front. */
struct column_place {
	const struct column *column;
	int x, width;
};

#define LAYOUT_MOST_COLUMNS 32

struct layout {
	struct column_place at[LAYOUT_MOST_COLUMNS];
	int n;
};

/* The columns that WIDTH cells have room for; ALL: all of them, however wide. */
void layout_columns(struct layout *l, const struct view *v, int width, bool all);

/* Find out how wide the HEIGHT rows that are shown would like the column of the rest, so
 * that what is behind it is not far away on a wide screen. */
void layout_widen(struct view *v, int width, int height);

/* Cells that the title of C takes, with the gap in front. */
int layout_title_cells(const struct view *v, const struct column *c, bool wide);

/* Draw the titles of columns, or the cells of row R, into line Y of G. */
void layout_titles(const struct layout *l, const struct view *v, struct grid *g, int y);
void layout_row(const struct layout *l, const struct view *v, const struct row *r,
	struct grid *g, int y, uint16_t style);

/* Is there anything in the column in the whole profile? */
bool layout_column_used(const struct view *v, const struct column *c);

#endif
