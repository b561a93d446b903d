/* describe.c - functions and calls in words: what several explanations say
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "words/describe.h"

#include "lookup/sourceplace.h"
#include "profile/inlining.h"
#include "words/sentences.h"

bool
describe_has_caller(const struct view_context *ctx, uint32_t f)
{
	const struct profile *p = ctx->profile;
	uint32_t i;

	for (i = p->in.at[f]; i < p->in.at[f + 1]; i++)
		if (p->arcs[profile_arc(&p->in, i)].caller != f
		    && !profile_is_possible(p, profile_arc(&p->in, i)))
			return true;
	return false;
}

const char *
describe_spontaneous(const struct view_context *ctx, uint32_t n)
{
	const struct profile *p = ctx->profile;
	bool is_called = n < p->nfuncs && graph_outside(ctx->graph, n) > 0;

	if (!profile_has(p, HAS_CALLERS))
		return "calls are not recorded";
	if (profile_has(p, HAS_TOTALS))
		return profile_has(p, HAS_STACKS) ? "outermost frame: stacks begin with it"
			: p->measured->ncalls == 0 ? "the file does not say who calls whom"
			: is_called ? "no caller recorded: it was called by code that is not in the file"
			: "no caller recorded: the file has no call of it";
	if (n >= p->nfuncs)
		return "called by code that is not in the profile: a library, or code without -pg";
	if (inlining_is_row(p, n))
		return "it is inlined, and how often inlined code ran is not counted";
	if (p->funcs[n].is_profiler)
		return "part of the profiler itself: its callers are not recorded";
	if (!p->has_arcs)
		return "the profile holds no calls at all: only samples";
	if (is_called && p->nimages > 0
		&& p->samples[p->funcs[n].image].has_outside)
		return "called from other images: the program, or other libraries";
	if (is_called)
		return "called from code outside every function of the image: a library, a signal";
	if (p->out.at[n + 1] > p->out.at[n]
	    && !profile_is_possible(p, profile_arc(&p->out, p->out.at[n])))
		return "called by code without -pg: the C library calls main, signal handlers, "
			"and functions passed to qsort";
	return "no call of it was recorded: it, or every caller, was built without -pg";
}

void
describe_place(struct view_context *ctx, uint32_t n, FILE *out)
{
	char text[SOURCEPLACE_ROOM];

	if (!view_context_is_cycle(ctx, n) && ctx->lookup != NULL && ctx->lookup->may_open
		&& *sourceplace_text(ctx->lookup, sourceplace_of_func(ctx->lookup, n), text))
		fprintf(out, "%s\t", text);
}

bool
describe_is_excluded_by_user(const struct view_context *ctx, bool is_arc, uint32_t number)
{
	return ctx->exclusions != NULL && exclusions_has(ctx->exclusions, is_arc, number);
}

void
describe_excluded(struct view_context *ctx, bool is_arc, uint32_t number, FILE *out)
{
	struct facts f;

	facts_begin(&f, ctx);
	fact_is(&f, "by_user", describe_is_excluded_by_user(ctx, is_arc, number));
	sentences_say(&f, "EXCLUDED_BRIEF", out);
}
