/* title.c - the first line of the screen; on narrow screens its least important parts are dropped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/title.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/pathname.h"
#include "elf/image.h"
#include "measured/measured.h"
#include "profile/origin.h"
#include "samples/samples.h"
#include "screen/pen.h"
#include "text/shorten.h"
#include "text/text.h"

enum { LEAST_NAME = 12, FIXED_NAME = 18, LEAST_TEXT = 32, TEXT_LINE = 1000,
	LONG_TITLE = 40 };		/* a title from a file that is longer goes before figures */

/* If a sum is at least this fraction of the whole, it differs from the whole only by rounding. */
static const double ALL = 1 - 1e-9;

static struct title_part *
next_part(struct title *t, int rank)
{
	struct title_part *p = &t->parts[t->n < TITLE_MOST_PARTS ? t->n++ : TITLE_MOST_PARTS - 1];

	assert(rank >= 0 && rank <= UINT8_MAX);
	*p = (struct title_part){ .rank = (uint8_t)rank, .style = STYLE_TITLE, .node = NOBODY };
	return p;
}

void
title_add(struct title *t, int rank, const char *format, ...)
{
	struct title_part *p = next_part(t, rank);
	va_list args;

	va_start(args, format);
	vsnprintf(p->text, sizeof(p->text), format, args);
	va_end(args);
}

void
title_node(struct title *t, int rank, const char *lead, uint32_t n)
{
	struct title_part *p = next_part(t, rank);

	snprintf(p->text, sizeof(p->text), "%s", lead);
	p->node = n;
}

static void
add_warning(struct title *t, const char *text)
{
	title_add(t, 2, "%s", text);
	t->parts[t->n - 1].style = STYLE_WARN;
	t->parts[t->n - 1].may_be_cut = true;
}

/* Adds which side of a comparison is shown. */
static void
add_side(struct title *t, const struct view_context *ctx)
{
	static const char *const sides[] = { [COMPARED_A] = "A ", [COMPARED_B] = "B ",
		[COMPARED_CHANGE] = "B - A " };

	if (ctx->comparison == NULL)
		return;
	title_add(t, 0, "%s", sides[ctx->compared.side]);
	t->parts[t->n - 1].style = STYLE_SELF;
}

void
title_image(struct title *t, const struct view_context *ctx)
{
	const struct profile *p = ctx->profile;
	/* If there is only one profile file, another part of the title names this file.  So the
	 * message about damage need not name the file. */
	bool is_one = p->damaged && p->nimages == 1 && p->samples->nfiles == 1;
	struct origin from = origin_of(p);
	const char *recorded = from.title == NULL || from.program == NULL ? ""
		: from.name != NULL ? from.name : pathname_base(from.program);
	const char *file = pathname_base(from.path), *more = from.nmore > 0 ? " .." : "";
	size_t n = strlen(recorded);
	struct title_part *part;

	/* The file of a process begins with the name of its program. */
	if (strncmp(file, recorded, n) == 0 && file[n] == '.')
		recorded = "";
	add_side(t, ctx);
	title_add(t, 0, "%s%s", *recorded != '\0' ? recorded : file,
		*recorded == '\0' ? more : "");
	t->parts[t->n - 1].joined = ctx->comparison != NULL;
	if (*recorded != '\0') {
		title_add(t, 2, ": %s%s", file, more);
		t->parts[t->n - 1].joined = true;
	}
	if (from.title != NULL && *from.title != '\0')
		title_add(t, from.program == NULL && strlen(from.title) > LONG_TITLE ? 7 : 3, "%s",
			from.title);
	if (from.title_rest != NULL) {
		title_add(t, 6, "%s", from.title_rest);
		t->parts[t->n - 1].joined = true;
	}
	if (from.lost != NULL)
		add_warning(t, from.lost);
	if (from.nlibraries > 0)
		title_add(t, 2, "and %u librar%s", from.nlibraries,
			from.nlibraries == 1 ? "y" : "ies");
	if (p->nskipped > 0)
		title_add(t, 2, "%u file%s skipped", p->nskipped, p->nskipped == 1 ? "" : "s");
	else if (p->damaged)
		title_add(t, 2, "damaged: %s%s%s", is_one ? "" : p->damaged_file,
			is_one ? "" : ": ", p->damage.text);
	else
		return;
	part = &t->parts[t->n - 1];
	part->style = STYLE_WARN;
	part->may_be_cut = true;
}

