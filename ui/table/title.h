/* title.h - the first line: what is shown, the least important left out first
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
	uint8_t rank;			/* the greatest is left out first; 0: never */
	uint8_t style;
	bool may_be_cut;
	bool joined;			/* goes on where the part before ends */
	uint32_t node;			/* its name follows the text; or NOBODY */
};

#define TITLE_MOST_PARTS 12

struct title {
	struct title_part parts[TITLE_MOST_PARTS];
	int n;
	bool wide;			/* there is room for more words */
};

/* A part of importance RANK. */
void title_add(struct title *t, int rank, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* LEAD and the name of node N, shortened if need be. */
void title_node(struct title *t, int rank, const char *lead, uint32_t n);

/* The parts that every view has: image, profiles, time in all; at the end findings. */
void title_image(struct title *t, const struct view_context *s);
void title_profiles(struct title *t, const struct view_context *s, bool with_time);
void title_findings(struct title *t, const struct view_context *s);

/* How many samples have no line. */
void title_unplaced(struct title *t, const struct sources *s);

/* Draw what there is room for into the first line of G. */
void title_draw(struct title *t, struct view_context *s, struct grid *g);

/* The line as text, complete; to be free()d. */
char *title_text(struct title *t, struct view_context *s);

#endif
