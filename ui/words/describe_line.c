/* describe_line.c - source lines in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "words/describe_line.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "columns/cells.h"
#include "columns/linecells.h"
#include "columns/linetimes.h"
#include "columns/sidecolumns.h"
#include "lookup/lookup.h"
#include "lookup/sourceplace.h"
#include "profile/attribute.h"
#include "text/shorten.h"
#include "text/text.h"
#include "words/describe_sides.h"

/* Describes how often line L and its branches ran. */
static void
detail_counts(struct view_context *ctx, const struct source_line *l, FILE *out)
{
	const struct sources *sources = lookup_sources(ctx->lookup);
	const uint64_t *counts = sources->counts + l->count_at;
	uint32_t i;

	if (l->ncounts == 0)
		return;
	fprintf(out, "ran %" PRIu64, counts[0]);
	if (l->ncounts == 3 && counts[1] + counts[2] == counts[0]) {
		fprintf(out, ": %" PRIu64 " one way, %" PRIu64 " the other\t", counts[1], counts[2]);
		return;
	}
	if (l->ncounts == 1)
		fprintf(out, " time%s", counts[0] == 1 ? "" : "s");
	for (i = 1; i < l->ncounts; i++)
		fprintf(out, "%s%" PRIu64, i == 1 ? ", parts of it " : ", ", counts[i]);
	fputc('\t', out);
}

static const char *
at_least(const struct view_context *ctx)
{
	return ctx->profile->calls_lost ? " at least" : "";
}

/* Describes how often the functions that begin on line L were called. */
static void
detail_entered(struct view_context *ctx, const struct source_line *l, FILE *out)
{
	uint64_t calls = linecell_entries(ctx, l);
	uint32_t f = l->nfuncs > 0 ? lookup_sources(ctx->lookup)->funcs[l->func_at] : NOBODY;

	if (calls == 0)
		return;
	if (l->nfuncs > 1)
		fprintf(out, "%u functions begin here, called", l->nfuncs);
	else
		fprintf(out, "%s [%u] begins here, called", view_context_own_name(ctx, f),
			ctx->graph->nodes[view_context_node_of(ctx, f)].index);
	fprintf(out, "%s %" PRIu64 " time%s\t", at_least(ctx), calls, calls == 1 ? "" : "s");
}

void
describe_line_call(struct view_context *ctx, const struct line_call *c, FILE *out)
{
	uint32_t callee = view_context_callee(ctx, c->arc);
	char text[FIGURE];
	double time;

	fprintf(out, "calls %s [%u]", view_context_name(ctx, callee),
		ctx->graph->nodes[callee].index);
	if (c->count > 0 || profile_has(ctx->profile, HAS_BINS))
		fprintf(out, " %" PRIu64 " time%s", c->count, c->count == 1 ? "" : "s");
	if (linetimes_of_call(ctx, c, &time)) {
		figure_spoken64(text, &ctx->scale, time, c->time64);
		fprintf(out, ": %s", text);
	}
	fprintf(out, "%s\t", c->sure ? "" : ", or a neighbouring line calls it");
}

/* The code of a line, and where the compiler inlined it. */
struct inlined {
	const char *name;		/* borrowed; name of the function whose source has the line,
					 * or NULL if the line is not inlined */
	uint32_t into;			/* the function into which the line is inlined, or NOBODY */
};

/* Returns the name of the innermost function inlined at ADDR of image IMAGE, or NULL. */
static const char *
inlined_at(struct view_context *ctx, uint32_t image, uint64_t addr)
{
	if (profile_has(ctx->profile, HAS_EVENTS))
		return addr != 0 ? view_context_own_name(ctx, (uint32_t)addr - 1) : NULL;
	return sourceplace_inlined(ctx->lookup, image, addr);
}

/* Finds out whether code of line L is inlined, and into which function.  Looks at the code of L in
 * function INTO or, if INTO is NOBODY or a cycle, in the function with the most samples on L.  If
 * the address of this code is not known, looks at the code of L with the most samples. */
