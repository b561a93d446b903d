/* icicle_colors.c - the colours of frames, and what they mean
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "picture/icicle_colors.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/pathname.h"
#include "elf/image.h"
#include "text/shorten.h"
#include "text/text.h"

static const double heat_ends[ICICLE_HEATS - 1] = { 0.1, 0.5, 2, 5, 10 };	/* percent */

/* Returns which percentage of all time is in the own code of node N. */
static double
own_percent(const struct view_context *ctx, uint32_t n)
{
	return ctx->graph->total > 0 ? 100 * ctx->graph->nodes[n].self / ctx->graph->total : 0;
}

/* Returns the heat of node N, from 0 to ICICLE_HEATS - 1.  The sign of its self time is ignored. */
static unsigned
heat_of(const struct view_context *ctx, uint32_t n)
{
	double part = fabs(own_percent(ctx, n));
	unsigned heat = 0;

	while (heat < ICICLE_HEATS - 1 && part >= heat_ends[heat])
		heat++;
	return heat;
}

/* Are the colours those of changes? */
static bool
shows_changes(const struct view_context *ctx)
{
	return ctx->compared.rows != NULL && ctx->frame_colors == COLOR_BY_HEAT;
}

/* Returns the heat that says how the self time of node N of a difference has changed. */
static unsigned
heat_of_change(const struct view_context *ctx, uint32_t n)
{
	const struct comparison_row *row = n < ctx->graph->nfuncs
		? view_context_compared_row(ctx, n) : NULL;
	enum comparison_mark mark = row != NULL ? row->mark : MARK_NOISE;

	return mark == MARK_MORE || mark == MARK_NEW ? ICICLE_MORE : mark == MARK_LESS
		|| mark == MARK_GONE ? ICICLE_LESS : ICICLE_NOISE;
}

/* Returns node N or, if N is a cycle, its first member. */
static uint32_t
func_of(const struct view_context *ctx, uint32_t n)
{
	const struct graph *g = ctx->graph;

	return n < g->nfuncs ? n : g->members[g->member_at[n - g->nfuncs]];
}

/* Returns the first part of the name of node N, and sets *LENGTH to its length.  Signs before the
 * part, such as "_", are skipped.  The part ends before "_", ".", ":", "/", a bracket, a blank or a
 * similar sign. */
static const char *
first_part(struct view_context *ctx, uint32_t n, size_t *length)
{
	const char *name = view_context_name(ctx, func_of(ctx, n));
	const char *at = name + shorten_begin(name);

	at += strspn(at, "_*&~<([");
	*length = strcspn(at, ":._/$@<([- ");
	return at;
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
	const char *part;
	size_t length;

	switch (ctx->frame_colors) {
	case COLOR_BY_IMAGE:
		return ctx->profile->funcs[func_of(ctx, n)].image % ICICLE_PAIRS;
	case COLOR_BY_NAME:
		part = first_part(ctx, n, &length);
		return (uint32_t)hash_bytes(0, part, length) % ICICLE_PAIRS;
	default:
		return shows_changes(ctx) ? heat_of_change(ctx, n) : heat_of(ctx, n);
	}
}

const char *
icicle_colors_heat(char out[FIGURE], const struct view_context *ctx, unsigned heat)
{
	bool is_last = heat + 1 == ICICLE_HEATS;

	if (!shows_changes(ctx)) {
		snprintf(out, FIGURE, "%s%g%s", is_last ? "from " : "<",
			heat_ends[is_last ? heat - 1 : heat], is_last ? " %" : "");
		return out;
	}
	return heat == ICICLE_MORE ? "more, new" : heat == ICICLE_LESS ? "less, gone"
		: heat == ICICLE_NOISE ? "may be noise" : NULL;
}

void
icicle_colors_mean(char out[ICICLE_MEANING], const struct view_context *ctx)
{
	const char *text = ctx->frame_colors == COLOR_BY_IMAGE ? "program or library"
		: "first part of the name";

	if (shows_changes(ctx))
		snprintf(out, ICICLE_MEANING, "change of the function's own time");
	else if (ctx->frame_colors == COLOR_BY_HEAT)
		snprintf(out, ICICLE_MEANING, "%s in the function's own code",
			figure_what(&ctx->scale));
	else
		snprintf(out, ICICLE_MEANING, "%s", text);
}

void
icicle_colors_rule(char out[ICICLE_MEANING], const struct view_context *ctx)
{
	size_t n;

	if (ctx->frame_colors != COLOR_BY_HEAT) {
		snprintf(out, ICICLE_MEANING, "if it is the same, the colour is the same");
		return;
	}
	if (shows_changes(ctx)) {
		snprintf(out, ICICLE_MEANING, "more, may be noise, or less: as in the view compare");
		return;
	}
	n = (size_t)snprintf(out, ICICLE_MEANING, "below ");
	for (unsigned heat = 0; heat < ICICLE_HEATS - 1; heat++)
		n += (size_t)snprintf(out + n, ICICLE_MEANING - n, "%g%s", icicle_heat_end(heat),
			heat < ICICLE_HEATS - 2 ? ", " : " %, or more");
}

void
icicle_colors_why(char out[ICICLE_MEANING], struct view_context *ctx, uint32_t n)
{
	const struct profile *p = ctx->profile;
	uint32_t image = p->funcs[func_of(ctx, n)].image;
	const char *text = "not known";
	size_t length = strlen(text);

	if (ctx->frame_colors == COLOR_BY_HEAT) {
		snprintf(out, ICICLE_MEANING, "%.1f %% in its own code", own_percent(ctx, n));
		return;
	}
	if (ctx->frame_colors == COLOR_BY_NAME) {
		text = first_part(ctx, n, &length);
	} else if (image < p->nimages && *p->images[image].path != '\0') {
		text = pathname_base(p->images[image].path);
		length = strlen(text);
	}
	if (length >= ICICLE_MEANING)
		length = text_fit(text, length, ICICLE_MEANING / 8, ctx->ascii);
	snprintf(out, ICICLE_MEANING, "%.*s", (int)length, text);
}
