/* describe_sides.c - functions and calls of the difference of two profiles, in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "words/describe_sides.h"

#include "columns/linesides.h"
#include "columns/sidecolumns.h"
#include "words/describe_compare.h"
#include "words/sentences.h"

static void
add_times(struct facts *f, const double time[2])
{
	fact_time(f, "time_a", time[0]);
	fact_time(f, "time_b", time[1]);
	figure_signed(fact_room(f, "change", true), &f->ctx->scale, time[1] - time[0]);
}

/* The calls of node N, or of ARC, in a run of A and of B. */
static void
add_calls(struct facts *f, uint32_t n, uint32_t arc)
{
	double calls[2] = { 0, 0 };

	for (int side = 0; side < 2; side++) {
		const struct graph *g = f->ctx->compared.graph[side];
		uint64_t all = arc != NOBODY ? graph_calls(g, arc)
			: n < g->nfuncs ? g->nodes[n].calls + graph_self_calls(g, n) : 0;

		calls[side] = (double)all / f->ctx->comparison->side[side].amount;
	}
	fact_is(f, "calls", calls[0] + calls[1] > 0);
	describe_compare_calls(f, calls);
}

/* Node N, or ARC if it is not NOBODY, in A and B. */
static void
add_sides(struct facts *f, uint32_t n, uint32_t arc)
{
	struct view_context *ctx = f->ctx;
	double total[2];

	fact_is(f, "sides", sidecolumn_used(ctx));
	fact_is(f, "arc", arc != NOBODY);
	fact_is(f, "member", n < ctx->graph->nfuncs && ctx->graph->nodes[n].cycle != NOBODY);
	if (!sidecolumn_used(ctx))
		return;
	add_calls(f, n, arc);
	for (int side = 0; side < 2; side++)
		fact_is(f, side == 0 ? "in_a" : "in_b", n < ctx->graph->nfuncs
			&& ctx->compared.graph[side]->nodes[n].cycle != NOBODY);
	if (!sidecolumn_total_of(ctx, n, arc, 0, &total[0])
	    || !sidecolumn_total_of(ctx, n, arc, 1, &total[1]))
		return;
	fact_is(f, "totals", true);
	fact_is(f, "estimated", profile_has(ctx->profile, IS_ESTIMATED));
	add_times(f, total);
	fact_printf(f, "change_part", "%+.2f", 100 * (total[1] - total[0]) / ctx->graph->total);
}

void
describe_sides_brief(struct view_context *ctx, uint32_t n, uint32_t arc, FILE *out)
{
	struct facts f;

	facts_begin(&f, ctx);
	add_sides(&f, n, arc);
	sentences_say(&f, "SIDES_BRIEF", out);
}

void
describe_sides_full(struct view_context *ctx, uint32_t n, uint32_t arc, FILE *out)
{
	bool is_whole = ctx->into == NULL && ctx->graph->excluded.nfuncs == 0
		&& ctx->graph->excluded.narcs == 0 && ctx->graph->selection.focus == NULL;
	const struct comparison_row *row = is_whole && n < ctx->graph->nfuncs && arc == NOBODY
		? view_context_compared_row(ctx, n) : NULL;
	struct facts f;

	if (row != NULL)
		describe_compare_full(ctx, row, out);
	facts_begin(&f, ctx);
	add_sides(&f, n, arc);
	fact_is(&f, "whole", is_whole);
	fact_is(&f, "compared", row != NULL);
	sentences_say(&f, "SIDES", out);
}

/* Sets the self times of line L on both sides, as lineside_self(); returns false if there are
 * none. */
static bool
add_self(struct facts *f, const struct source_line *l, uint32_t n)
{
	double self[2];

	if (!lineside_self(f->ctx, l, n, 0, &self[0]) || !lineside_self(f->ctx, l, n, 1, &self[1])
	    || (self[0] == 0 && self[1] == 0))
		return false;
	add_times(f, self);
	return true;
}

bool
describe_sides_line(struct view_context *ctx, const struct source_line *l, uint32_t n, FILE *out)
{
	struct facts f;

	facts_begin(&f, ctx);
	if (!add_self(&f, l, n))
		return false;
	sentences_say(&f, "LINE_SIDES_BRIEF", out);
	return true;
}

void
describe_sides_line_full(struct view_context *ctx, const struct source_line *l, FILE *out)
{
	const char *path = ctx->lookup->sources.files[l->file].path;
	char mark = lineside_mark(ctx, l->file, l->number);
	uint32_t in_a = lookup_line(ctx->lookup, path, l->number, 0);
	struct facts f;

	if (ctx->lookup->both == NULL)
		return;
	facts_begin(&f, ctx);
	fact_is(&f, "only_a", mark == '-');
	fact_is(&f, "only_b", mark == '+');
	fact_count(&f, "line_a", in_a);
	fact_is(&f, "moved", in_a != lookup_line(ctx->lookup, path, l->number, 1));
	fact_is(&f, "self", add_self(&f, l, NOBODY));
	sentences_say(&f, "LINE_SIDES", out);
}
