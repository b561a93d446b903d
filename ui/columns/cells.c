/* cells.c - the columns that several views have.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "columns/cells.h"

#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "text/shorten.h"
#include "text/text.h"

enum {
	HOT = 10,			/* percent of the whole that are worth a colour */
	NARROW_COUNT = 7,		/* digits of a count before the join, and after it */
	WIDE_COUNT = 10, WIDE_OTHER = 9,
};

static double
total_time(const struct view *v)
{
	return v->ctx->graph->total;
}

const char *
cell_estimate_mark(uint8_t certainty)
{
	return certainty == SHARED ? "~" : certainty == CYCLIC ? "↻" : "";
}

/* What TEXT is worth in front of it. */
static void
mark_estimate(char out[2 * FIGURE], uint8_t certainty, const char text[FIGURE])
{
	strcpy(out, cell_estimate_mark(certainty));
	strcat(out, text);
}

static void
style_if_hot(struct pen *pen, double part, double of)
{
	if (of > 0 && 100 * part / of >= HOT)
		pen_style(pen, STYLE_HOT);
}

void
cell_index(const struct view *v, const struct row *r, struct pen *pen)
{
	struct cost f = view_cost(v, r);
	char text[FIGURE], *end;

	if (f.node == NOBODY)
		return;
	end = text + sizeof(text);
	*--end = '\0';
	*--end = ']';
	end = decimal_count(end, v->ctx->graph->nodes[f.node].index);
	*--end = '[';
	pen_right(pen, end);
}

void
cell_self_percent(const struct view *v, const struct row *r, struct pen *pen)
{
	struct cost f = view_cost(v, r);
	char text[FIGURE];

	if (!f.has_time)
		return;
	figure_percent(text, f.self, v->ctx->graph->total, 2);
	style_if_hot(pen, f.self, v->ctx->graph->total);
	pen_right(pen, text);
}

void
cell_total_percent(const struct view *v, const struct row *r, struct pen *pen)
{
	struct cost f = view_cost(v, r);
	char text[FIGURE], marked[2 * FIGURE];

	if (!f.has_time)
		return;
	figure_percent(text, f.self + f.children, total_time(v), 1);
	mark_estimate(marked, text[0] ? f.certainty : CERTAIN, text);
	style_if_hot(pen, f.self + f.children, total_time(v));
	pen_right(pen, marked);
}

void
cell_bar(struct pen *pen, double part, double of)
{
	char text[FIGURE];

	figure_bar(text, part, of);
	pen_skip(pen, 1);
	if ((pen->style & STYLE_CURSOR) == 0)
		pen_style(pen, STYLE_BAR);
	pen_text(pen, text);
}

void
cell_self_bar(const struct view *v, const struct row *r, struct pen *pen)
{
	struct cost f = view_cost(v, r);

	if (f.has_time)
		cell_bar(pen, f.self, v->ctx->graph->total);
}

void
cell_total_bar(const struct view *v, const struct row *r, struct pen *pen)
{
	struct cost f = view_cost(v, r);

	if (f.has_time)
		cell_bar(pen, f.self + f.children, total_time(v));
}

static void
style_if_uncertain(struct pen *pen, double samples)
{
	if (samples < 1)
		pen_style(pen, STYLE_DIM);
}

void
cell_self(const struct view *v, const struct row *r, struct pen *pen)
{
	struct cost f = view_cost(v, r);
	char text[FIGURE];

	if (!f.has_time)
		return;
	figure_time(text, &v->ctx->scale, f.self);
	figure_align(text, &v->ctx->scale);
	style_if_uncertain(pen, f.self);
	pen_right(pen, text);
}

void
cell_error(const struct view *v, const struct row *r, struct pen *pen)
{
	struct cost f = view_cost(v, r);
	char text[FIGURE];

	if (!f.has_time)
		return;
	figure_error(text, &v->ctx->scale, f.self);
	pen_right(pen, text);
}

void
cell_children(const struct view *v, const struct row *r, struct pen *pen)
{
	struct cost f = view_cost(v, r);
	char text[FIGURE];

	if (!f.has_time)
		return;
	figure_share(text, &v->ctx->scale, f.children);
	figure_align(text, &v->ctx->scale);
	style_if_uncertain(pen, f.children);
	pen_right(pen, text);
}