/* Adds the functions that are excluded: ", without [2] cpu_idle".  If JOINED is set, begins with a
 * comma, because the text continues the part before. */
static void
add_excluded_functions(struct title *t, const struct view_context *ctx, bool joined)
{
	const struct excluded_rows *r = &ctx->graph->excluded;
	const char *lead = joined ? ", without " : "without ";
	char index[FIGURE + 32];

	if (r->nfuncs == 1) {
		snprintf(index, sizeof(index), "%s%s[%u] ", lead,
			graph_is_func_excluded(ctx->graph, r->func) ? "" : "part of ",
			ctx->graph->nodes[r->func].index);
		title_node(t, 2, index, r->func);
	} else {
		title_add(t, 2, "%s%u functions", lead, r->nfuncs);
	}
	t->parts[t->n - 1].joined = joined;
}

/* Returns the number of foci. */
static uint32_t
count_foci(const struct view_context *ctx)
{
	return ctx->exclusions != NULL ? ctx->exclusions->nfoci : 0;
}

/* Do the texts about exclusions and foci say which time remains? */
static bool
says_rest(const struct view_context *ctx)
{
	return ctx->graph->excluded.nfuncs + count_foci(ctx) > 0;
}

/* Sets TIME, which has FIGURE bytes, to the time of the profile without that of the profiler. */
static void
copy_total(char *time, const struct view_context *ctx)
{
	const struct measure *measure = &ctx->graph->measure;

	figure_spoken64(time, &ctx->scale, measure->total - measure->omitted,
		measure->omitted > 0 ? 0 : measure->total64);
}

/* Adds the time of the profiler, which copy_total() omits: ", without 1.5 s counting". */
static void
add_omitted(struct title *t, const struct view_context *ctx)
{
	const struct measure *measure = &ctx->graph->measure;
	char time[FIGURE];

	if (measure->omitted <= 0)
		return;
	figure_spoken(time, &ctx->scale, measure->omitted);
	title_add(t, 3, ", without %s %s", time,
		profile_has(ctx->profile, HAS_COUNTS) ? "counting" : "recorder");
	t->parts[t->n - 1].joined = true;
}

/* Adds the time that remains: ": 61.5 of 245.8 s".  Puts "~" before it if it is estimated. */
static void
add_remaining(struct title *t, const struct view_context *ctx)
{
	bool is_estimated = ctx->graph->most > ctx->graph->total * (1 + 1e-9);
	char time[FIGURE], all[FIGURE];

	figure_spoken64(time, &ctx->scale, ctx->graph->total, ctx->graph->total64);
	copy_total(all, ctx);
	if (view_context_is_nothing_left(ctx))
		title_add(t, 2, ": nothing left of %s", all);
	else
		title_add(t, 2, ": %s%.*s of %s", is_estimated ? "~" : "",
			(int)strcspn(time, " "), time, all);
	t->parts[t->n - 1].joined = true;
}

/* Returns the row that shows all functions of F, or NOBODY if they have several rows. */
static uint32_t
row_of_focus(const struct view_context *ctx, const struct focus *f)
{
	uint32_t row = view_context_node_of(ctx, f->funcs[0]);

	for (uint32_t i = 1; i < f->n; i++)
		if (view_context_node_of(ctx, f->funcs[i]) != row)
			return NOBODY;
	return row;
}

/* Adds the functions through which all shown stacks lead: ", only through work and read".  JOINED is
 * as for add_excluded_functions(). */
static void
add_foci(struct title *t, const struct view_context *ctx, bool joined)
{
	enum { MOST = 2 };		/* names of so many foci are shown */
	const struct exclusions *c = ctx->exclusions;

	for (uint32_t k = 0; k < c->nfoci && k < MOST; k++) {
		const char *lead = k > 0 ? " and " : joined ? ", only through " : "only through ";
		uint32_t row = row_of_focus(ctx, &c->foci[k]);

		if (row != NOBODY)
			title_node(t, 2, lead, row);
		else
			title_add(t, 2, "%s%u functions", lead, c->foci[k].n);
		t->parts[t->n - 1].joined = joined || k > 0;
	}
	if (c->nfoci <= MOST)
		return;
	title_add(t, 2, " and %u more", c->nfoci - MOST);
	t->parts[t->n - 1].joined = true;
}

