/* icicle_colors.h - the colours of frames, and what they mean
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ICICLE_COLORS_H
#define ICICLE_COLORS_H

#include "table/view.h"

enum {
	ICICLE_PAIRS = (NFRAME_COLORS - 1) / 2,	/* number of pairs of colours in framecolors.def */
	ICICLE_HEATS = 6,		/* number of heats; the first pairs of colours show them,
					 * from cool to hot */
	ICICLE_LESS = 1, ICICLE_NOISE = 2, ICICLE_MORE = 5,	/* heats of a difference */
	ICICLE_MEANING = 128,		/* bytes that are enough for a text about colours */
};

/* Returns the number of the pair of colours of node N, from 0 to ICICLE_PAIRS - 1. */
unsigned icicle_color(struct view_context *ctx, uint32_t n);

/* Returns the percentage of all time at which the range of HEAT ends.  If the own code of a
 * function has at least this percentage of all time, the function has a higher heat.  HEAT must not
 * be the last heat, because the range of the last heat has no end. */
double icicle_heat_end(unsigned heat);

/* Returns what HEAT means, in a few characters, which it may write to OUT.  Returns NULL if no
 * frame has this heat. */
const char *icicle_colors_heat(char out[FIGURE], const struct view_context *ctx, unsigned heat);

/* Writes what the colours of frames mean, such as "time in the function's own code". */
void icicle_colors_mean(char out[ICICLE_MEANING], const struct view_context *ctx);

/* Writes which frames have which colours.  For COLOR_BY_HEAT, this is "below 0.1, 0.5, 2, 5, 10 %,
 * or more". */
void icicle_colors_rule(char out[ICICLE_MEANING], const struct view_context *ctx);

/* Writes why node N has its colour: the percentage of all time in its own code, the name of its
 * image or the first part of its own name. */
void icicle_colors_why(char out[ICICLE_MEANING], struct view_context *ctx, uint32_t n);

#endif
