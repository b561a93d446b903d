/* linetimes.c - known times of source lines and of the calls on them, in measured profiles
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/linetimes.h"

#include "figures/exclusions.h"
#include "lookup/lookup.h"
#include "profile/fold.h"

static bool
has_exclusions(const struct view_context *ctx)
{
	return ctx->exclusions != NULL && ctx->exclusions->now.graph != NULL;
}

bool
linetimes_used(const struct view_context *ctx)
{
	const struct profile *p = ctx->profile;

	return ctx->has_time && profile_has(p, HAS_EVENTS | HAS_LINES | HAS_CALLERS)
		&& ctx->graph->shares != NULL
		&& (profile_has(p, HAS_STACKS) || !has_exclusions(ctx));
}

/* Returns the number of arc ARC in the graph that is shown, in which functions may be folded. */
static uint32_t
shown_arc(const struct view_context *ctx, uint32_t arc)
{
	return fold_arc(ctx->profile->fold, arc);
}

bool
linetimes_of_call(const struct view_context *ctx, const struct line_call *c, double *time)
{
	*time = c->time;
	return linetimes_used(ctx) && (profile_has(ctx->profile, HAS_STACKS)
		|| !graph_is_inner(ctx->graph, shown_arc(ctx, c->arc)));
}

/* Does node N, or a member of cycle N, make the calls C?  Returns true if N is NOBODY. */
static bool
is_caller(const struct view_context *ctx, const struct line_call *c, uint32_t n)
{
	uint32_t caller = view_context_node_of(ctx, ctx->lookup->profile->arcs[c->arc].caller);

	return n == NOBODY || caller == n || ctx->graph->nodes[caller].cycle == n;
}

/* Returns a cost with the self time SELF and the number of calls on line L.  In a profile of costs
 * of calls, the cost also has the time of these calls if it is known.  If N is not NOBODY, the cost
 * includes only the calls that node N makes.  SELF64 is SELF modulo 2^64 (sum64.h).  L may be
 * NULL. */
static struct cost
cost_with_calls(const struct view_context *ctx, const struct source_line *l, uint32_t n,
	double self, uint64_t self64)
{
	struct cost f = { .node = NOBODY, .has_time = ctx->has_time, .self = self,
		.sums64 = { self64, self64 }, .counted = profile_has(ctx->profile, HAS_COSTS),
		.has_calls = l != NULL && profile_has(ctx->profile, HAS_COUNTS) };
	bool known = linetimes_used(ctx) && !profile_has(ctx->profile, HAS_STACKS);

	f.lacks_total = profile_has(ctx->profile, HAS_EVENTS) && !linetimes_used(ctx);
	for (uint32_t i = 0; l != NULL && i < l->ncalls; i++) {
		const struct line_call *c = &ctx->lookup->sources.calls[l->call_at + i];
		double time;

		if (!is_caller(ctx, c, n))
			continue;
		f.calls += c->count;
		if (known && linetimes_of_call(ctx, c, &time)) {
			f.children += time;
			f.sums64.total += c->time64;
		}
	}
	return f;
}

/* Returns the sums of line L that a double cannot hold. */
static struct sums64
sums_of_line(const struct view_context *ctx, const struct source_line *l)
{
	const struct sources *s = &ctx->lookup->sources;

	return s->sums64 != NULL ? s->sums64[l - s->lines] : (struct sums64){ 0 };
}

struct cost
linetimes_of_line(const struct view_context *ctx, const struct source_line *l)
{
	struct sums64 sums = sums_of_line(ctx, l);
	struct cost f = cost_with_calls(ctx, l, NOBODY, l->hits, sums.self);

	if (profile_has(ctx->profile, HAS_STACKS))
		cost_set_total(&f, l->total, sums);
	if (ctx->lookup->sources.variances != NULL)
		f.variance = &ctx->lookup->sources.variances[l - ctx->lookup->sources.lines];
	return f;
}

struct cost
linetimes_of_part(const struct view_context *ctx, const struct source_line *l, uint32_t n,
	double self)
{
	/* The sums of a line are those of its only function. */
	struct sums64 sums = l != NULL && l->nowners == 1 ? sums_of_line(ctx, l)
		: (struct sums64){ 0 };
	struct cost f = cost_with_calls(ctx, l, n, self, sums.self);
	const struct sources *s = &ctx->lookup->sources;
	const struct func_line *of_func;

	if (!profile_has(ctx->profile, HAS_STACKS) || l == NULL)
		return f;
	/* A stack can contain line L in several functions that are folded into N, or in several
	 * members of cycle N.  The totals of all these functions include this stack, so the totals
	 * cannot be added. */
	f.lacks_total = ctx->into != NULL || view_context_is_cycle(ctx, n);
	of_func = f.lacks_total ? NULL : funclines_find(&s->funclines, n, (uint32_t)(l - s->lines));
	if (of_func != NULL)
		cost_set_total(&f, of_func->total, sums);
	return f;
}
