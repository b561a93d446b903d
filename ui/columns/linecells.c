/* The columns of views that show source lines.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "columns/linecells.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "columns/cells.h"
#include "lookup/lookup.h"
#include "text/text.h"

enum { TAB = 8, HOT = 10, COUNTS = 80, USUAL_COUNTS = 13, MOST_COUNTS = 20 };

static const struct sources *
sources_of(const struct view *v)
{
	return origin_sources(v->scene->origin);
}

bool
line_count_of(const struct scene *s, const struct source_line *l, uint64_t *count)
{
	const struct sources *sources = origin_sources(s->origin);

	if (!l || !sources || l->ncounts == 0)
		return false;
	*count = sources->counts[l->count_at];
	return true;
}

uint64_t
line_entered(const struct scene *s, const struct source_line *l)
{
	const struct sources *sources = origin_sources(s->origin);
	uint64_t calls = 0;
	uint32_t i;

	for (i = 0; l && sources && i < l->nfuncs; i++)
		calls += profile_calls(s->origin->profile, sources->funcs[l->func_at + i]);
	return calls;
}

const struct source_line *
row_line(const struct view *v, const struct row *r)
{
	return v->ops->line ? v->ops->line(v, r) : NULL;
}

double
linevalue_hits(const struct view *v, const struct row *r)
{
	const struct source_line *l = row_line(v, r);

	return l ? l->hits : 0;
}

double
linevalue_count(const struct view *v, const struct row *r)
{
	uint64_t count;

	return line_count_of(v->scene, row_line(v, r), &count) ? (double)count : -1;
}

double
linevalue_calls(const struct view *v, const struct row *r)
{
	const struct source_line *l = row_line(v, r);

	return l ? (double)l->calls : 0;
}

bool
used_line_counts(const struct scene *s)
{
	const struct sources *sources = origin_sources(s->origin);

	return sources && sources->ncounts > 0;
}

bool
used_line_each(const struct scene *s)
{
	return s->has_time && used_line_counts(s);
}

static double
total(const struct view *v)
{
	return v->scene->graph->total;
}

static void
warm(const struct view *v, const struct source_line *l, struct pen *pen)
{
	if (total(v) > 0 && 100 * l->hits / total(v) >= HOT)
		pen_style(pen, STYLE_HOT);
}

void
linecell_hits(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct source_line *l = row_line(v, r);
	char text[FIGURE];

	if (!l || l->hits <= 0)
		return;
	figure_samples(text, l->hits);
	if (v->scene->origin->pieces && !strchr(text, '.'))
		strcat(text, "  ");
	warm(v, l, pen);
	pen_right(pen, text);
}

void
linecell_time(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct source_line *l = row_line(v, r);
	char text[FIGURE];

	if (!l || l->hits <= 0)
		return;
	figure_time(text, &v->scene->scale, l->hits);
	figure_align(text, &v->scene->scale);
	warm(v, l, pen);
	pen_right(pen, text);
}

void
linecell_percent(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct source_line *l = row_line(v, r);
	char text[FIGURE];

	if (!l || l->hits <= 0)
		return;
	figure_percent(text, l->hits, total(v), 1);
	warm(v, l, pen);
	pen_right(pen, text);
}

void
linecell_bar(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct source_line *l = row_line(v, r);

	if (l && l->hits > 0)
		cell_bar(pen, l->hits, total(v));
}

void
linecell_each(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct source_line *l = row_line(v, r);
	char text[FIGURE];
	uint64_t count;

	if (!l || l->hits <= 0 || !line_count_of(v->scene, l, &count))
		return;
	figure_each(text, &v->scene->scale, l->hits, (double)count);
	pen_right(pen, text);
}

void
linecell_calls(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct source_line *l = row_line(v, r);
	char text[FIGURE];

	if (!l || l->calls == 0)
		return;
	figure_count(text, l->calls, 11);
	pen_right(pen, text);
}

void
linecell_count(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct source_line *l = row_line(v, r);
	const struct sources *s = sources_of(v);
	char text[COUNTS], one[FIGURE];

	if (!l || !s || l->ncounts == 0)
		return;
	origin_counts(s, l, text, sizeof(text));
	/* Branches that there is no room for are left to the detail line. */
	if (text_width(text, v->scene->ascii) > pen_left(pen) - (pen->grid->width < WIDE)) {
		figure_count(one, s->counts[l->count_at], 9);
		snprintf(text, sizeof(text), "%s%s", one, l->ncounts > 1 ? ",…" : "");
	}
	pen_right(pen, text);
}

