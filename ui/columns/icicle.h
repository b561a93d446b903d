/* icicle.h - the boxes of the icicle view: which frames are drawn, and where
 *
 * The rows of an icicle view are its boxes, in preorder.  A box is a frame (callgraph/frametree.h)
 * or all frames of one parent that are too narrow to be drawn alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ICICLE_H
#define ICICLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "callgraph/frametree.h"
#include "table/view.h"

/* The kinds of rows in icicles. */
enum icicle_kind {
	ICICLE_FRAME,			/* row.thing is a frame */
	ICICLE_NARROW,			/* row.thing is the first of several frames */
	ICICLE_NODE,			/* in no view: stands for the name of node row.thing */
};

struct icicle_box {
	uint32_t depth;			/* line of the box; 0: frame 0 */
	uint32_t frames;		/* number of frames */
	double left, right;		/* edges, from 0 to 1 */
	double total;			/* total of the frames in samples, if .has_total */
	bool has_total;
	char *label;			/* owned; the name as it is drawn, or NULL */
	int label_cells;		/* cells for which .label was made */
	bool label_is_mangled;		/* .label is a name as in the symbol table */
	uint8_t found;			/* does one of the frames match the search icicle.found_for?
					 * 0: not known yet */
};

/* What is drawn at full width: frame FRAME or, if SKIP is not NOBODY, the frames inside it from
 * number SKIP on. */
struct icicle_zoom {
	uint32_t frame, skip;
};

/* A frame as the functions on the way to it, by which it is found in another tree. */
struct icicle_path {
	uint32_t *funcs;		/* owned; functions, or members of cycles */
	uint32_t n, skip;		/* .skip: as in struct icicle_zoom */
};

/* A tree, which several struct icicle may use. */
struct icicle_tree {
	struct frametree frames;
	unsigned users;
	unsigned changes;		/* value of view_context.changes when it was made */
	char *filter;			/* owned; the filter of its view, or NULL */
};

/* What the rows of an icicle view refer to.  Each time the view is filled, a new struct is made, so
 * that the old one still serves if the user stops the work. */
struct icicle {
	struct icicle_tree *tree;	/* NULL: icicle_forget() freed it */

	struct icicle_box *boxes;	/* owned; indexed by row.set */
	size_t n, room;
	double width;			/* the samples that the full width stands for */
	uint32_t deepest;		/* greatest depth of a box */
	size_t cut;			/* number of boxes at the greatest depth that have frames
					 * inside: those frames have no boxes, since there are too
					 * many levels */

	struct icicle_zoom *zooms;	/* owned; the zooms so far; zooms[0] shows all */
	size_t nzooms, zoom;		/* .zooms[.zoom] is shown */
	uint32_t selected;		/* the selected frame, when icicle_save() was called */
	struct icicle_path *paths;	/* owned, or NULL; saved paths of the zoomed frames and,
					 * the last one, of the selected frame */
	size_t npaths;
	bool keeps_paths;		/* .tree lacks a frame that is zoomed in .paths; perhaps the
					 * next tree has this frame */

	int top, lines;			/* the window has .lines lines, from depth .top on */
	uint8_t *found;			/* owned; indexed by node: does it match .found_for? */
	char *found_for;		/* owned; text of the pattern, or NULL */
	bool found_mangled;		/* names as in the symbol table were compared */
};

/* Make the rows of V, and v->icicle again.  The caller frees the previous one or, if the user
 * stopped the work (view_context.stopped), the new one. */
void icicle_fill(struct view *v);

void icicle_free(struct icicle *c);

/* Before the rows of V are replaced: remember which frame is selected.  Afterwards: select it or
 * the nearest frame around it. */
void icicle_save(struct view *v);
void icicle_restore(struct view *v);

/* Free the boxes and the tree of V if the tree or the profile is large; icicle_fill() makes them
 * again. */
void icicle_forget(struct view *v);

/* Returns frame F. */
const struct frame *icicle_frame_at(const struct view *v, uint32_t f);

/* Returns the box of row R. */
struct icicle_box *icicle_box(const struct view *v, const struct row *r);

/* Returns the frame of row R, or NULL if R stands for several frames, or for a name. */
const struct frame *icicle_frame(const struct view *v, const struct row *r);

/* Returns the total of the frames of row R in samples. */
double icicle_total(const struct view *v, const struct row *r);

/* Select the widest frame of node N that has a box of its own; returns false if there is none. */
bool icicle_select(struct view *v, uint32_t n);

/* Returns the row that is next to row AT in direction ACTION: the first row inside (ACT_DOWN), the
 * row around (ACT_UP), the neighbour of the same depth (ACT_LEFT, ACT_RIGHT); or AT. */
int icicle_next(const struct view *v, int at, enum action action);

/* Show the selected frame at full width; returns false if it has the full width. */
bool icicle_zoom(struct view *v);

/* Show what was shown before (STEP -1) or after (STEP 1) the last zoom; returns false if there is
 * nothing. */
bool icicle_zoom_back(struct view *v, int step);

/* Let the window show the selected row. */
void icicle_show_selected(struct view *v);

/* Scroll by BY lines.  The cursor moves only if it would leave the window. */
void icicle_scroll(struct view *v, int by);

/* Returns the row at depth DEPTH whose box contains the horizontal position AT, or -1.  AT is a
 * fraction of the width, from 0 at the left to 1 at the right. */
int icicle_row_at(const struct view *v, uint32_t depth, double at);

/* Does a frame of row R match the search of V?  Of a cycle, also the members are compared. */
bool icicle_matches(struct view *v, const struct row *r);

/* Returns the part of the width of frame 0 whose stacks match the search of V, 0 to 1; -1: the user
 * stopped the work, and view_context.stopped is set. */
double icicle_found_part(struct view *v);

/* Sets *DEPTH to the greatest depth of boxes.  Returns how many boxes at this depth are incomplete:
 * the frames inside them have no boxes. */
size_t icicle_cut(const struct view *v, uint32_t *depth);

/* Are there frames that lack the frames inside them (frametree.is_full)? */
bool icicle_is_incomplete(const struct view *v);

/* Returns the part of the time of the profile that the filter of V shows, 0 to 1. */
double icicle_shown_part(const struct view *v);

#endif
