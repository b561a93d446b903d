/* cells.h - drawing cells that show more than a figure: lines of text, places
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CELLS_H
#define CELLS_H

#include "table/cell.h"

/* Draws row R of a view whose rows are lines of text, without its first V->shift cells. */
void cell_text_line(const struct view *v, const struct row *r, struct pen *pen);

/* Draws TEXT, which is "FILE:LINE".  If TEXT does not fit, draws "…" in place of its beginning. */
void cell_draw_place(const char *text, struct pen *pen);

#endif
