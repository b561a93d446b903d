/* describe_frame.h - the time of a frame of an icicle in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DESCRIBE_FRAME_H
#define DESCRIBE_FRAME_H

#include <stdbool.h>

#include "callgraph/frametree.h"
#include "table/view_context.h"

/* Write share and time of frame F, "~12.3 %: 1.23 s".  F is NULL for several frames; TOTAL is their
 * time, or that of F, in samples. */
void describe_frame_time(char out[4 * FIGURE], const struct view_context *ctx,
	const struct frame *f, double total);

/* Is the own part of F only an estimated part of the own time of its function or cycle? */
bool describe_frame_own_is_estimated(const struct view_context *ctx, const struct frame *f);

/* Write the own part of F, "~1.23 s"; "" if it has none. */
void describe_frame_own(char out[2 * FIGURE], const struct view_context *ctx,
	const struct frame *f);

/* Returns the mark before the name of F: "-" if its amount is below 0, "~" if it is an estimate, or
 * "". */
const char *describe_frame_mark(const struct frame *f);

/* Returns why widths of frames are estimates, as the end of a sentence. */
const char *describe_frame_estimates(const struct view_context *ctx);

/* Returns what the own parts of frames are, "self".  CALLEES_ON_TOP: as in struct
 * frametree_options. */
const char *describe_frame_own_name(bool callees_on_top);

#endif