/* Adds what is excluded or folded, and the time that remains.  add_excluded_functions() says what
 * JOINED means. */
static void
add_excluded(struct title *t, const struct view_context *ctx, bool with_time, bool joined)
{
	const struct excluded_rows *r = &ctx->graph->excluded;
	const struct measure *measure = &ctx->graph->measure;
	char rest[FIGURE];

	if (with_time && !says_rest(ctx)
	    && ctx->graph->total < (measure->total - measure->omitted) * ALL) {
		figure_spoken64(rest, &ctx->scale, ctx->graph->total, ctx->graph->total64);
		title_add(t, 2, t->wide ? ", %s of it counted" : ", counted %s", rest);
		t->parts[t->n - 1].joined = true;
	}
	if (count_foci(ctx) > 0)
		add_foci(t, ctx, joined);
	if (r->nfuncs > 0)
		add_excluded_functions(t, ctx, joined || count_foci(ctx) > 0);
	if (with_time && says_rest(ctx))
		add_remaining(t, ctx);
	if (r->narcs > 0)
		title_add(t, 2, "%u call%s excluded", r->narcs, r->narcs == 1 ? "" : "s");
	if (ctx->into != NULL)
		title_add(t, 2, "folded: %s", ctx->folded);
}

/* Copies the base name of PATH, at most 128 bytes of it, to TEXT of SIZE bytes. */
static void
copy_last_name(char *text, size_t size, const char *path)
{
	size_t n;
	const char *name = pathname_last(path, &n);

	snprintf(text, size, "%.*s", n < 128 ? (int)n : 128, name);
}

/* If FIGURE ends with the same unit as TOTAL, removes the unit from FIGURE. */
static void
drop_unit(char *figure, const char *total)
{
	char *unit = strrchr(figure, ' ');
	const char *same = strrchr(total, ' ');

	if (unit != NULL && same != NULL && strcmp(unit, same) == 0)
		*unit = '\0';
}

/* Adds the event that the measured profile of CTX shows, its total, and which part of the profile
 * is shown. */
static void
add_measured(struct title *t, const struct view_context *ctx, bool with_time)
{
	const struct profile *p = ctx->profile;
	const struct measure *measure = &ctx->graph->measure;
	const struct measured *m = p->measured;
	const struct measured_event *event = graph_event(ctx->graph);
	char total[FIGURE], samples[FIGURE], net[FIGURE + 8] = "", figure[FIGURE];
	/* Do not write the name of the event if the unit of the figure is this name. */
	bool says_event = measure->rate > 0 || ctx->scale.is_bytes
		|| strncmp(event->name, ctx->scale.counted, sizeof(ctx->scale.counted) - 1) != 0;
	/* A narrow screen must say what the figures are of, if it is not the usual event. */
	bool stays = says_event && ctx->graph->selection.event != m->event;

	if (with_time && (t->wide || !says_rest(ctx))) {
		copy_total(total, ctx);
		if (profile_has(p, HAS_STACKS) ? ctx->graph->paths.amounts != NULL
		    : profile_has(p, HAS_COSTS) && graph_is_signed(ctx->graph)) {
			figure_spoken64(figure, &ctx->scale, measure->net, measure->net64);
			drop_unit(figure, total);
			snprintf(net, sizeof(net), "%s%s of ", graph_is_difference(ctx->graph)
				? measure->net > 0 ? "+" : "" : "net ", figure);
		}
		if (stays)
			title_add(t, 1, "%s", event->name);
		title_add(t, 3, "%s%s%s%s", says_event && !stays ? event->name : "",
			says_event ? " " : "", net, total);
		t->parts[t->n - 1].joined = stays;
	} else {
		title_add(t, stays ? 1 : 3, "%s", event->name);
	}
	if (with_time)
		add_omitted(t, ctx);
	figure_count(samples, measure->nsamples, 7);
	if (with_time && measure->nsamples > 0 && !graph_is_difference(ctx->graph)
	    && (measure->rate > 0 || measure->weight != 1)) {
		title_add(t, 4, "%s %s sample%s", measure->omitted > 0 ? ", of" : " in", samples,
			measure->nsamples == 1 ? "" : "s");
		t->parts[t->n - 1].joined = true;
	}
	if (ctx->graph->selection.part != NOBODY)
		title_add(t, 2, "only %s %s", m->parts[ctx->graph->selection.part].kind,
			m->parts[ctx->graph->selection.part].name);
	add_excluded(t, ctx, with_time, true);
}

