/* icicle_colors.h - the colours of frames, and what they mean
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ICICLE_COLORS_H
#define ICICLE_COLORS_H

#include "table/view.h"

enum {
	ICICLE_PAIRS = (NFRAME_COLORS - 1) / 2,	/* pairs of colours in framecolors.def */
	ICICLE_HEATS = 6,		/* the first of them, from cool to hot */
};

/* Returns the pair of colours of node N. */
unsigned icicle_color(struct view_context *ctx, uint32_t n);

/* Returns the end of the range of HEAT: the percentage of all time, in the function's own code, below
 * which a function has this heat.  The last heat has no end. */
double icicle_heat_end(unsigned heat);

/* Returns what the colours of CTX mean. */
const char *icicle_colors_mean(const struct view_context *ctx);

#endif
