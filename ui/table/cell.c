/* cell.c - the text of a cell, from the value of its row and the form of its column
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/cell.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "lookup/lookup.h"
#include "profile/inlining.h"
#include "text/shorten.h"
#include "text/text.h"

enum {
	HOT = 10,			/* a figure of at least this percentage of its whole is
					 * coloured */
	NARROW_BAR = 4,			/* in so few cells, a bar is half as long */
	LONG_COUNT = 9, SHORT_COUNT = 4,	/* most cells of each count in "1+26312" */
	NARROW_COUNT = 7,		/* most cells of each count in "40/100" */
	WIDE_COUNT = 10, WIDE_OTHER = 9,	/* most cells of the two counts in a wide column */
};

const char *
cell_estimate_mark(uint8_t certainty)
{
	return certainty == SHARED ? "~" : certainty == CYCLIC ? "↻"
		: certainty == CYCLE_ESTIMATED ? "≈" : certainty == IMPOSSIBLE ? "!" : "";
}

/* Writes COUNT to OUT and, if it is a lower bound, "≥" in front, in at most WIDTH cells if WIDTH is
 * at least 7. */
static void
write_count(char out[2 * FIGURE], const struct view_context *ctx, uint64_t count, bool is_least,
	int width)
{
	const char *mark = is_least && count > 0 ? "≥" : "";
	char text[FIGURE];

	figure_count(text, count, width - text_width(mark, ctx->ascii));
	strcpy(out, mark);
	strcat(out, text);
}

void
cell_calls_text(const struct view_context *ctx, uint64_t calls, int width, char out[2 * FIGURE])
{
	write_count(out, ctx, calls, ctx->profile->calls_lost, width);
}

/* Writes two counts, as "40/100", so that the characters between them are below each other. */
static void
joined_text(char out[3 * FIGURE], const struct view_context *ctx, const struct column_value *d,
	int cells)
{
	bool is_wide = cells > 2 * NARROW_COUNT + 1;
	char count[2 * FIGURE], other[FIGURE];
	int before;

	write_count(count, ctx, d->count, d->is_least, is_wide ? WIDE_COUNT : NARROW_COUNT);
	before = (is_wide ? 1 + WIDE_COUNT : NARROW_COUNT) - text_width(count, ctx->ascii);
	before = before < 0 || before > WIDE_COUNT ? 0 : before;
	memset(out, ' ', (size_t)before);
	strcpy(out + before, count);
	if (d->join == 0 || (d->join == '+' && d->other == 0))
		return;
	figure_count(other, d->other, is_wide ? WIDE_OTHER : NARROW_COUNT);
	strncat(out, &d->join, 1);
	strcat(out, other);
}

/* Writes a count and, if there are recursive calls, their number, as "1+26312".  If this needs more
 * than CELLS cells, writes only the first number, as "1+". */
static void
count_text(char out[3 * FIGURE], const struct view_context *ctx, const struct column_value *d,
	int cells)
{
	char count[2 * FIGURE], other[FIGURE];

	if (d->join != '+' || d->other == 0) {
		write_count(out, ctx, d->count, d->is_least,
			cells < LONG_COUNT ? cells : LONG_COUNT);
		return;
	}
	for (int width = LONG_COUNT; width >= SHORT_COUNT; width -= LONG_COUNT - SHORT_COUNT) {
		write_count(count, ctx, d->count, d->is_least, width);
		figure_count(other, d->other, width);
		snprintf(out, 3 * FIGURE, "%s+%s", count, other);
		if (text_width(out, ctx->ascii) <= cells)
			return;
	}
	write_count(count, ctx, d->count, d->is_least, LONG_COUNT - 1);
	snprintf(out, 3 * FIGURE, "%s+", count);
}

static void
number_text(char out[FIGURE], const struct column_value *d)
{
	char text[DECIMAL_ROOM + 2], *end = text + sizeof(text);

	*--end = '\0';
	if (d->form == FORM_INDEX)
		*--end = ']';
	end = decimal_count(end, d->count);
	if (d->form == FORM_INDEX)
		*--end = '[';
	strcpy(out, end);
}

static void
time_text(char out[FIGURE], const struct view_context *ctx, const struct column *c,
	const struct column_value *d)
{
	if ((c->look & LOOK_SIGNED) != 0)
		figure_signed(out, &ctx->scale, d->value);
	else if ((c->look & LOOK_ZERO) != 0)
		figure_time_or_zero64(out, &ctx->scale, d->value, d->sum64);
	else
		figure_time64(out, &ctx->scale, d->value, d->sum64);
	if ((c->look & LOOK_SIGNED) == 0)
		figure_align(out, &ctx->scale);
}

