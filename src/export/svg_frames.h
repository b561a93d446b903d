/* svg_frames.h - the frames that --export=svg writes: the widest ones
 *
 * A frame is chosen only if the frame around it is chosen.  All frames inside the same frame that
 * are not chosen are written as one frame.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SVG_FRAMES_H
#define SVG_FRAMES_H

#include <stddef.h>
#include <stdint.h>

#include "figures/frametree.h"

struct svg_frame {
	uint32_t frame;			/* a frame of the tree; if .rest > 0, the first of the
					 * frames for which this element stands */
	uint32_t rest;			/* if > 0, this element stands for so many frames that are
					 * not chosen; 0: it stands for .frame, which is chosen */
	uint32_t depth;			/* depth of the frame or frames */
	double width, total;		/* in samples; if .rest > 0, sums of all .rest frames */
};

/* Chooses at most LIMIT frames of T; frame 0 is always chosen.  Returns an array of the chosen
 * frames in preorder, to be free()d.  If a chosen frame contains frames that are not chosen, one
 * element of the array stands for them.  *N becomes the number of elements. */
struct svg_frame *svg_frames_choose(struct frametree *t, size_t limit, size_t *n);

#endif
