/* icicle.h - the boxes of the icicle view: which frames are drawn, and where
 *
 * The rows of an icicle view are its boxes, in preorder.  A box is a frame (figures/frametree.h)
 * or all frames of one parent that are too narrow to be drawn alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ICICLE_H
#define ICICLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "figures/frametree.h"
#include "table/view.h"

/* The kinds of rows in icicles. */
enum icicle_kind {
	ICICLE_FRAME,			/* row.thing is a frame */
	ICICLE_NARROW,			/* row.thing is the first of several frames */
	ICICLE_NODE,			/* row.thing is a node; the row is in no view, and serves
					 * only to compare the name of the node with a pattern */
};

struct icicle_box {
	uint32_t depth;			/* depth of the frames: the line of the box, counted from
					 * frame 0 */
	uint32_t frames;		/* number of frames */
	double left, right;		/* edges in the picture, from 0 to 1 */
	double total;			/* sum of the totals of the frames, in samples; valid if
					 * .has_total is set */
	bool has_total;
	char *label;			/* owned; the text in the box, or NULL if it was not made
					 * yet */
	int label_cells;		/* width for which .label was made, in cells */
	bool label_is_mangled;		/* .label has the name as in the symbol table */
	uint8_t found;			/* does a frame match the pattern icicle.found_for?  1: yes;
					 * 2: no; 0: not known yet */
};

/* What is drawn at full width: the frame .frame or, if .skip is not NOBODY, the frames inside
 * .frame, except the first .skip frames. */
struct icicle_zoom {
	uint32_t frame, skip;
};

/* The functions on the way to a frame.  With these functions, the frame is found again in another
 * tree. */
struct icicle_path {
	uint32_t *funcs;		/* owned; frame.func of each frame on the way, without
					 * frame 0 */
	uint32_t n, skip;		/* length of .funcs; .skip as in struct icicle_zoom */
};

/* A tree of frames, which several struct icicle may share. */
struct icicle_tree {
	struct frametree frames;
	unsigned users;			/* number of struct icicle that use the tree */
	unsigned changes;		/* value of view_context.changes when the tree was made */
	char *filter;			/* owned; text of the filter for which the tree was made, or
					 * NULL if there was no filter */
};

/* What the rows of an icicle view refer to.  Each time the view is filled, a new struct is made.
 * If the user stops the work, the view keeps the old struct. */
struct icicle {
	struct icicle_tree *tree;	/* shared; NULL if icicle_forget() has freed the tree, or if
					 * the user stopped the work */

	struct icicle_box *boxes;	/* owned; indexed by row.set */
	size_t n, room;
	double width;			/* the samples that the full width stands for */
	uint32_t deepest;		/* greatest depth of a box */
	size_t cut;			/* number of boxes at the greatest depth whose frames
					 * contain more frames; the contained frames have no boxes,
					 * because there are too many levels */

	struct icicle_zoom *zooms;	/* owned; the zooms so far; .zooms[0] shows all frames */
	size_t nzooms, zoom;		/* .zooms[.zoom] is shown */
	uint32_t selected;		/* the frame that was selected when icicle_save() was
					 * called */
	struct icicle_path *paths;	/* owned, or NULL; saved paths to the frames of .zooms; the
					 * last element is the path to the selected frame */
	size_t npaths;
	bool keeps_paths;		/* .tree lacks a zoomed frame of .paths; .paths is kept,
					 * because the next tree may have this frame */

	int top, lines;			/* the window shows .lines lines, from line .top on */
	uint32_t folded;		/* number of the outermost depths that share line 0, because
					 * there are more depths than lines, and one box fills each
					 * of these depths; 0: none, each depth has a line */
	uint8_t *found;			/* owned; indexed by node: does its name match .found_for?
					 * Values as in icicle_box.found */
	char *found_for;		/* owned; text of the pattern that was searched for, or
					 * NULL */
	bool found_mangled;		/* .found is about names as in the symbol table */
};

/* Adds the rows of V and sets V->icicle to a new struct.  The caller frees the previous V->icicle
 * or, if the user stopped the work (view_context.stopped), the new one. */
void icicle_fill(struct view *v);

/* Frees C, which may be NULL. */
void icicle_free(struct icicle *c);

/* icicle_save() remembers which frame is selected; call it before the rows of V are replaced.  Then
 * icicle_restore() selects this frame again, or the nearest frame around it that has a box. */
void icicle_save(struct view *v);
void icicle_restore(struct view *v);

/* Frees the rows, the boxes and the tree of V, if the tree or the profile is large.  icicle_fill()
 * makes them again. */
void icicle_forget(struct view *v);

/* Returns frame F of the tree of V.  The pointer is valid until more frames are made. */
const struct frame *icicle_frame_at(const struct view *v, uint32_t f);

/* Returns the box of row R. */
struct icicle_box *icicle_box(const struct view *v, const struct row *r);

/* Returns the frame of row R, or NULL if R stands for several frames or for a name. */
const struct frame *icicle_frame(const struct view *v, const struct row *r);

/* Returns the sum of the totals of the frames of row R, in samples. */
double icicle_total(const struct view *v, const struct row *r);

/* Selects the widest frame of node N that has a box of its own.  Returns false if there is none. */
bool icicle_select(struct view *v, uint32_t n);

/* Returns the row that is next to row AT in direction ACTION: the first row inside AT (ACT_DOWN),
 * the row around AT (ACT_UP), or the next row of the same depth (ACT_LEFT, ACT_RIGHT).  Returns AT
 * if there is no such row. */
int icicle_next(const struct view *v, int at, enum action action);

/* Shows the selected frame or frames at full width.  Returns false if they have the full width
 * already. */
bool icicle_zoom(struct view *v);

/* Goes back to the previous zoom, if STEP is -1, or forward again to the next zoom, if STEP is 1.
 * Returns false if there is no such zoom. */
bool icicle_zoom_back(struct view *v, int step);

/* Returns the line of the boxes of depth DEPTH.  icicle_depth() returns the greatest depth on line
 * LINE. */
int icicle_line(const struct icicle *c, uint32_t depth);
uint32_t icicle_depth(const struct icicle *c, int line);

/* Sets V->icicle->folded, and scrolls the window so that it shows the selected row. */
void icicle_show_selected(struct view *v);

/* Scrolls down by BY lines, or up if BY is less than 0.  The cursor moves only if it would leave
 * the window. */
void icicle_scroll(struct view *v, int by);

/* Returns the row at depth DEPTH whose box contains the horizontal position AT, or -1.  AT is a
 * fraction of the width, from 0 at the left to 1 at the right. */
int icicle_row_at(const struct view *v, uint32_t depth, double at);

/* Does the name of a frame of row R match the search of V?  If the frame is a cycle, the names of
 * the members are compared, too. */
bool icicle_matches(struct view *v, const struct row *r);

/* Returns the fraction of the width of frame 0, from 0 to 1, that belongs to stacks with a function
 * that matches the search of V.  If the user stopped the work, returns -1 and sets
 * view_context.stopped. */
double icicle_found_part(struct view *v);

/* Sets *DEPTH to the greatest depth of boxes.  Returns how many boxes at this depth have frames
 * that contain more frames.  The contained frames have no boxes. */
size_t icicle_cut(const struct view *v, uint32_t *depth);

/* Are frames missing from the tree, because there would be too many frames (frametree.is_full)? */
bool icicle_is_incomplete(const struct view *v);

/* Returns the fraction of the total of the profile, from 0 to 1, that V shows with its filter. */
double icicle_shown_part(const struct view *v);

#endif