static void
add_profiles(struct title *t, const struct view_context *ctx, bool with_time)
{
	const struct profile *p = ctx->profile;
	const struct measure *measure = &ctx->graph->measure;
	size_t nfiles = 0;
	char files[FIGURE + 128] = "", time[FIGURE], samples[FIGURE];

	if (profile_has(p, HAS_EVENTS)) {
		add_measured(t, ctx, with_time);
		return;
	}
	for (uint32_t im = 0; p->samples != NULL && im < p->nimages; im++)
		nfiles += p->samples[im].nfiles;
	if (nfiles == 1 && p->samples[0].files[0].path != NULL)
		copy_last_name(files, sizeof(files), p->samples[0].files[0].path);
	else if (nfiles > 1)
		snprintf(files, sizeof(files), "%zu files", nfiles);
	/* If functions are excluded, narrow screens have no separate text for the total time.  The
	 * text about exclusions shows this time: "without main: 1 of 5 s". */
	if (!with_time || !p->has_histogram || (!t->wide && says_rest(ctx))) {
		if (files[0])
			title_add(t, 3, "%s", files);
		if (with_time && p->has_histogram && files[0])
			add_omitted(t, ctx);
		add_excluded(t, ctx, with_time && p->has_histogram, files[0] != '\0');
		return;
	}
	copy_total(time, ctx);
	figure_count(samples, measure->nsamples, 7);
	if (measure->rate > 0 && t->wide && files[0]) {
		title_add(t, 3, "%s", files);
		title_add(t, 3, "%s", time);
	} else {
		title_add(t, 3, "%s%s%s", files, files[0] ? ": " : "", time);
	}
	add_omitted(t, ctx);
	if (measure->rate > 0) {
		title_add(t, t->wide ? 3 : 4, t->wide ? "%s %s samples at %u Hz"
			: "%s %s samples @%uHz", measure->omitted > 0 ? ", of" : t->wide ? " in" : ",",
			samples, measure->rate);
		t->parts[t->n - 1].joined = true;
	}
	add_excluded(t, ctx, true, true);
}

/* Adds of how many runs the figures of a comparison are. */
static void
add_runs(struct title *t, const struct view_context *ctx)
{
	const struct comparison *c = ctx->comparison;
	uint32_t a, b;

	if (c == NULL)
		return;
	a = c->side[0].nruns;
	b = c->side[1].nruns;
	if (ctx->compared.side != COMPARED_CHANGE && c->side[ctx->compared.side].nruns > 1)
		title_add(t, 2, "sum of %u runs", c->side[ctx->compared.side].nruns);
	else if (ctx->compared.side == COMPARED_CHANGE && a != b)
		title_add(t, 2, "means of %u and %u runs", a, b);
	else if (ctx->compared.side == COMPARED_CHANGE && a > 1)
		title_add(t, 2, "means of %u runs", a);
}

void
title_profiles(struct title *t, const struct view_context *ctx, bool with_time)
{
	add_profiles(t, ctx, with_time);
	add_runs(t, ctx);
}

void
title_unplaced(struct title *t, const struct view_context *ctx, const struct sources *s)
{
	char text[FIGURE];

	if (profile_has(ctx->profile, HAS_EVENTS)) {
		figure_spoken64(text, &ctx->scale, s->unplaced, s->unplaced64);
		title_add(t, 3, "%s without a line", text);
		return;
	}
	figure_samples(text, s->unplaced);
	title_add(t, 3, "%s sample%s without a line", text, strcmp(text, "1") == 0 ? "" : "s");
}

