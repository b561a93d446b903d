/* title.h - the first line of the screen; on narrow screens its least important parts are dropped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef TITLE_H
#define TITLE_H

#include <stdbool.h>
#include <stdint.h>

#include "screen/grid.h"
#include "table/view_context.h"

struct title_part {
	char text[600];
	uint8_t rank;			/* the part with the greatest rank is dropped first; a part
					 * with rank 0 is never dropped */
	uint8_t style;
	bool may_be_cut;		/* the end of the text may be cut */
	bool joined;			/* there is no gap between the part before and this part */
	bool is_notes;			/* this part is the number of notes */
	uint32_t node;			/* the name of this node follows the text; or NOBODY */
};

#define TITLE_MOST_PARTS 16

struct title {
	struct title_part parts[TITLE_MOST_PARTS];
	int n;
	bool wide;			/* use longer texts and wider gaps */
	int notes_x, notes_end;		/* set by title_draw(): the number of notes is in cells
					 * .notes_x to .notes_end - 1.  .notes_end is 0 if the
					 * number is not drawn */
};

/* Adds a part.  If T has TITLE_MOST_PARTS already, the new part replaces the last one. */
void title_add(struct title *t, int rank, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Adds a part: LEAD and then the name of node N, which may be shortened. */
void title_node(struct title *t, int rank, const char *lead, uint32_t n);

/* Adds parts that every view has.  title_image() adds the name of the image, or of the file of a
 * measured profile, and warnings about files.  title_profiles() adds the profile files and what is
 * excluded and, if WITH_TIME, the total time.  title_notes() adds the number of notes. */
void title_image(struct title *t, const struct view_context *ctx);
void title_profiles(struct title *t, const struct view_context *ctx, bool with_time);
void title_notes(struct title *t, const struct view_context *ctx);

/* Adds a part: the number of samples without a source line. */
void title_unplaced(struct title *t, const struct view_context *ctx,
	const struct sources *s);

/* Draws the parts that fit into the first line of G, and removes the other parts from T. */
void title_draw(struct title *t, struct view_context *ctx, struct grid *g);

/* Returns the whole title as text, to be free()d. */
char *title_text(struct title *t, struct view_context *ctx);

#endif