void
linecell_entered(const struct view *v, const struct row *r, bool with_calls, struct pen *pen)
{
	const struct source_line *l = row_line(v, r);
	uint64_t entered = line_entered(v->scene, l);
	char text[2 * FIGURE], calls[FIGURE];

	if (l && l->ncounts > 0)
		return;
	if (entered > 0) {
		calls_text(v->scene, entered, 13, text);
		pen_right(pen, text);
	} else if (with_calls && l && l->calls > 0) {
		figure_count(calls, l->calls, 11);
		snprintf(text, sizeof(text), "→%s", calls);
		pen_right(pen, text);
	}
}

int
need_counts(const struct scene *s)
{
	int n = origin_sources(s->origin) ? s->origin->counts_width : 0;

	/* The usual ones fit as it is. */
	return n <= USUAL_COUNTS ? 0 : n < MOST_COUNTS ? n : MOST_COUNTS;
}

void
linecell_text(const struct view *v, uint32_t file, uint32_t number, bool trimmed,
	struct pen *pen)
{
	static const char blanks[TAB + 1] = "        ";
	const struct source_text *t = origin_text(v->scene->origin, file, NULL);
	const char *line;
	size_t n, i, from = 0;
	int x = 0;

	if (!t || number == 0 || number > t->nlines)
		return;
	line = source_text_line(t, number, &n);
	for (; trimmed && n > 0 && (*line == ' ' || *line == '\t'); line++)
		n--;
	pen->skip = v->whole ? 0 : v->shift;
	for (i = 0; i < n && pen_left(pen) > 0; i++) {
		if (line[i] != '\t')
			continue;
		pen_ntext(pen, line + from, i - from);
		x += text_nwidth(line + from, i - from, v->scene->ascii);
		pen_ntext(pen, blanks, (size_t)(TAB - x % TAB));
		x += TAB - x % TAB;
		from = i + 1;
	}
	pen_ntext(pen, line + from, i - from);
}

