/* cells.c - drawing cells: numbers, times, percentages, bars, calls, names of functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/cells.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "profile/inlining.h"
#include "text/shorten.h"
#include "text/text.h"

enum {
	HOT = 10,			/* a figure of at least this percentage of its whole is
					 * coloured */
	NARROW_COUNT = 7,		/* greatest width of each of the two counts in "40/100", in
					 * cells */
	WIDE_COUNT = 10, WIDE_OTHER = 9,	/* greatest widths of the two counts in a wide
						 * column, in cells */
};

const char *
cell_estimate_mark(uint8_t certainty)
{
	return certainty == SHARED ? "~" : certainty == CYCLIC ? "↻"
		: certainty == CYCLE_ESTIMATED ? "≈" : certainty == IMPOSSIBLE ? "!" : "";
}

/* Draws TEXT aligned right.  If IS_MARKED is set, draws the mark for the certainty of D before
 * TEXT. */
static void
draw_marked(const struct column_value *d, const char text[FIGURE], bool is_marked, struct pen *pen)
{
	char marked[2 * FIGURE];

	strcpy(marked, is_marked ? cell_estimate_mark(d->certainty) : "");
	strcat(marked, text);
	pen_right(pen, marked);
}

void
cell_style_if_hot(const struct column_value *d, struct pen *pen)
{
	if (d->whole > 0 && 100 * fabs(d->value) / d->whole >= HOT)
		pen_style(pen, STYLE_HOT);
}

/* Sets the style of PEN to dim if |SAMPLES|, a time, is less than one sample. */
static void
style_if_uncertain(double samples, struct pen *pen)
{
	if (fabs(samples) < 1)
		pen_style(pen, STYLE_DIM);
}

void
cell_draw_index(const struct view *v, const struct column_value *d, struct pen *pen)
{
	char text[FIGURE], *end = text + sizeof(text);

	(void)v;
	*--end = '\0';
	*--end = ']';
	end = decimal_count(end, d->count);
	*--end = '[';
	pen_right(pen, end);
}

void
cell_draw_number(const struct view *v, const struct column_value *d, struct pen *pen)
{
	char text[FIGURE], *end = text + sizeof(text);

	(void)v;
	*--end = '\0';
	pen_right(pen, decimal_count(end, d->count));
}

void
cell_draw_time(const struct view *v, const struct column_value *d, struct pen *pen)
{
	char text[FIGURE];

	figure_time64(text, &v->ctx->scale, d->value, d->sum64);
	figure_align(text, &v->ctx->scale);
	style_if_uncertain(d->value, pen);
	pen_right(pen, text);
}

void
cell_draw_marked_time(const struct view *v, const struct column_value *d, struct pen *pen)
{
	char text[FIGURE];

	figure_time64(text, &v->ctx->scale, d->value, d->sum64);
	figure_align(text, &v->ctx->scale);
	style_if_uncertain(d->value, pen);
	draw_marked(d, text, d->value != 0, pen);
}

void
cell_draw_children(const struct view *v, const struct column_value *d, struct pen *pen)
{
	char text[FIGURE];

	figure_time_or_zero64(text, &v->ctx->scale, d->value, d->sum64);
	figure_align(text, &v->ctx->scale);
	style_if_uncertain(d->value, pen);
	pen_right(pen, text);
}

void
cell_draw_error(const struct view *v, const struct column_value *d, struct pen *pen)
{
	char text[FIGURE];

	figure_error(text, &v->ctx->scale, d->value);
	pen_right(pen, text);
}

void
cell_draw_each(const struct view *v, const struct column_value *d, struct pen *pen)
{
	char text[FIGURE];

	figure_each(text, &v->ctx->scale, d->value, d->whole);
	pen_right(pen, text);
}

void
cell_draw_marked_each(const struct view *v, const struct column_value *d, struct pen *pen)
{
	char text[FIGURE];

	figure_each(text, &v->ctx->scale, d->value, d->whole);
	draw_marked(d, text, text[0] != '\0', pen);
}

void
cell_draw_percent(const struct view *v, const struct column_value *d, struct pen *pen)
{
	cell_style_if_hot(d, pen);
	cell_draw_plain_percent(v, d, pen);
}

void
cell_draw_plain_percent(const struct view *v, const struct column_value *d, struct pen *pen)
{
	char text[FIGURE];

	(void)v;
	figure_percent(text, d->value, d->whole, 2);
	draw_marked(d, text, d->certainty == IMPOSSIBLE, pen);
}

void
cell_draw_short_percent(const struct view *v, const struct column_value *d, struct pen *pen)
{
	char text[FIGURE];

	(void)v;
	figure_percent(text, d->value, d->whole, 1);
	pen_right(pen, text);
}

void
cell_draw_marked_percent(const struct view *v, const struct column_value *d, struct pen *pen)
{
	char text[FIGURE];

	(void)v;
	figure_percent(text, d->value, d->whole, 1);
	/* An impossible figure can have any number of digits. */
	if (d->certainty == IMPOSSIBLE && fabs(d->value) >= 10 * d->whole)
		strcpy(text, d->value > 0 ? ">999" : "<-999");
	cell_style_if_hot(d, pen);
	draw_marked(d, text, text[0] != '\0', pen);
}

