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
	uint8_t rank;			/* parts with the greatest rank are dropped first; parts
					 * with rank 0 stay */
	uint8_t style;
	bool may_be_cut;		/* the end of the text may be cut */
	bool joined;			/* there is no gap between the part before and this part */
	bool is_notes;			/* this part is the number of notes */
	uint32_t node;			/* the name of this node follows the text; or NOBODY */
};

#define TITLE_MOST_PARTS 12

struct title {
	struct title_part parts[TITLE_MOST_PARTS];
	int n;
	bool wide;			/* use longer texts and wider gaps */
	int notes_x, notes_end;		/* cells of the number of notes once the title is drawn;
					 * NOTES_END is 0 if there is no such number */
};

/* Add a part; parts beyond TITLE_MOST_PARTS replace the last one. */
void title_add(struct title *t, int rank, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Add a part: LEAD and the name of node N, which is shortened if needed. */
void title_node(struct title *t, int rank, const char *lead, uint32_t n);

/* Add a part that every view has: the image, or the profile files with the total time and what is
 * excluded, or the number of notes. */
void title_image(struct title *t, const struct view_context *ctx);
void title_profiles(struct title *t, const struct view_context *ctx, bool with_time);
void title_notes(struct title *t, const struct view_context *ctx);

/* Add a part: the number of samples without a source line. */
void title_unplaced(struct title *t, const struct sources *s);

/* Draw the parts that fit into the first line of G; T loses the others. */
void title_draw(struct title *t, struct view_context *ctx, struct grid *g);

/* Returns the whole title as text, to be free()d. */
char *title_text(struct title *t, struct view_context *ctx);

#endif
