/* cells.h - drawing cells that show more than a figure: names of functions, places
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CELLS_H
#define CELLS_H

#include "table/cell.h"

/* Draws row R of a view whose rows are lines of text, without its first V->shift cells. */
void cell_text_line(const struct view *v, const struct row *r, struct pen *pen);

/* Draws the name of node N, with "x" in front if N is excluded.  If there is room, draws a remark
 * such as "(inlined)" behind the name.  Shortens the name to the cells that PEN has left, unless
 * V->whole is set or V is scrolled sideways. */
void cell_name(const struct view *v, uint32_t n, struct pen *pen);

/* Draws the name of node N and then NOTE.  Omits NOTE if it would leave fewer than ten cells for
 * the name, or if V is scrolled sideways. */
void cell_name_noted(const struct view *v, uint32_t n, const char *note, struct pen *pen);

/* Draws TEXT, which is "FILE:LINE".  If TEXT does not fit, draws "…" in place of its beginning. */
void cell_draw_place(const char *text, struct pen *pen);

#endif
