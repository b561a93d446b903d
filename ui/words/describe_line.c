/* describe_line.c - source lines in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "words/describe_line.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "columns/linecells.h"
#include "columns/linetimes.h"
#include "columns/sidecolumns.h"
#include "lookup/lookup.h"
#include "lookup/sourceplace.h"
#include "measured/measured.h"
#include "profile/attribute.h"
#include "text/shorten.h"
#include "words/describe_sides.h"
#include "words/sentences.h"

/* How often line L and its branches ran.  Returns the text of "parts", to be free()d. */
static char *
add_counts(struct facts *f, const struct source_line *l)
{
	const uint64_t *counts = lookup_sources(f->ctx->lookup)->counts + l->count_at;
	size_t length;
	char *parts;
	FILE *out = mem_stream(&parts, &length);

	for (uint32_t i = 1; i < l->ncounts; i++)
		fprintf(out, "%s%" PRIu64, i > 1 ? ", " : "", counts[i]);
	mem_close(out);
	fact_text(f, "parts", parts);
	if (l->ncounts > 0)
		fact_count(f, "ran", counts[0]);
	fact_is(f, "has_ran", l->ncounts > 0);
	if (l->ncounts == 3 && counts[1] + counts[2] == counts[0]) {
		fact_count(f, "one_way", counts[1]);
		fact_count(f, "other_way", counts[2]);
	}
	return parts;
}

/* Function FUNC begins on a line, and has CALLS. */
static void
add_func(struct facts *f, uint32_t func, uint64_t calls)
{
	fact_is(f, "lost", f->ctx->profile->calls_lost);
	fact_count(f, "calls", calls);
	fact_text(f, "func", view_context_own_name(f->ctx, func));
	fact_count(f, "func_index", f->ctx->graph->nodes[view_context_node_of(f->ctx, func)].index);
}

/* The calls C of a line. */
static void
add_call(struct facts *f, const struct line_call *c)
{
	double time;

	fact_node(f, "callee", "callee_index", view_context_callee(f->ctx, c->arc));
	fact_count(f, "count", c->count);
	fact_is(f, "sure", c->sure);
	fact_is(f, "totals", linetimes_used(f->ctx));
	fact_is(f, "known", linetimes_of_call(f->ctx, c, &time));
	fact_is(f, "once", f->ctx->profile->measured != NULL
		&& f->ctx->profile->measured->costs_count_once);
	fact_time64(f, "time", time, c->time64);
	figure_with_error64(fact_room(f, "self", true), &f->ctx->scale, time,
		figure_variance(&f->ctx->scale, time), c->time64);
}