static struct inlined
find_inlined(struct view_context *ctx, const struct source_line *l, uint32_t into)
{
	const struct sources *s = lookup_sources(ctx->lookup);
	struct inlined found = { .into = NOBODY };
	const struct func_line *of_func = NULL;

	if ((into == NOBODY || view_context_is_cycle(ctx, into)) && l->nowners > 0)
		into = l->owner;
	if (into != NOBODY && !view_context_is_cycle(ctx, into))
		of_func = funclines_find(&s->funclines, into, (uint32_t)(l - s->lines));
	if (of_func != NULL && (of_func->addr != 0 || profile_has(ctx->profile, HAS_EVENTS))) {
		found.name = inlined_at(ctx, ctx->profile->funcs[into].image, of_func->addr);
		found.into = into;
	} else if (l->hits != 0) {
		found.name = inlined_at(ctx, l->image, l->addr);
		found.into = found.name == NULL ? NOBODY
			: profile_func_at(ctx->profile, l->image, l->addr);
	}
	return found;
}

const char *
describe_line_inlined(struct view_context *ctx, const struct source_line *l, uint32_t into)
{
	return find_inlined(ctx, l, into).name;
}

/* If line L is inlined, names the function whose source has L, and a function into which L is
 * inlined.  INTO is as for find_inlined(). */
static void
detail_inlined(const struct view *v, const struct source_line *l, uint32_t into, FILE *out)
{
	struct view_context *ctx = v->ctx;
	struct inlined code = find_inlined(ctx, l, into);
	int room = v->width >= GRID_WIDE ? v->width / 3 : v->width / 5;
	char *name;
	uint32_t n;

	if (code.name == NULL)
		return;
	name = shorten_name(code.name, room, ctx->ascii);
	fprintf(out, "in %s", name);
	free(name);
	n = code.into != NOBODY ? view_context_node_of(ctx, code.into) : NOBODY;
	if (n != NOBODY && n == into && v->ops->rows_are_places && v->width < GRID_WIDE) {
		/* Omit the name of the function: the title has it, and other phrases need the
		 * room. */
		fputs(", inlined", out);
	} else if (n != NOBODY) {
		name = shorten_name(view_context_name(ctx, n), room, ctx->ascii);
		fprintf(out, ", inlined into [%u] %s", ctx->graph->nodes[n].index, name);
		free(name);
	}
	if (l->nowners > 1)
		fprintf(out, " +%u", l->nowners - 1);
	fputc('\t', out);
}

/* Describes HITS, samples on line L of a measured profile.  L may be NULL. */
static void
detail_measured(struct view_context *ctx, const struct source_line *l, double hits, FILE *out)
{
	struct cost f = { .self = hits };
	char text[2 * FIGURE];

	if (hits == 0)
		return;
	/* The sampling error is known only for all samples of a line, not for a part of them. */
	if (l != NULL && hits == l->hits)
		f = linetimes_of_line(ctx, l);
	figure_with_error64(text, &ctx->scale, hits, cost_self_variance(&f, &ctx->scale),
		f.sums64.self);
	fprintf(out, "%s\t", text);
}

/* Describes the time of HITS samples, if the rate of samples is known.  For less than one sample,
 * writes nothing, because a time would look too precise. */
static void
detail_time(struct view_context *ctx, double hits, FILE *out)
{
	char text[FIGURE];

	if (hits < 1 || ctx->scale.rate <= 0 || profile_has(ctx->profile, HAS_EVENTS))
		return;
	figure_spoken(text, &ctx->scale, hits);
	fprintf(out, "%s\t", text);
}

/* Describes HITS samples in bins. */
static void
detail_hits(struct view_context *ctx, const struct source_line *l, double hits, FILE *out)
{
	char text[2 * FIGURE], error[FIGURE];

	if (profile_has(ctx->profile, HAS_EVENTS)) {
		detail_measured(ctx, l, hits, out);
		return;
	}
	if (hits <= 0)
		return;
	figure_samples(text, hits);
	figure_plain(error, sqrt(hits), 2);
	fprintf(out, "%s hit%s ±%s\t", text, hits == 1 ? "" : "s", error);
}

void
describe_line_hits(struct view_context *ctx, double hits, FILE *out)
{
	detail_hits(ctx, NULL, hits, out);
	detail_time(ctx, hits, out);
}

