/* describe_frame.h - the time of a frame of an icicle in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DESCRIBE_FRAME_H
#define DESCRIBE_FRAME_H

#include <stdbool.h>

#include "figures/frametree.h"
#include "table/view_context.h"

/* Writes to OUT the share and the time of frame F, as "~12.3 %: 1.23 s".  TOTAL is the time of F in
 * samples.  If F is NULL, TOTAL is the time of several frames, and no "~" is written. */
void describe_frame_time(char out[4 * FIGURE], const struct view_context *ctx,
	const struct frame *f, double total);

/* Is the own part of F (frame.self) an estimate?  The answer is yes if F is an estimate and has
 * only a part of the self time of its function or cycle. */
bool describe_frame_own_is_estimated(const struct view_context *ctx, const struct frame *f);

/* Writes to OUT the own part of F (frame.self), as "~1.23 s".  Writes "" if it is 0, or if F stands
 * for all stacks. */
void describe_frame_own(char out[2 * FIGURE], const struct view_context *ctx,
	const struct frame *f);

/* Returns the mark before the name of F: "-" if the total of F is less than 0, otherwise "~" if F
 * is an estimate, otherwise "". */
const char *describe_frame_mark(const struct view_context *ctx, const struct frame *f);

/* Returns the reason why widths of frames are estimates, as the end of a sentence. */
const char *describe_frame_estimates(const struct view_context *ctx);

/* Returns a phrase for the own parts of frames, such as "self".  CALLEES_ON_TOP is as in struct
 * frametree_options. */
const char *describe_frame_own_name(bool callees_on_top);

#endif
