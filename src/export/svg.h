/* svg.h - what the parts of --export=svg share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SVG_H
#define SVG_H

#include "export/export.h"
#include "export/svg_frames.h"
#include "export/svg_names.h"
#include "figures/frametree.h"

/* Pixels, as in svg_head.js and svg_draw.js. */
enum {
	SVG_WIDTH = 1200,
	SVG_TOP = 98,			/* upper edge of frame 0 */
	SVG_ROW = 17,			/* distance from a line of frames to the next */
};

static const double svg_cell = 7.2;	/* pixels; width of a character */

struct svg {
	struct export *x;		/* borrowed */
	struct frametree tree;
	struct svg_frame *v;		/* owned; the frames that are written */
	size_t n;
	struct svg_names names;
	int box_cells;			/* greatest width of a name in a box, in cells */
};

/* Writes X, a number of pixels, with at most two decimals.  Numbers that no picture has become
 * others. */
void svg_number(struct out *o, double x);

/* Writes the boxes, with titles, which viewers show as tooltips.  The titles may have TITLES_ROOM
 * bytes; if that is too little, names in titles are shortened, or titles are omitted.  NBOXES is
 * the number of boxes that an earlier call returned, or 0.  Stops when O has more than MOST bytes.
 * Returns the number of boxes that were written. */
size_t svg_boxes_write(struct svg *s, struct out *o, size_t titles_room, size_t nboxes,
	size_t most);

/* Writes what is above the frames: the title, the meanings of widths and colours, two lines that
 * the script fills, and the field for searching. */
void svg_head_write(struct svg *s, struct out *o, const char *title);

/* Removes the usual unit from the end of TIME.  The script adds this unit to times that end with a
 * digit. */
void svg_cut_unit(const struct view_context *ctx, char *time);

/* Returns what the widths of frames measure, such as "time" or "bytes". */
const char *svg_whole(const struct svg *s);

#endif