static void
percent_text(char out[FIGURE], const struct column *c, const struct column_value *d)
{
	bool is_count = d->type == VALUE_COUNT;
	double value = is_count ? (double)d->count : d->value;
	int decimals = (c->look & LOOK_SHORT) != 0 ? 1 : 2;

	if (is_count)
		decimals = value == d->whole ? 0 : 1;
	/* An impossible figure can have any number of digits. */
	if (d->certainty == IMPOSSIBLE && fabs(value) >= 10 * d->whole)
		strcpy(out, value > 0 ? ">999" : "<-999");
	else
		figure_percent(out, value, d->whole, decimals);
}

/* Writes the bounds of D in percent of D->whole, as "0-71".  If they are of a cycle, writes "↻" in
 * front. */
static void
bounds_text(char out[3 * FIGURE], const struct column_value *d)
{
	const char *mark = d->certainty == CYCLIC ? cell_estimate_mark(CYCLIC) : "";
	int n = (int)strlen(mark);

	if (!(d->whole > 0))
		return;
	strcpy(out, mark);
	if (!d->bounded)
		return;
	/* Round the lower bound down and the upper bound up, so that the time is certainly between
	 * the drawn bounds.  If functions are excluded, D->whole may be an estimate.  If D->whole
	 * is less than the upper bound, draw 100 as the upper bound. */
	n += figure_fixed(out + n, FIGURE, 0, floor(100 * d->lo / d->whole + 1e-9));
	out[n++] = '-';
	figure_fixed(out + n, FIGURE, 0, fmin(100, ceil(100 * d->hi / d->whole - 1e-9)));
}

static void
samples_text(char out[FIGURE], const struct view_context *ctx, double samples)
{
	figure_samples(out, samples);
	if (ctx->lookup->has_fractions && strchr(out, '.') == NULL)
		strcat(out, "  ");
}

static void
ratio_text(char out[FIGURE], const struct column *c, const struct column_value *d)
{
	bool is_short = (c->look & LOOK_SHORT) != 0;

	if (d->form == FORM_CHANCE) {
		figure_chance(out, d->value);
		if (is_short && out[0] == '0')
			memmove(out, out + 1, strlen(out));
	} else if (is_short) {
		figure_ratio(out, d->value);
	} else {
		snprintf(out, FIGURE, "%.2f", d->value);
	}
}

/* Writes D in its form, without the mark of an estimate. */
static void
figure_text(char out[3 * FIGURE], const struct view_context *ctx, const struct column *c,
	const struct column_value *d, int cells)
{
	out[0] = '\0';
	if (d->form == FORM_BAR)
		figure_bar(out, d->value, d->whole * (cells <= NARROW_BAR ? 2 : 1));
	else if (d->form == FORM_ERROR)
		figure_error(out, &ctx->scale, d->value);
	else if (d->form == FORM_EACH)
		figure_each(out, &ctx->scale, d->value, d->whole);
	else if (d->form == FORM_PERCENT)
		percent_text(out, c, d);
	else if (d->type == VALUE_NUMBER)
		number_text(out, d);
	else if (d->type == VALUE_COUNT && d->count == 0 && d->other == 0 && d->join != '/')
		return;
	else if (d->type == VALUE_COUNT)
		((c->look & LOOK_JOINED) != 0 ? joined_text : count_text)(out, ctx, d, cells);
	else if (d->type == VALUE_TIME)
		time_text(out, ctx, c, d);
	else if (d->type == VALUE_SAMPLES)
		samples_text(out, ctx, d->value);
	else
		ratio_text(out, c, d);
}

/* Returns the mark in front of D, a value of column C. */
static const char *
mark_of(const struct column *c, const struct column_value *d)
{
	bool is_marked = d->certainty == IMPOSSIBLE || (c->look & LOOK_MARKED) != 0;

	return d->form == FORM_BAR || (d->form == FORM_VALUE && d->value == 0) || !is_marked ? ""
		: cell_estimate_mark(d->certainty);
}

static enum style
style_of(const struct column *c, const struct column_value *d)
{
	bool is_hot = (c->look & LOOK_HOT) != 0;

	if (d->style != STYLE_TEXT || d->form == FORM_BAR)
		return d->form == FORM_BAR ? STYLE_BAR : d->style;
	if (is_hot && d->whole > 0 && 100 * fabs(d->value) / d->whole >= HOT)
		return STYLE_HOT;
	return d->type == VALUE_TIME && d->form == FORM_VALUE && !is_hot
		&& (c->look & LOOK_SIGNED) == 0 && fabs(d->value) < 1 ? STYLE_DIM : STYLE_TEXT;
}

void
cell_text(struct cell_text *t, const struct view_context *ctx, const struct column *c,
	const struct column_value *d, int cells)
{
	size_t n;

	t->style = style_of(c, d);
	t->text = d->text;
	if (d->text != NULL)
		return;
	t->text = t->figure;
	t->figure[0] = '\0';
	if (d->kind == KIND_BOUND) {
		t->style = STYLE_DIM;
		if (d->form == FORM_PERCENT)
			bounds_text(t->figure, d);
		return;
	}
	if ((c->look & LOOK_BLANK) != 0 && d->value == 0)
		return;
	n = strlen(strcpy(t->figure, mark_of(c, d)));
	figure_text(t->figure + n, ctx, c, d, cells);
	if (t->figure[n] == '\0')
		t->figure[0] = '\0';
}

