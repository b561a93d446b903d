/* svg_frames.h - the frames that --export=svg writes: the widest ones
 *
 * A frame is chosen only if the frame around it is.  The frames inside a frame that are not chosen
 * are together one frame.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SVG_FRAMES_H
#define SVG_FRAMES_H

#include <stddef.h>
#include <stdint.h>

#include "callgraph/frametree.h"

struct svg_frame {
	uint32_t frame;			/* a frame of the tree; if REST > 0, the first of several */
	uint32_t rest;			/* 0, or the number of frames that are not chosen */
	uint32_t depth;			/* of the frame, or of those that are not chosen */
	double width, total;		/* in samples; sums if REST > 0 */
};

/* Returns at most LIMIT frames of T, and what is left of them, in preorder; free() it.  *N becomes
 * their number.  Frame 0 is always chosen. */
struct svg_frame *svg_frames_choose(struct frametree *t, size_t limit, size_t *n);

#endif