void
cell_draw_percent_bounds(const struct view *v, const struct column_value *d, struct pen *pen)
{
	const char *mark = d->certainty == CYCLIC ? cell_estimate_mark(CYCLIC) : "";
	char text[3 * FIGURE];
	int n;

	if (!(d->whole > 0))
		return;
	if (!d->bounded) {
		pen_style(pen, STYLE_DIM);
		pen_right(pen, mark);
		return;
	}
	/* Round the lower bound down and the upper bound up, so that the time is certainly between
	 * the drawn bounds.  If functions are excluded, D->whole may be an estimate.  If D->whole
	 * is less than the upper bound, draw 100 as the upper bound. */
	n = (int)strlen(strcpy(text, mark));
	n += figure_fixed(text + n, FIGURE, 0, floor(100 * d->lo / d->whole + 1e-9));
	text[n++] = '-';
	figure_fixed(text + n, FIGURE, 0, fmin(100, ceil(100 * d->hi / d->whole - 1e-9)));
	pen_style(pen, STYLE_DIM);
	/* Drop the mark if there is no room for it. */
	if (text_width(text, v->ctx->ascii) > pen_left(pen))
		pen_right(pen, text + strlen(mark));
	else
		pen_right(pen, text);
}

void
cell_draw_bar(const struct view *v, const struct column_value *d, struct pen *pen)
{
	char text[FIGURE];

	(void)v;
	figure_bar(text, d->value, d->whole);
	/* Use no colour in the selected row.  This row is drawn in reverse, so a colour would fill
	 * the empty part of the bar. */
	if ((pen->style & STYLE_CURSOR) == 0)
		pen_style(pen, STYLE_BAR);
	pen_text(pen, text);
}

void
cell_calls_text(const struct view_context *ctx, uint64_t calls, int width, char out[2 * FIGURE])
{
	const char *mark = ctx->profile->calls_lost && calls > 0 ? "≥" : "";
	char text[FIGURE];

	figure_count(text, calls, width - text_width(mark, ctx->ascii));
	strcpy(out, mark);
	strcat(out, text);
}

/* Writes to OUT the number of calls by other functions and the number of recursive calls, as
 * "1+26312".  If this text is wider than ROOM cells, writes only the first number, as "1+". */
static void
recursive_calls_text(const struct view *v, const struct cost *f, int room, char out[3 * FIGURE])
{
	char calls[2 * FIGURE], other[FIGURE];
	int width;

	for (width = 9; width >= 4; width -= 5) {
		cell_calls_text(v->ctx, f->calls, width, calls);
		figure_count(other, f->other, width);
		snprintf(out, 3 * FIGURE, "%s+%s", calls, other);
		if (text_width(out, v->ctx->ascii) <= room)
			return;
	}
	cell_calls_text(v->ctx, f->calls, 8, calls);
	snprintf(out, 3 * FIGURE, "%s+", calls);
}

void
cell_calls(const struct view *v, const struct row *r, struct pen *pen)
{
	struct cost f = view_cost(v, r);
	char text[3 * FIGURE];

	if (!f.has_calls || (f.calls == 0 && f.other == 0))
		return;
	if (f.join == '+' && f.other > 0)
		recursive_calls_text(v, &f, pen_left(pen), text);
	else
		cell_calls_text(v->ctx, f.calls, 9, text);
	pen_right(pen, text);
}

void
cell_called_of(const struct view *v, const struct row *r, struct pen *pen)
{
	struct cost f = view_cost(v, r);
	bool is_wide = pen_left(pen) > 2 * NARROW_COUNT + 1;
	char text[2 * FIGURE];
	int end = pen->end, calls_end = pen->x + (is_wide ? 1 + WIDE_COUNT : NARROW_COUNT);

	if (!f.possible && (!f.has_calls || (f.calls == 0 && f.other == 0 && f.join != '/')))
		return;
	if (calls_end < end)
		pen->end = calls_end;
	if (f.possible) {
		pen_style(pen, STYLE_DIM);
		pen_right(pen, "possible");
		return;
	}
	cell_calls_text(v->ctx, f.calls, is_wide ? WIDE_COUNT : NARROW_COUNT, text);
	pen_right(pen, text);
	pen->end = end;
	if (!f.join || (f.join == '+' && f.other == 0))
		return;
	pen_text(pen, (char[2]){ f.join, '\0' });
	figure_count(text, f.other, is_wide ? WIDE_OTHER : NARROW_COUNT);
	pen_text(pen, text);
}

void
cell_text_line(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct text_line *p = &v->text_lines[r->thing];

	assert(r->thing < v->ntext_lines);
	pen->skip = v->whole ? 0 : v->shift;
	pen_style(pen, p->style);
	pen_text(pen, &"                "[16 - (p->indent > 16 ? 16 : p->indent)]);
	pen_ntext(pen, p->text, p->length);
}

void
cell_name(const struct view *v, uint32_t n, struct pen *pen)
{
	struct view_context *ctx = v->ctx;
	const char *name = view_context_name(v->ctx, n), *remark = NULL;
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
		text = alikes_shorten(&v->alikes, ctx, n, pen_left(pen));
		pen_name(pen, text);
		free(text);
	}
	if (remark != NULL && !pen->cut && pen_left(pen) >= (int)strlen(remark)) {
		pen_style(pen, STYLE_DIM);
		pen_text(pen, remark);
	}
}

void
cell_name_noted(const struct view *v, uint32_t n, const char *note, struct pen *pen)
{
	enum { LEAST_NAME = 10 };
	int width = text_width(note, v->ctx->ascii), end = pen->end;
	bool fits = v->shift == 0 && pen_left(pen) >= width + LEAST_NAME;

	if (fits)
		pen->end -= width;
	cell_name(v, n, pen);
	pen->end = end;
	if (!fits)
		return;
	pen_style(pen, STYLE_DIM);
	pen_text(pen, note);
}

void
cell_draw_place(const char *text, struct pen *pen)
{
	int hidden = text_width(text, pen->grid->ascii) - pen_left(pen);

	if (hidden > 0) {
		pen_text(pen, "…");
		pen->skip = hidden + text_width("…", pen->grid->ascii);
	}
	pen_text(pen, text);
}