int
cell_need(const struct view *v, const struct column *c)
{
	const struct view_context *ctx = v->ctx;
	struct column_value d[3] = { { .form = c->form } };
	struct cell_text t;
	size_t n = 0;
	int need = 0;

	if (c->need != NULL)
		return c->need(v);
	if (c->form == FORM_INDEX) {
		(void)column_value_set_number(&d[n++], ctx->most_index);
	} else if (c->form == FORM_ERROR) {
		(void)column_value_set_time(&d[n++], KIND_SAMPLED, ctx->least_variance);
		(void)column_value_set_time(&d[n++], KIND_SAMPLED, ctx->most_variance);
	} else if ((c->look & LOOK_TIMES) != 0) {
		/* Small times can be long, because they have many decimals. */
		d[0].sum64 = ctx->graph->total64;
		(void)column_value_set_time(&d[n++], KIND_SAMPLED, ctx->graph->total);
		(void)column_value_set_time(&d[n++], KIND_SAMPLED, 1);
		(void)column_value_set_time(&d[n++], KIND_SAMPLED, 0);
	}
	while (n-- > 0) {
		d[n].form = c->form;
		d[n].certainty = SHARED;
		cell_text(&t, ctx, c, &d[n], INT_MAX);
		if (text_width(t.text, ctx->ascii) > need)
			need = text_width(t.text, ctx->ascii);
	}
	return need;
}

/* Draws NAME, the name of N or, if N is NOBODY, another name; as cell_name(). */
static void
draw_name(const struct view *v, uint32_t n, const char *name, struct pen *pen)
{
	struct view_context *ctx = v->ctx;
	const char *remark = NULL;
	char *text;

	if (n < ctx->graph->nfuncs && ctx->profile->funcs[n].is_profiler)
		remark = "  (profiler)";
	else if (inlining_is_row(ctx->profile, n))
		remark = "  (inlined)";
	if (view_context_is_excluded(ctx, n))
		pen_text(pen, "x ");
	if (v->whole || v->shift > 0) {
		pen->skip = v->whole ? 0 : v->shift;
		pen_name(pen, name);
	} else {
		text = n == NOBODY ? shorten_name(name, pen_left(pen), ctx->ascii)
			: alikes_shorten(&v->alikes, ctx, n, pen_left(pen));
		pen_name(pen, text);
		free(text);
	}
	if (remark != NULL && !pen->cut && pen_left(pen) >= (int)strlen(remark)) {
		pen_style(pen, STYLE_DIM);
		pen_text(pen, remark);
	}
}

/* Draws NAME as draw_name(), and then NOTE as cell_name_noted(). */
static void
draw_name_noted(const struct view *v, uint32_t n, const char *name, const char *note,
	struct pen *pen)
{
	enum { LEAST_NAME = 10 };
	int width = text_width(note, v->ctx->ascii), end = pen->end;
	bool fits = v->shift == 0 && pen_left(pen) >= width + LEAST_NAME;

	if (fits)
		pen->end -= width;
	draw_name(v, n, name, pen);
	pen->end = end;
	if (!fits || width == 0)
		return;
	pen_style(pen, STYLE_DIM);
	pen_text(pen, note);
}

void
cell_name(const struct view *v, uint32_t n, struct pen *pen)
{
	draw_name(v, n, view_context_name(v->ctx, n), pen);
}

void
cell_name_noted(const struct view *v, uint32_t n, const char *note, struct pen *pen)
{
	draw_name_noted(v, n, view_context_name(v->ctx, n), note, pen);
}

void
cell_draw(const struct view *v, const struct row *r, const struct column *c,
	const struct column_value *d, struct pen *pen)
{
	struct cell_text t;

	if (d->form == FORM_NAME) {
		pen_gap(pen);
		pen_skip(pen, c->is_name ? 2 * r->depth : 0);
		pen_style(pen, d->style);
		pen_text(pen, d->lead != NULL ? d->lead : "");
		draw_name_noted(v, d->node, d->text, d->note != NULL ? d->note : "", pen);
		return;
	}
	cell_text(&t, v->ctx, c, d, pen_left(pen));
	if (t.text[0] == '\0')
		return;
	/* Use no colour for a bar in the selected row.  This row is drawn in reverse, so a colour
	 * would fill the empty part of the bar. */
	if (t.style != STYLE_TEXT && !(t.style == STYLE_BAR && (pen->style & STYLE_CURSOR) != 0))
		pen_style(pen, t.style);
	if (c->left || d->form == FORM_BAR)
		pen_text(pen, t.text);
	else
		pen_right(pen, t.text);
}
