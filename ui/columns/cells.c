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
whole(const struct view *v)
{
	return v->scene->graph->total;
}

const char *
worth_mark(uint8_t worth)
{
	return worth == SHARED ? "~" : worth == CYCLIC ? "↻" : "";
}

/* What TEXT is worth in front of it. */
static void
mark(char out[2 * FIGURE], uint8_t worth, const char text[FIGURE])
{
	strcpy(out, worth_mark(worth));
	strcat(out, text);
}

static void
warm(struct pen *pen, double part, double of)
{
	if (of > 0 && 100 * part / of >= HOT)
		pen_style(pen, STYLE_HOT);
}

void
cell_index(const struct view *v, const struct row *r, struct pen *pen)
{
	struct facts f = view_facts(v, r);
	char text[FIGURE], *end;

	if (f.node == NOBODY)
		return;
	end = text + sizeof(text);
	*--end = '\0';
	*--end = ']';
	end = decimal_count(end, v->scene->graph->nodes[f.node].index);
	*--end = '[';
	pen_right(pen, end);
}

void
cell_self_percent(const struct view *v, const struct row *r, struct pen *pen)
{
	struct facts f = view_facts(v, r);
	char text[FIGURE];

	if (!f.has_time)
		return;
	figure_percent(text, f.self, v->scene->graph->total, 2);
	warm(pen, f.self, v->scene->graph->total);
	pen_right(pen, text);
}

void
cell_total_percent(const struct view *v, const struct row *r, struct pen *pen)
{
	struct facts f = view_facts(v, r);
	char text[FIGURE], marked[2 * FIGURE];

	if (!f.has_time)
		return;
	figure_percent(text, f.self + f.child, whole(v), 1);
	mark(marked, text[0] ? f.worth : CERTAIN, text);
	warm(pen, f.self + f.child, whole(v));
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
	struct facts f = view_facts(v, r);

	if (f.has_time)
		cell_bar(pen, f.self, v->scene->graph->total);
}

void
cell_total_bar(const struct view *v, const struct row *r, struct pen *pen)
{
	struct facts f = view_facts(v, r);

	if (f.has_time)
		cell_bar(pen, f.self + f.child, whole(v));
}

static void
dim(struct pen *pen, double samples)
{
	if (samples < 1)
		pen_style(pen, STYLE_DIM);
}

void
cell_self(const struct view *v, const struct row *r, struct pen *pen)
{
	struct facts f = view_facts(v, r);
	char text[FIGURE];

	if (!f.has_time)
		return;
	figure_time(text, &v->scene->scale, f.self);
	figure_align(text, &v->scene->scale);
	dim(pen, f.self);
	pen_right(pen, text);
}

void
cell_error(const struct view *v, const struct row *r, struct pen *pen)
{
	struct facts f = view_facts(v, r);
	char text[FIGURE];

	if (!f.has_time)
		return;
	figure_error(text, &v->scene->scale, f.self);
	pen_right(pen, text);
}

void
cell_child(const struct view *v, const struct row *r, struct pen *pen)
{
	struct facts f = view_facts(v, r);
	char text[FIGURE];

	if (!f.has_time)
		return;
	figure_share(text, &v->scene->scale, f.child);
	figure_align(text, &v->scene->scale);
	dim(pen, f.child);
	pen_right(pen, text);
}

void
cell_total(const struct view *v, const struct row *r, struct pen *pen)
{
	struct facts f = view_facts(v, r);
	char text[FIGURE], marked[2 * FIGURE];

	if (!f.has_time)
		return;
	figure_time(text, &v->scene->scale, f.self + f.child);
	figure_align(text, &v->scene->scale);
	mark(marked, f.self + f.child > 0 ? f.worth : CERTAIN, text);
	dim(pen, f.self + f.child);
	pen_right(pen, marked);
}

void
calls_text(const struct scene *s, uint64_t calls, int width, char out[2 * FIGURE])
{
	const char *mark = s->profile->calls_lost && calls > 0 ? "≥" : "";
	char text[FIGURE];

	figure_count(text, calls, width - text_width(mark, s->ascii));
	strcpy(out, mark);
	strcat(out, text);
}

/* Calls from others and from itself, "1+26312"; where that is too long there is only a "+". */
static void
count_recursion(const struct view *v, const struct facts *f, int room, char out[3 * FIGURE])
{
	char calls[2 * FIGURE], other[FIGURE];
	int width;

	for (width = 9; width >= 4; width -= 5) {
		calls_text(v->scene, f->calls, width, calls);
		figure_count(other, f->other, width);
		snprintf(out, 3 * FIGURE, "%s+%s", calls, other);
		if (text_width(out, v->scene->ascii) <= room)
			return;
	}
	calls_text(v->scene, f->calls, 8, calls);
	snprintf(out, 3 * FIGURE, "%s+", calls);
}

void
cell_calls(const struct view *v, const struct row *r, struct pen *pen)
{
	struct facts f = view_facts(v, r);
	char text[3 * FIGURE];

	if (!f.has_calls || (f.calls == 0 && f.other == 0))
		return;
	if (f.join == '+' && f.other > 0)
		count_recursion(v, &f, pen_left(pen) - 1, text);
	else
		calls_text(v->scene, f.calls, 9, text);
	pen_right(pen, text);
}

void
cell_called_of(const struct view *v, const struct row *r, struct pen *pen)
{
	struct facts f = view_facts(v, r);
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
	calls_text(v->scene, f.calls, is_wide ? WIDE_COUNT : NARROW_COUNT, text);
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
	struct facts f = view_facts(v, r);
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
	struct facts f = view_facts(v, r);
	char text[FIGURE];

	if (!f.has_time || !f.has_calls)
		return;
	figure_each(text, &v->scene->scale, f.self, counted_calls(&f));
	pen_right(pen, text);
}

void
cell_total_each(const struct view *v, const struct row *r, struct pen *pen)
{
	struct facts f = view_facts(v, r);
	char text[FIGURE], marked[2 * FIGURE];

	if (!f.has_time || !f.has_calls)
		return;
	figure_each(text, &v->scene->scale, f.self + f.child, counted_calls(&f));
	mark(marked, text[0] ? f.worth : CERTAIN, text);
	pen_right(pen, marked);
}

void
cell_piece(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct piece *p = &v->pieces[r->thing];

	pen->skip = v->whole ? 0 : v->shift;
	pen_style(pen, p->style);
	pen_text(pen, &"                "[16 - (p->indent > 16 ? 16 : p->indent)]);
	pen_ntext(pen, p->text, p->length);
}

void
cell_name(const struct view *v, uint32_t n, struct pen *pen)
{
	static const char remark[] = "  (profiler)";
	const struct scene *s = v->scene;
	const char *name = scene_name(v->scene, n);
	bool profiler = n < s->graph->nfuncs && s->profile->funcs[n].is_profiler;
	char *text;

	if (scene_is_out(s, n))
		pen_text(pen, "x ");
	if (v->whole || v->shift > 0) {
		pen->skip = v->whole ? 0 : v->shift;
		pen_text(pen, name);
	} else {
		text = shorten(name, pen_left(pen), s->ascii);
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
	int width = text_width(note, v->scene->ascii), end = pen->end;
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