/* Writes the total of COST, the cost of line L, if L has time of callees but no recorded calls.
 * This is so if the called functions are inlined. */
static void
detail_total(const struct view_context *ctx, const struct source_line *l, const struct cost *cost,
	FILE *out)
{
	char total[FIGURE];

	if (l->ncalls > 0 || cost->children == 0 || cost->lacks_total)
		return;
	figure_spoken64(total, &ctx->scale, cost_total(cost), cost->sums64.total);
	fprintf(out, "%s with callees\t", total);
}

void
describe_line_brief(const struct view *v, const struct source_line *l,
	const struct cost *cost, uint32_t into, FILE *out)
{
	struct view_context *ctx = v->ctx;
	const struct sources *sources = lookup_sources(ctx->lookup);
	double hits = cost->self;
	uint32_t i;

	if (!describe_sides_line(ctx, l, v->ops->about_file ? NOBODY : v->subject, out))
		detail_hits(ctx, l, hits, out);
	detail_total(ctx, l, cost, out);
	detail_inlined(v, l, into, out);
	detail_counts(ctx, l, out);
	detail_entered(ctx, l, out);
	detail_time(ctx, hits, out);
	for (i = 0; i < l->ncalls; i++)
		describe_line_call(ctx, &sources->calls[l->call_at + i], out);
}

/* Explains how often each function that begins on line L was called. */
static void
explain_entered(struct view_context *ctx, const struct source_line *l, FILE *out)
{
	const uint32_t *funcs = lookup_sources(ctx->lookup)->funcs + l->func_at;
	uint32_t i;

	for (i = 0; i < l->nfuncs; i++) {
		uint64_t calls = profile_calls(ctx->lookup->profile, funcs[i]);

		if (calls > 0)
			fprintf(out, "Counted: %s [%u] begins here and was called%s %" PRIu64
				" time%s.\n", view_context_own_name(ctx, funcs[i]),
				ctx->graph->nodes[view_context_node_of(ctx, funcs[i])].index,
				at_least(ctx), calls, calls == 1 ? "" : "s");
	}
}

static void
explain_branches(struct view_context *ctx, const struct source_line *l, FILE *out)
{
	const struct sources *sources = lookup_sources(ctx->lookup);
	uint32_t i;

	if (l->ncounts <= 1)
		return;
	fprintf(out, "Its branches or parts ran");
	for (i = 1; i < l->ncounts; i++)
		fprintf(out, "%s %" PRIu64, i > 1 ? "," : "", sources->counts[l->count_at + i]);
	fprintf(out, " times.\n");
}

static void
explain_inlined(struct view_context *ctx, const struct source_line *l, FILE *out)
{
	struct inlined code = find_inlined(ctx, l, NOBODY);

	if (code.name != NULL)
		fprintf(out, "%s %s%s%s.\n", profile_has(ctx->profile, HAS_EVENTS)
			? "It is in the function" : "Most of its samples are in", code.name,
			code.into != NOBODY ? ", which the compiler inlined into " : ", inlined",
			code.into != NOBODY ? view_context_name(ctx, code.into) : "");
}

/* Explains the calls C, which a line of a measured profile makes. */
static void
explain_known_call(struct view_context *ctx, const struct line_call *c, FILE *out)
{
	uint32_t callee = view_context_callee(ctx, c->arc);
	bool counted = profile_has(ctx->profile, HAS_COSTS);
	char text[2 * FIGURE];
	double time;

	fprintf(out, "%s: it calls %s [%u]", counted ? "Counted" : "Sampled",
		view_context_name(ctx, callee), ctx->graph->nodes[callee].index);
	if (c->count > 0)
		fprintf(out, " %" PRIu64 " time%s", c->count, c->count == 1 ? "" : "s");
	if (linetimes_of_call(ctx, c, &time)) {
		figure_with_error64(text, &ctx->scale, time, figure_variance(&ctx->scale, time),
			c->time64);
		fprintf(out, "%s %s", c->count > 0 ? ":" : " for", text);
	} else if (counted && linetimes_used(ctx)) {
		fprintf(out, "; the cost of calls inside a cycle is not known");
	}
	fprintf(out, ".\n");
}

