/* describe_sides.c - functions and calls of the difference of two profiles, in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "words/describe_sides.h"

#include "columns/linesides.h"
#include "columns/sidecolumns.h"
#include "words/describe_compare.h"

/* Sets TOTAL to the totals of both sides; returns false if they are not known. */
static bool
find_totals(const struct view_context *ctx, uint32_t n, uint32_t arc, double total[2])
{
	return sidecolumn_used(ctx) && sidecolumn_total_of(ctx, n, arc, 0, &total[0])
		&& sidecolumn_total_of(ctx, n, arc, 1, &total[1]);
}

/* Writes both times and their difference, with MARK before each time. */
static void
write_times(const struct view_context *ctx, const double total[2], const char *mark, FILE *out)
{
	char text[2][FIGURE], change[FIGURE];

	figure_spoken(text[0], &ctx->scale, total[0]);
	figure_spoken(text[1], &ctx->scale, total[1]);
	figure_signed(change, &ctx->scale, total[1] - total[0]);
	fprintf(out, "%s%s in A, %s%s in B: %s", mark, text[0], mark, text[1], change);
}

static void
write_totals(const struct view_context *ctx, const double total[2], FILE *out)
{
	write_times(ctx, total, profile_has(ctx->profile, IS_ESTIMATED) ? "~" : "", out);
}

static void
write_calls(const struct view_context *ctx, uint32_t n, uint32_t arc, FILE *out)
{
	const struct comparison *c = ctx->comparison;
	double calls[2] = { 0, 0 };

	for (int side = 0; side < 2; side++) {
		const struct graph *g = ctx->compared.graph[side];

		if (arc != NOBODY)
			calls[side] = (double)graph_calls(g, arc) / c->side[side].nruns;
		else if (n < g->nfuncs)
			calls[side] = (double)(g->nodes[n].calls + graph_self_calls(g, n))
				/ c->side[side].nruns;
	}
	if (calls[0] + calls[1] > 0)
		fprintf(out, "%.15g calls in A, %.15g in B\t", calls[0], calls[1]);
}

void
describe_sides_brief(struct view_context *ctx, uint32_t n, uint32_t arc, FILE *out)
{
	double total[2];

	if (find_totals(ctx, n, arc, total)) {
		write_totals(ctx, total, out);
		fprintf(out, " with callees\t");
	} else if (arc == NOBODY && n < ctx->graph->nfuncs
	    && ctx->graph->nodes[n].cycle != NOBODY) {
		fprintf(out, "in a cycle: only the cycle as a whole has a total\t");
	}
	if (sidecolumn_used(ctx))
		write_calls(ctx, n, arc, out);
}

/* Says of which cycles node N is a member in A and B. */
static void
explain_cycles(const struct view_context *ctx, uint32_t n, FILE *out)
{
	bool in[2];

	if (n >= ctx->graph->nfuncs || ctx->graph->nodes[n].cycle == NOBODY)
		return;
	for (int side = 0; side < 2; side++)
		in[side] = ctx->compared.graph[side]->nodes[n].cycle != NOBODY;
	if (in[0] && in[1])
		fprintf(out, "\nIt is a member of a cycle in A and in B. Members are compared by their "
			"own time; only the cycle as a whole has a total.\n");
	else
		fprintf(out, "\nIt is a member of a cycle %s: the cycle has changed, and its members have "
			"no totals that could be compared.\n", in[0] ? "only in A" : in[1] ? "only in B"
			: "only if the calls of A and B are taken together");
}

void
describe_sides_full(struct view_context *ctx, uint32_t n, uint32_t arc, FILE *out)
{
	bool is_whole = ctx->into == NULL && ctx->graph->excluded.nfuncs == 0
		&& ctx->graph->excluded.narcs == 0 && ctx->graph->selection.focus == NULL;
	const struct comparison_row *row = is_whole && n < ctx->graph->nfuncs && arc == NOBODY
		? view_context_compared_row(ctx, n) : NULL;
	double total[2];

	if (row != NULL)
		describe_compare_full(ctx, row, out);
	if (find_totals(ctx, n, arc, total)) {
		fprintf(out, "%sWith callees: ", row != NULL ? "\n" : "");
		write_totals(ctx, total, out);
		fprintf(out, ", as a part of the total of A: %+.2f %%.%s\n",
			100 * (total[1] - total[0]) / ctx->graph->total,
			profile_has(ctx->profile, IS_ESTIMATED) ? " These are estimates: the time of a "
			"function is divided among its callers by their calls." : "");
	}
	if (sidecolumn_used(ctx)) {
		write_calls(ctx, n, arc, out);
		fprintf(out, "\n");
		explain_cycles(ctx, n, out);
	}
	if (!is_whole)
		fprintf(out, "\nFunctions are folded or excluded here: the figures are those of what is "
			"shown.\n");
}

/* Sets SELF to the self times of line L on both sides, as lineside_self(). */
static bool
find_self(const struct view_context *ctx, const struct source_line *l, uint32_t n, double self[2])
{
	return lineside_self(ctx, l, n, 0, &self[0]) && lineside_self(ctx, l, n, 1, &self[1])
		&& (self[0] != 0 || self[1] != 0);
}

bool
describe_sides_line(struct view_context *ctx, const struct source_line *l, uint32_t n, FILE *out)
{
	double self[2];

	if (!find_self(ctx, l, n, self))
		return false;
	write_times(ctx, self, "", out);
	fputc('\t', out);
	return true;
}

void
describe_sides_line_full(struct view_context *ctx, const struct source_line *l, FILE *out)
{
	const char *path = ctx->lookup->sources.files[l->file].path;
	char mark = lineside_mark(ctx, l->file, l->number);
	double self[2];

	if (ctx->lookup->both == NULL)
		return;
	if (mark != ' ')
		fprintf(out, "Only %c has this line.\n", mark == '+' ? 'B' : 'A');
	else if (lookup_line(ctx->lookup, path, l->number, 0) != lookup_line(ctx->lookup, path,
		l->number, 1))
		fprintf(out, "In A, it is line %u.\n", lookup_line(ctx->lookup, path, l->number, 0));
	if (!find_self(ctx, l, NOBODY, self))
		return;
	fputs("Self time: ", out);
	write_times(ctx, self, "", out);
	fputs(".\n", out);
}