void
describe_line_call(struct view_context *ctx, const struct line_call *c, FILE *out)
{
	struct facts f;

	facts_begin(&f, ctx);
	add_call(&f, c);
	sentences_say(&f, "LINE_CALL_BRIEF", out);
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
 * inlined.  INTO is as for find_inlined().  NAMES[0] and [1] are to be free()d. */
static void
add_inlined(struct facts *f, const struct view *v, const struct source_line *l, uint32_t into,
	char *names[2])
{
	struct view_context *ctx = v->ctx;
	struct inlined code = find_inlined(ctx, l, into);
	int room = v->width >= GRID_WIDE ? v->width / 3 : v->width / 5;
	uint32_t n = code.into != NOBODY ? view_context_node_of(ctx, code.into) : NOBODY;

	names[0] = names[1] = NULL;
	if (code.name == NULL)
		return;
	fact_text(f, "in", names[0] = shorten_name(code.name, room, ctx->ascii));
	/* Other phrases need the room. */
	fact_is(f, "in_title", n != NOBODY && n == into && v->ops->rows_are_places
		&& v->width < GRID_WIDE);
	if (n != NOBODY) {
		fact_node(f, "into", "into_index", n);
		fact_text(f, "into", names[1] = shorten_name(view_context_name(ctx, n), room,
			ctx->ascii));
	}
	fact_count(f, "others", l->nowners > 1 ? l->nowners - 1 : 0);
}

/* HITS samples on line L, which may be NULL. */
static void
add_hits(struct facts *f, const struct source_line *l, double hits)
{
	struct view_context *ctx = f->ctx;
	struct cost cost = { .self = hits };

	/* The sampling error is known only for all samples of a line, not for a part of them. */
	if (l != NULL && hits == l->hits && profile_has(ctx->profile, HAS_EVENTS))
		cost = linetimes_of_line(ctx, l);
	fact_samples(f, "hits", hits);
	figure_plain(fact_room(f, "error", true), sqrt(fabs(hits)), 2);
	figure_with_error64(fact_room(f, "self", true), &ctx->scale, hits,
		cost_self_variance(&cost, &ctx->scale), cost.sums64.self);
	/* Less than one sample is no time: it would look too precise. */
	fact_is(f, "long", hits >= 1 && ctx->scale.rate > 0 && profile_has(ctx->profile, HAS_BINS));
	fact_time(f, "time", hits);
}

void
describe_line_hits(struct view_context *ctx, double hits, FILE *out)
{
	struct facts f;

	facts_begin(&f, ctx);
	add_hits(&f, NULL, hits);
	sentences_say(&f, "LINE_HITS", out);
	sentences_say(&f, "LINE_BRIEF", out);
}

void
describe_line_brief(const struct view *v, const struct source_line *l,
	const struct cost *cost, uint32_t into, FILE *out)
{
	struct view_context *ctx = v->ctx;
	const struct sources *sources = lookup_sources(ctx->lookup);
	char *parts, *names[2];
	struct facts f;

	facts_begin(&f, ctx);
	add_hits(&f, l, cost->self);
	parts = add_counts(&f, l);
	add_inlined(&f, v, l, into, names);
	if (l->nfuncs > 0)
		add_func(&f, sources->funcs[l->func_at], linecell_entries(ctx, l));
	fact_count(&f, "funcs", l->nfuncs > 1 ? l->nfuncs : 0);
	/* A line without calls has time of callees if they are inlined. */
	if (l->ncalls == 0 && cost->children != 0 && !cost->lacks_total)
		fact_time64(&f, "total", cost_total(cost), cost->sums64.total);
	if (!describe_sides_line(ctx, l, v->ops->about_file ? NOBODY : v->subject, out))
		sentences_say(&f, "LINE_HITS", out);
	sentences_say(&f, "LINE_BRIEF", out);
	for (uint32_t i = 0; i < l->ncalls; i++)
		describe_line_call(ctx, &sources->calls[l->call_at + i], out);
	free(parts);
	free(names[0]);
	free(names[1]);
}

/* Line L: its samples or, in a measured profile, its self time and its time with its calls. */
static void
add_times(struct facts *f, const struct source_line *l)
{
	const struct view_context *ctx = f->ctx;
	struct cost cost = linetimes_of_line(ctx, l);
	bool has_events = profile_has(ctx->profile, HAS_EVENTS);

	fact_samples(f, "hits", has_events ? cost.self : l->hits);
	fact_share(f, "part", has_events ? cost.self : l->hits, ctx->graph->total, 2);
	if (!has_events) {
		fact_sampled(f, "self", l->hits);
		fact_is(f, "shared", l->hits != floor(l->hits));
		fact_is(f, "knows", attribute_knows_instructions(ctx->profile));
		return;
	}
	fact_is(f, "alone", !sidecolumn_used(ctx));
	fact_is(f, "counted", cost.counted);
	cost_self_text(fact_room(f, "self", true), ctx, &cost);
	if (cost.lacks_total || cost.children == 0)
		return;
	cost_total_text(fact_room(f, "total", true), ctx, &cost);
	fact_share(f, "total_part", cost.self + cost.children, ctx->graph->total, 2);
}

void
describe_line_full(struct view_context *ctx, const struct source_line *l, FILE *out)
{
	const struct sources *sources = lookup_sources(ctx->lookup);
	const uint32_t *funcs = sources->funcs + l->func_at;
	struct inlined code = find_inlined(ctx, l, NOBODY);
	struct source_place place;
	struct facts f;
	char *parts;

	assert(l->file < sources->nfiles);
	place = sourceplace_seen(ctx->lookup, (struct source_place){
		.file = sources->files[l->file].path, .line = l->number });
	facts_begin(&f, ctx);
	fact_text(&f, "file", place.file);
	fact_count(&f, "number", place.line);
	add_times(&f, l);
	parts = add_counts(&f, l);
	fact_count(&f, "calls", linecell_entries(ctx, l));
	sentences_say(&f, "LINE_PLACE", out);
	if (profile_has(ctx->profile, HAS_EVENTS))
		describe_sides_line_full(ctx, l, out);
	sentences_say(&f, "LINE", out);
	for (uint32_t i = 0; i < l->nfuncs; i++) {
		add_func(&f, funcs[i], linecell_calls(ctx, funcs[i]));
		sentences_say(&f, "LINE_FUNC", out);
	}
	fact_text(&f, "in", code.name);
	fact_text(&f, "into", code.into != NOBODY ? view_context_name(ctx, code.into) : NULL);
	sentences_say(&f, "LINE_CODE", out);
	for (uint32_t i = 0; i < l->ncalls; i++) {
		add_call(&f, &sources->calls[l->call_at + i]);
		sentences_say(&f, "LINE_CALL", out);
	}
	free(parts);
}