/* Explains the self time of line L of a measured profile, and the time of L with its calls. */
static void
explain_known_times(struct view_context *ctx, const struct source_line *l, FILE *out)
{
	struct cost f = linetimes_of_line(ctx, l);
	const char *kind = f.counted ? "Counted" : "Sampled";
	char time[2 * FIGURE], percent[FIGURE];

	cost_self_text(time, ctx, &f);
	figure_percent(percent, f.self, ctx->graph->total, 2);
	if (f.self == 0)
		fprintf(out, "%s: nothing on this line itself.\n", kind);
	else if (*percent == '\0')
		fprintf(out, "%s: %s on this line.\n", kind, time);
	else
		fprintf(out, "%s: %s on this line, which is %s %% of all.\n", kind, time, percent);
	if (f.lacks_total || f.children == 0)
		return;
	cost_total_text(time, ctx, &f);
	figure_percent(percent, f.self + f.children, ctx->graph->total, 2);
	fprintf(out, "%s: with what it calls, %s", kind, time);
	if (*percent != '\0')
		fprintf(out, ", which is %s %% of all", percent);
	fprintf(out, ".\n");
}

/* Explains the calls C, which a line with samples in bins makes. */
static void
explain_counted_call(struct view_context *ctx, const struct line_call *c, FILE *out)
{
	uint32_t callee = view_context_callee(ctx, c->arc);

	fprintf(out, "Counted: it calls %s [%u] %" PRIu64 " time%s%s.\n",
		view_context_name(ctx, callee), ctx->graph->nodes[callee].index, c->count,
		c->count == 1 ? "" : "s", c->sure ? ""
		: ", or a neighbouring line calls it: the profile locates calls only to a few bytes");
}

/* Explains the samples in bins of line L, and how often L ran. */
static void
explain_hits(struct view_context *ctx, const struct source_line *l, FILE *out)
{
	char time[2 * FIGURE], percent[FIGURE], hits[FIGURE];
	uint64_t count;

	if (l->hits > 0) {
		figure_sampled(time, &ctx->scale, l->hits);
		figure_percent(percent, l->hits, ctx->graph->total, 2);
		figure_samples(hits, l->hits);
		fprintf(out, "Sampled: %s sample%s on this line, which %s %s or %s %% of all.\n",
			hits, l->hits == 1 ? "" : "s", l->hits == 1 ? "is" : "are", time, percent);
		if (l->hits != floor(l->hits))
			fprintf(out, "The line shares bins of the histogram with other lines: their "
				"samples are divided by %s, which may be wrong by a whole bin.\n",
				attribute_knows_instructions(ctx->profile)
				? "the instructions that begin in each line"
				: "bytes of code, as the instructions are not known");
	} else {
		fprintf(out, "Sampled: no samples on this line.\n");
	}
	if (linecell_run_count(ctx, l, &count))
		fprintf(out, "Counted: it ran %" PRIu64 " time%s.\n", count, count == 1 ? "" : "s");
	else if (linecell_entries(ctx, l) == 0)
		fprintf(out, "How often it ran was not counted: build with --coverage to count it.\n");
}

/* Explains the values of events of line L. */
static void
explain_values(struct view_context *ctx, const struct source_line *l, FILE *out)
{
	describe_sides_line_full(ctx, l, out);
	if (!sidecolumn_used(ctx))
		explain_known_times(ctx, l, out);
}

void
describe_line_full(struct view_context *ctx, const struct source_line *l, FILE *out)
{
	const struct sources *sources = lookup_sources(ctx->lookup);
	bool has_bins = profile_has(ctx->profile, HAS_BINS);
	struct source_place place;

	assert(l->file < sources->nfiles);
	place = sourceplace_seen(ctx->lookup, (struct source_place){
		.file = sources->files[l->file].path, .line = l->number });
	fprintf(out, "%s, line %u\n", place.file, place.line);
	(has_bins ? explain_hits : explain_values)(ctx, l, out);
	explain_entered(ctx, l, out);
	explain_branches(ctx, l, out);
	explain_inlined(ctx, l, out);
	for (uint32_t i = 0; i < l->ncalls; i++)
		(has_bins ? explain_counted_call : explain_known_call)(ctx,
			&sources->calls[l->call_at + i], out);
}
