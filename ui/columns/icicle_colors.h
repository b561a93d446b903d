/* icicle_colors.h - the colours of frames, and what they mean
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ICICLE_COLORS_H
#define ICICLE_COLORS_H

#include "table/view.h"

enum {
	ICICLE_PAIRS = (NFRAME_COLORS - 1) / 2,	/* pairs of colours in framecolors.def */
	ICICLE_HEATS = 6,		/* the first pairs are a scale from cool to hot */
	ICICLE_MEANING = 128,		/* bytes that are enough for a meaning */
};

/* Returns the pair of colours of node N. */
unsigned icicle_color(struct view_context *ctx, uint32_t n);

/* Returns the end of the range of HEAT: the percentage of all time, in a function's own code, from
 * which on the function has a higher heat.  The last heat has no end. */
double icicle_heat_end(unsigned heat);

/* Write what the colours of CTX mean, "time in the function's own code". */
void icicle_colors_mean(char out[ICICLE_MEANING], const struct view_context *ctx);

/* Write which frames have which colours, for COLOR_BY_HEAT: "below 0.1, 0.5, 2, 5, 10 %, or more". */
void icicle_colors_rule(char out[ICICLE_MEANING], const struct view_context *ctx);

/* Write why node N has its colour: the part of the time in its own code, its image, or the first
 * part of its name. */
void icicle_colors_why(char out[ICICLE_MEANING], struct view_context *ctx, uint32_t n);

#endif
