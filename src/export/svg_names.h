/* svg_names.h - the names of the frames in --export=svg
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SVG_NAMES_H
#define SVG_NAMES_H

#include <stdint.h>

#include "export/export.h"

/* The functions and cycles that have frames. */
struct svg_names {
	struct export *x;		/* borrowed */
	uint32_t *row_of;		/* owned; indexed by node: row of the node, or 0 */
	bool *is_divided;		/* owned; indexed by node: there is a frame of the node that
					 * has only a part of the node's time */
	uint32_t *nodes;		/* owned; indexed by row: node of the row; NOBODY in row 0,
					 * which is for frame 0 */
	uint32_t n;			/* number of rows */
	int short_cells;		/* greatest width of a name in a row of form SHORT, in
					 * cells */
	size_t room;
};

void svg_names_open(struct svg_names *s, struct export *x);
void svg_names_release(struct svg_names *s);

/* Returns the row of NODE.  If NODE has no row yet, adds one.  NOBODY has row 0.  TIME is the time
 * of a frame of NODE, in samples. */
uint32_t svg_names_row(struct svg_names *s, uint32_t node, double time);

/* Returns the name of NODE as it is written, in at most WIDTH cells; free() it. */
char *svg_names_shown(struct svg_names *s, uint32_t node, int width);

/* Returns the letter of the colour of NODE or, if NODE is NOBODY, of frame 0. */
char svg_names_color(struct svg_names *s, uint32_t node);

/* Writes a line for each row to O, as svg_data.js describes it.  If that needs more than ROOM
 * bytes, names are shortened as far as possible. */
void svg_names_write(struct svg_names *s, struct out *o, size_t room);

#endif