void
cell_total(const struct view *v, const struct row *r, struct pen *pen)
{
	struct cost f = view_cost(v, r);
	char text[FIGURE], marked[2 * FIGURE];

	if (!f.has_time)
		return;
	figure_time(text, &v->ctx->scale, f.self + f.children);
	figure_align(text, &v->ctx->scale);
	mark_estimate(marked, f.self + f.children > 0 ? f.certainty : CERTAIN, text);
	style_if_uncertain(pen, f.self + f.children);
	pen_right(pen, marked);
}

void
cell_calls_text(const struct view_context *ctx, uint64_t calls, int width, char out[2 * FIGURE])
{
	const char *mark_estimate = ctx->profile->calls_lost && calls > 0 ? "≥" : "";
	char text[FIGURE];

	figure_count(text, calls, width - text_width(mark_estimate, ctx->ascii));
	strcpy(out, mark_estimate);
	strcat(out, text);
}

/* Calls from others and from itself, "1+26312"; where that is too long there is only a "+". */
static void
count_recursion(const struct view *v, const struct cost *f, int room, char out[3 * FIGURE])
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
		count_recursion(v, &f, pen_left(pen) - 1, text);
	else
		cell_calls_text(v->ctx, f.calls, 9, text);
	pen_right(pen, text);
}

void
cell_called_of(const struct view *v, const struct row *r, struct pen *pen)
{
	struct cost f = view_cost(v, r);
	bool is_wide = pen_left(pen) > 2 * NARROW_COUNT + 2;
	char text[2 * FIGURE];
	struct pen count = *pen;

	if (!f.possible && (!f.has_calls || (f.calls == 0 && f.other == 0 && f.join != '/')))
		return;
	count.end = pen->x + (is_wide ? 2 + WIDE_COUNT : 1 + NARROW_COUNT);
	if (f.possible) {
		pen_style(&count, STYLE_DIM);
		pen_right(&count, "possible");
		return;
	}
	cell_calls_text(v->ctx, f.calls, is_wide ? WIDE_COUNT : NARROW_COUNT, text);
	pen_right(&count, text);
	if (!f.join || (f.join == '+' && f.other == 0))
		return;
	count.end = pen->end;
	pen_text(&count, (char[2]){ f.join, '\0' });
	figure_count(text, f.other, is_wide ? WIDE_OTHER : NARROW_COUNT);
	pen_text(&count, text);
}

void
cell_call_percent(const struct view *v, const struct row *r, struct pen *pen)
{
	struct cost f = view_cost(v, r);
	char text[FIGURE];

	(void)v;
	if (!f.has_calls || f.join != '/' || f.other == 0)
		return;
	figure_percent(text, (double)f.calls, (double)f.other, f.calls == f.other ? 0 : 1);
	pen_right(pen, text);
}

void
cell_self_each(const struct view *v, const struct row *r, struct pen *pen)
{
	struct cost f = view_cost(v, r);
	char text[FIGURE];

	if (!f.has_time || !f.has_calls)
		return;
	figure_each(text, &v->ctx->scale, f.self, cost_counted_calls(&f));
	pen_right(pen, text);
}

void
cell_total_each(const struct view *v, const struct row *r, struct pen *pen)
{
	struct cost f = view_cost(v, r);
	char text[FIGURE], marked[2 * FIGURE];

	if (!f.has_time || !f.has_calls)
		return;
	figure_each(text, &v->ctx->scale, f.self + f.children, cost_counted_calls(&f));
	mark_estimate(marked, text[0] ? f.certainty : CERTAIN, text);
	pen_right(pen, marked);
}

void
cell_text_line(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct text_line *p = &v->text_lines[r->thing];

	pen->skip = v->whole ? 0 : v->shift;
	pen_style(pen, p->style);
	pen_text(pen, &"                "[16 - (p->indent > 16 ? 16 : p->indent)]);
	pen_ntext(pen, p->text, p->length);
}

void
cell_name(const struct view *v, uint32_t n, struct pen *pen)
{
	static const char remark[] = "  (profiler)";
	const struct view_context *ctx = v->ctx;
	const char *name = view_context_name(v->ctx, n);
	bool profiler = n < ctx->graph->nfuncs && ctx->profile->funcs[n].is_profiler;
	char *text;

	if (view_context_is_excluded(ctx, n))
		pen_text(pen, "x ");
	if (v->whole || v->shift > 0) {
		pen->skip = v->whole ? 0 : v->shift;
		pen_text(pen, name);
	} else {
		text = shorten_name(name, pen_left(pen), ctx->ascii);
		pen_text(pen, text);
		free(text);
	}
	if (profiler && !pen->cut && pen_left(pen) >= (int)strlen(remark)) {
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