/* How often the line ran.  Of two branches each is the other way. */
static void
say_counts(struct scene *s, const struct source_line *l, FILE *out)
{
	const struct sources *sources = origin_sources(s->origin);
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
at_least(const struct scene *s)
{
	return s->profile->calls_lost ? " at least" : "";
}

/* Functions that begin on it. */
static void
say_entered(struct scene *s, const struct source_line *l, FILE *out)
{
	uint64_t calls = line_entered(s, l);
	uint32_t f = l->nfuncs > 0 ? origin_sources(s->origin)->funcs[l->func_at] : NOBODY;

	if (calls == 0)
		return;
	if (l->nfuncs > 1)
		fprintf(out, "%u functions begin here, called", l->nfuncs);
	else
		fprintf(out, "%s [%u] begins here, called", scene_own_name(s, f),
			s->graph->nodes[scene_stands_for(s, f)].index);
	fprintf(out, "%s %" PRIu64 " time%s\t", at_least(s), calls, calls == 1 ? "" : "s");
}

void
say_call(struct scene *s, const struct line_call *c, FILE *out)
{
	uint32_t callee = scene_callee(s, c->arc);

	fprintf(out, "calls %s [%u] %" PRIu64 " time%s%s\t", scene_name(s, callee),
		s->graph->nodes[callee].index, c->count, c->count == 1 ? "" : "s",
		c->sure ? "" : ", or another line near by does");
}

/* What was inlined where most samples of the line are, and where that is. */
static void
say_inlined(struct scene *s, const struct source_line *l, FILE *out)
{
	const char *name = origin_inlined(s->origin, l);
	uint32_t f = name ? profile_func_at(s->profile, l->image, l->addr) : NOBODY;

	if (!name)
		return;
	fprintf(out, "in %s", name);
	if (f != NOBODY)
		fprintf(out, ", inlined into %s [%u]", scene_name(s, f), s->graph->nodes[f].index);
	fputc('\t', out);
}

void
say_line(struct scene *s, const struct source_line *l, FILE *out)
{
	const struct sources *sources = origin_sources(s->origin);
	char text[2 * FIGURE], error[FIGURE];
	uint32_t i;

	if (l->hits > 0) {
		figure_samples(text, l->hits);
		figure_plain(error, sqrt(l->hits), 2);
		fprintf(out, "%s hit%s ±%s\t", text, l->hits == 1 ? "" : "s", error);
	}
	say_counts(s, l, out);
	say_entered(s, l, out);
	/* A share of one sample is no time to speak of. */
	if (l->hits >= 1 && s->scale.rate > 0) {
		figure_spoken(text, &s->scale, l->hits);
		fprintf(out, "%s\t", text);
	}
	say_inlined(s, l, out);
	for (i = 0; i < l->ncalls; i++)
		say_call(s, &sources->calls[l->call_at + i], out);
}

/* Each function that begins on it, and how often it was called. */
static void
tell_entered(struct scene *s, const struct source_line *l, FILE *out)
{
	const uint32_t *funcs = origin_sources(s->origin)->funcs + l->func_at;
	uint32_t i;

	for (i = 0; i < l->nfuncs; i++) {
		uint64_t calls = profile_calls(s->origin->profile, funcs[i]);

		if (calls > 0)
			fprintf(out, "Counted: %s [%u] begins here and was called%s %" PRIu64
				" time%s.\n", scene_own_name(s, funcs[i]),
				s->graph->nodes[scene_stands_for(s, funcs[i])].index, at_least(s),
				calls, calls == 1 ? "" : "s");
	}
}

/* Its calls, functions and branches at length. */
static void
tell_rest(struct scene *s, const struct source_line *l, FILE *out)
{
	const struct sources *sources = origin_sources(s->origin);
	const char *name = origin_inlined(s->origin, l);
	uint32_t f = name ? profile_func_at(s->profile, l->image, l->addr) : NOBODY, i;

	if (l->ncounts > 1) {
		fprintf(out, "Its branches or parts ran");
		for (i = 1; i < l->ncounts; i++)
			fprintf(out, "%s %" PRIu64, i > 1 ? "," : "", sources->counts[l->count_at + i]);
		fprintf(out, " times.\n");
	}
	if (name)
		fprintf(out, "Most of its samples are in %s%s%s.\n", name,
			f != NOBODY ? ", which the compiler inlined into " : ", inlined",
			f != NOBODY ? scene_name(s, f) : "");
	for (i = 0; i < l->ncalls; i++) {
		const struct line_call *c = &sources->calls[l->call_at + i];
		uint32_t callee = scene_callee(s, c->arc);

		fprintf(out, "Counted: it calls %s [%u] %" PRIu64 " time%s%s.\n",
			scene_name(s, callee), s->graph->nodes[callee].index, c->count,
			c->count == 1 ? "" : "s", c->sure ? ""
			: ", or another line near by does: the profile says where only to a few bytes");
	}
}

void
tell_line(struct scene *s, const struct source_line *l, FILE *out)
{
	const struct sources *sources = origin_sources(s->origin);
	char time[2 * FIGURE], percent[FIGURE], hits[FIGURE];
	uint64_t count;

	fprintf(out, "%s, line %u\n", sources->files[l->file].path, l->number);
	if (l->hits > 0) {
		figure_sampled(time, &s->scale, l->hits);
		figure_percent(percent, l->hits, s->graph->total, 2);
		figure_samples(hits, l->hits);
		fprintf(out, "Sampled: the program was found here %s time%s, which is %s or "
			"%s %% of all.\n", hits, l->hits == 1 ? "" : "s", time, percent);
	} else {
		fprintf(out, "Sampled: the program was never found here.\n");
	}
	if (line_count_of(s, l, &count))
		fprintf(out, "Counted: it ran %" PRIu64 " time%s.\n", count, count == 1 ? "" : "s");
	else if (line_entered(s, l) == 0)
		fprintf(out, "Nobody counted how often it ran: build with --coverage to know.\n");
	tell_entered(s, l, out);
	tell_rest(s, l, out);
}
