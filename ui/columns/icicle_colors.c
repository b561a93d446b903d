/* icicle_colors.c - the colours of frames, and what they mean
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/icicle_colors.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "text/shorten.h"

static const double heat_ends[ICICLE_HEATS - 1] = { 0.1, 0.5, 2, 5, 10 };	/* percent */

/* Returns how hot N is: which part of the time is in its own code. */
static unsigned
heat_of(const struct view_context *ctx, uint32_t n)
{
	double part = ctx->graph->total > 0 ? 100 * ctx->graph->nodes[n].self / ctx->graph->total
		: 0;
	unsigned heat = 0;

	while (heat < ICICLE_HEATS - 1 && part >= heat_ends[heat])
		heat++;
	return heat;
}

/* Returns a function of node N. */
static uint32_t
func_of(const struct view_context *ctx, uint32_t n)
{
	const struct graph *g = ctx->graph;

	return n < g->nfuncs ? n : g->members[g->member_at[n - g->nfuncs]];
}

/* Returns a hash of the first part of the name of node N: of its first scope, or of what is before
 * the first "_" or ".". */
static uint32_t
first_part(struct view_context *ctx, uint32_t n)
{
	const char *name = view_context_name(ctx, func_of(ctx, n));
	const char *at = name + shorten_begin(name);

	at += strspn(at, "_*&~<([");
	return (uint32_t)hash_bytes(0, at, strcspn(at, ":._/$@<([- "));
}

double
icicle_heat_end(unsigned heat)
{
	assert(heat < ICICLE_HEATS - 1);
	return heat_ends[heat];
}

unsigned
icicle_color(struct view_context *ctx, uint32_t n)
{
	switch (ctx->frame_colors) {
	case COLOR_BY_IMAGE:
		return ctx->profile->funcs[func_of(ctx, n)].image % ICICLE_PAIRS;
	case COLOR_BY_NAME:
		return first_part(ctx, n) % ICICLE_PAIRS;
	default:
		return heat_of(ctx, n);
	}
}

const char *
icicle_colors_mean(const struct view_context *ctx)
{
	static const char *const texts[FRAME_COLORS] = {
		[COLOR_BY_HEAT] = "time in the function's own code",
		[COLOR_BY_IMAGE] = "program or library",
		[COLOR_BY_NAME] = "first part of the name",
	};

	if (ctx->frame_colors == COLOR_BY_HEAT && (ctx->scale.rate <= 0 || ctx->scale.is_bytes))
		return "the function's own part";
	return texts[ctx->frame_colors];
}
