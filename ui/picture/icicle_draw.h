/* icicle_draw.h - drawing the boxes of an icicle into cells
 *
 * With colours, a box is a run of coloured cells, and in a UTF-8 locale its edges are drawn to an
 * eighth of a cell.  Without colours, a box begins with a bar and is filled with characters.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ICICLE_DRAW_H
#define ICICLE_DRAW_H

#include <stdio.h>

#include "table/view.h"

/* Draws V into lines TOP to BOTTOM - 1 of G.  Line TOP is the heading.  V must have rows. */
void icicle_draw(struct view *v, struct grid *g, int top, int bottom);

/* Writes the heading and at most MOST lines of boxes, WIDTH cells wide, without colours.  Returns
 * the number of lines of boxes.  If V has no boxes, writes nothing, not even the heading. */
size_t icicle_print(struct view *v, int width, size_t most, FILE *out);

#endif