void
title_notes(struct title *t, const struct view_context *ctx)
{
	size_t n = view_context_count_notes(ctx);

	if (n == 0)
		return;
	title_add(t, 0, "!%zu", n);
	t->parts[t->n - 1].style = STYLE_WARN;
	t->parts[t->n - 1].is_notes = true;
}

/* May part P get cells that the other parts do not need? */
static bool
is_flexible(const struct title_part *p)
{
	return p->may_be_cut || (p->node != NOBODY && p->rank < 2);
}

/* Returns the number of cells that P needs at least, when its text or its name is shortened. */
static int
least_cells(const struct title_part *p, struct view_context *ctx)
{
	int n = text_width(p->text, ctx->ascii), name;
	int most = is_flexible(p) ? LEAST_NAME : FIXED_NAME;

	if (p->may_be_cut)
		return n < LEAST_TEXT ? n : LEAST_TEXT;
	if (p->node == NOBODY)
		return n;
	name = text_width(view_context_name(ctx, p->node), ctx->ascii);
	return n + (name < most ? name : most);
}

/* Drops the part with the greatest rank.  If several parts have this rank, drops the last of these
 * parts.  Returns false if all parts have rank 0. */
static bool
drop_part(struct title *t)
{
	int worst = 0, i;

	for (i = 1; i < t->n; i++)
		if (t->parts[i].rank >= t->parts[worst].rank)
			worst = i;
	if (t->parts[worst].rank == 0)
		return false;
	memmove(&t->parts[worst], &t->parts[worst + 1],
		(size_t)(t->n - worst - 1) * sizeof(*t->parts));
	t->n--;
	return true;
}

/* Returns the cells between part I and the part before it. */
static int
gap_before(const struct title *t, int i)
{
	if (i == 0 || t->parts[i].joined)
		return 0;
	return t->wide ? 3 : 2;
}

static int
sum_least_cells(const struct title *t, struct view_context *ctx)
{
	int i, sum = 0;

	for (i = 0; i < t->n; i++)
		sum += least_cells(&t->parts[i], ctx) + gap_before(t, i);
	return sum;
}

static void
draw_part(const struct title_part *p, struct view_context *ctx, struct pen *pen, int room)
{
	struct pen part = *pen;
	char *name;

	if (part.x + room < part.end)
		part.end = part.x + room;
	pen_style(&part, p->style);
	pen_short(&part, p->text);
	if (p->node != NOBODY) {
		name = shorten_name(view_context_name(ctx, p->node), pen_left(&part), ctx->ascii);
		pen_text(&part, name);
		free(name);
	}
	pen->x = part.x;
}

void
title_draw(struct title *t, struct view_context *ctx, struct grid *g)
{
	struct pen pen = pen_at(g, 0, 0, g->width);
	int spare, i;

	pen_style(&pen, STYLE_TITLE);
	pen_fill(&pen);
	pen = pen_at(g, 0, 0, g->width);
	pen_style(&pen, STYLE_TITLE);
	while (sum_least_cells(t, ctx) > g->width && drop_part(t))
		;
	spare = g->width - sum_least_cells(t, ctx);
	for (i = 0; i < t->n; i++) {
		const struct title_part *p = &t->parts[i];
		int room = least_cells(p, ctx), before;

		pen_skip(&pen, gap_before(t, i));
		before = pen.x;
		draw_part(p, ctx, &pen, room + (is_flexible(p) && spare > 0 ? spare : 0));
		if (p->is_notes) {
			t->notes_x = before;
			t->notes_end = pen.x;
		}
		if (is_flexible(p))
			spare -= pen.x - before - room;
	}
}

char *
title_text(struct title *t, struct view_context *ctx)
{
	struct grid g = { .ascii = ctx->ascii };
	char *line;
	int width = sum_least_cells(t, ctx) + TEXT_LINE, i;

	for (i = 0; i < t->n; i++)
		if (t->parts[i].node != NOBODY)
			width += text_width(view_context_name(ctx, t->parts[i].node), ctx->ascii);
	grid_resize(&g, width, 1);
	title_draw(t, ctx, &g);
	line = grid_line(&g, 0);
	grid_release(&g);
	return line;
}
