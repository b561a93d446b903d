/* view_find.c - searching rows, and rows as text
 *
 * What is searched is what the user looks at: the row as it would be drawn if there were
 * room for all of it.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/view.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "table/layout.h"
#include "table/match.h"
#include "text/text.h"

enum {
	MOST_REPEATED = 8,		/* of + * ? { behind each other, or behind ) */
	MOST_COPIES = 255,		/* of what stands before {15}{17}: POSIX promises no
					 * more, and some expressions take a thousand times
					 * as long for thirty times as many */
};

enum {
	LONGEST_LINE = 1 << 16,
	USUAL_REST = 40,		/* cells of names */
};

void
view_pattern_release(struct pattern *p)
{
	if (p->text) {
		regfree(&p->regex);
		match_release(p->matcher);
		free(p->matcher);
	}
	free(p->text);
	p->text = NULL;
}

/* The greater number of the bounds "{3,7}" at S. */
static unsigned long
repeat_bound(const char *s)
{
	char *end;
	unsigned long n = strtoul(s + 1, &end, 10), m = *end == ',' ? strtoul(end + 1, NULL, 10) : 0;

	return m > n ? m : n;
}

/* Does TEXT repeat what is repeated already, or groups, more often than anybody means?  The C
 * library takes twice as long for each, and nobody could stop it. */
static bool
repeats_too_often(const char *text)
{
	unsigned long copies = 1;
	unsigned n = 0;
	char before = 'x';
	const char *s;

	for (s = text; *s; s++) {
		if (strchr("+*?{", *s) && strchr("+*?})", before))
			n++;
		if (*s == '{' && repeat_bound(s) > 1)
			copies *= repeat_bound(s) <= MOST_COPIES ? repeat_bound(s) : MOST_COPIES + 1;
		if (copies > MOST_COPIES)
			return true;
		before = *s;
		if (*s == '\\' && s[1]) {
			before = 'x';
			s++;
		}
	}
	return n > MOST_REPEATED;
}

/* Does TEXT refer back to a group, as "(a*)\1"?  Basic expressions can do that; the
 * C library lets extended ones do it, too, and may take for ever. */
static bool
refers_back(const char *text)
{
	for (; *text; text++) {
		if (*text != '\\' || !text[1])
			continue;
		if (*++text >= '1' && *text <= '9')
			return true;
	}
	return false;
}

/* Make P the extended expression TEXT; capitals count only if there are some. */
static bool
compile_pattern(struct pattern *p, const char *text, struct err *e)
{
	int flags = REG_EXTENDED, code;
	const char *s;

	view_pattern_release(p);
	if (*text == '\0')
		return true;
	if (repeats_too_often(text))
		return err_set(e, ERR_USAGE, "%s: too many repetitions", text);
	if (refers_back(text))
		return err_set(e, ERR_USAGE, "%s: extended expressions do not refer back to groups",
			text);
	for (s = text; *s && !isupper((unsigned char)*s); s++)
		;
	if (*s == '\0')
		flags |= REG_ICASE;
	code = regcomp(&p->regex, text, flags);
	if (code) {
		char why[128];

		regerror(code, &p->regex, why, sizeof(why));
		return err_set(e, ERR_USAGE, "%s: %s", text, why);
	}
	p->text = mem_text(text, strlen(text));
	p->matcher = mem_new(1, sizeof(*p->matcher));
	match_open(p->matcher, text, (flags & REG_ICASE) != 0);
	return true;
}

bool
view_pattern(struct view *v, const char *text, struct err *e)
{
	return compile_pattern(&v->pattern, text, e);
}

bool
view_filter(struct view *v, const char *text, struct err *e)
{
	struct pattern before = v->filter;
	struct row was = v->rows.n > 0 ? *view_row(v) : (struct row){ 0 };

	v->filter = (struct pattern){ 0 };
	if (compile_pattern(&v->filter, text, e)) {
		if (view_fill(v)) {
			view_pattern_release(&before);
			/* What was selected is gone: nothing near is what it was near. */
			if (v->rows.n > 0 && (view_row(v)->thing != was.thing
				|| view_row(v)->kind != was.kind))
				list_go(&v->list, 0);
			return true;
		}
		(void)err_set(e, ERR_STOPPED, "stopped");
	}
	view_pattern_release(&v->filter);
	v->filter = before;
	return false;
}

bool
view_keep(struct view *v, const char *text, struct err *e)
{
	if (!compile_pattern(&v->filter, text, e))
		return false;
	view_keep_matching(v);
	list_set(&v->list, (int)v->rows.n, v->list.height);
	return true;
}

void
view_draw_line(struct view *v, const struct row *r, const struct layout *layout, struct grid *g)
{
	struct layout whole = *layout;
	struct column_place *last = &whole.at[whole.n - 1];
	int width = g->width > LINE_CELLS ? g->width : LINE_CELLS;

	for (;;) {
		struct pen pen;

		if (width != g->width)
			grid_resize(g, width, 1);
		last->width = width - last->x;
		layout_row(&whole, v, r, g, 0, STYLE_TEXT);
		pen = pen_at(g, width - 1, 0, 1);
		if (grid_cell(g, pen.x, 0)->text[0] == ' ' || width >= LONGEST_LINE)
			return;
		width *= 2;
	}
}

char *
view_line(struct view *v, const struct row *r)
{
	struct grid g = { .ascii = v->ctx->ascii };
	struct layout layout;
	bool whole = v->whole;
	char *line;

	view_prepare(v);
	v->whole = true;
	layout_columns(&layout, v, LINE_CELLS, true);
	view_draw_line(v, r, &layout, &g);
	v->whole = whole;
	line = grid_line(&g, 0);
	grid_release(&g);
	return line;
}

bool
view_matches_filter(struct view *v, const struct row *r)
{
	char *line;
	bool passes;

	if (!v->filter.text)
		return true;
	line = view_line(v, r);
	passes = regexec(&v->filter.regex, line, 0, NULL, 0) == 0
		|| (v->filter.matcher->edged && match_name(v, r, &v->filter.regex));
	free(line);
	return passes;
}

/* Give the column of the rest what its title and the longest of its rows need, and what comes
 * behind it a place behind that.  Entries of several functions, one below the other, agree as
 * far as most names go. */
static void
widen_rest_column(struct view *v, struct layout *l)
{
	struct list before = v->list;
	int widest = v->widest, i, cells, more = 0;

	v->widest = v->subject == NOBODY ? 0 : USUAL_REST;
	v->list.top = 0;
	layout_widen(v, LONGEST_LINE, (int)v->rows.n);
	for (i = 0; i < l->n; i++) {
		struct column_place *p = &l->at[i];

		p->x += more;
		if (!p->column->rest || i == l->n - 1)
			continue;
		cells = layout_title_cells(v, p->column, true);
		if (cells < v->widest)
			cells = v->widest;
		more += cells + 1 - p->width;
		p->width = cells + 1;
	}
	v->list = before;
	v->widest = widest;
}

void
view_print(struct view *v, bool titles, int width, FILE *out)
{
	struct grid g = { .ascii = v->ctx->ascii };
	struct layout layout;
	char *line;
	size_t i;
	int cells;
	bool whole = width == 0;

	view_prepare(v);
	layout_columns(&layout, v, whole ? LINE_CELLS : width, whole);
	if (whole)
		widen_rest_column(v, &layout);
	v->whole = whole;
	cells = whole ? layout.at[layout.n - 1].x + LINE_CELLS : width;
	grid_resize(&g, cells, 1);
	if (titles) {
		layout_titles(&layout, v, &g, 0);
		line = grid_line(&g, 0);
		fprintf(out, "%s\n", line);
		free(line);
	}
	for (i = 0; i < v->rows.n && !view_context_is_stopped(v->ctx, i); i++) {
		if (whole)
			view_draw_line(v, &v->rows.v[i], &layout, &g);
		else
			layout_row(&layout, v, &v->rows.v[i], &g, 0, STYLE_TEXT);
		line = grid_line(&g, 0);
		fprintf(out, "%s\n", line);
		free(line);
		if (g.width > cells + 4 * LINE_CELLS)
			grid_resize(&g, cells, 1);
	}
	v->whole = false;
	grid_release(&g);
}

int
view_match(struct view *v, int at, int step, bool *wrapped)
{
	return view_match_near(v, at, step, (int)v->rows.n, wrapped);
}

int
view_match_near(struct view *v, int at, int step, int most, bool *wrapped)
{
	struct matcher *h = v->pattern.matcher;
	int n = (int)v->rows.n, i, found = -1;

	*wrapped = false;
	if (n == 0 || !v->pattern.text)
		return -1;
	view_prepare(v);
	match_begin(h, v);
	for (i = 0; i < n && i < most && found < 0; i++, at += step) {
		if (at < 0 || at >= n) {
			at = at < 0 ? n - 1 : 0;
			*wrapped = true;
		}
		if (view_context_is_stopped(v->ctx, (size_t)i))
			break;
		if (match_row(h, v, &v->rows.v[at], &v->pattern.regex))
			found = at;
	}
	match_end(h, v);
	return found;
}

bool
view_count(struct view *v, struct tally *t, int most)
{
	struct matcher *h = v->pattern.matcher;
	int n = (int)v->rows.n;

	if (!v->pattern.text)
		return false;
	view_prepare(v);
	match_begin(h, v);
	for (; most > 0 && t->at < n; most--, t->at++) {
		bool found = match_row(h, v, &v->rows.v[t->at], &v->pattern.regex);

		t->n += found;
		t->before += found && t->at < t->hit;
	}
	match_end(h, v);
	return t->at < n;
}

/* Is R kept by the filter of V? */
static bool
is_kept(struct view *v, const struct row *r)
{
	return match_row(v->filter.matcher, v, r, &v->filter.regex)
		|| (v->subject != NOBODY && view_cost(v, r).subject);
}

bool
view_keep_matching(struct view *v)
{
	struct matcher *h = v->filter.matcher;
	size_t i, kept = 0, n = v->rows.n, above[UINT8_MAX + 1];
	uint8_t inside[UINT8_MAX + 1];	/* depth of what is inside the last row of each depth */

	if (!v->filter.text)
		return true;
	/* There are no running totals before the rows are sorted. */
	free(v->running);
	v->running = NULL;
	v->stale = true;
	match_begin(h, v);
	for (i = 0; i < n && !view_context_is_stopped(v->ctx, i); i++) {
		struct row r = v->rows.v[i];
		uint8_t depth = r.depth > 0 ? inside[r.depth - 1] : 0;
		bool keep = is_kept(v, &v->rows.v[i]);

		inside[r.depth] = (uint8_t)(depth + keep);
		if (!keep)
			continue;
		/* It belongs to the nearest row above that is there. */
		if (depth > 0)
			v->rows.v[above[depth - 1]].open = true;
		above[depth] = kept;
		r.depth = depth;
		r.open = false;
		v->rows.v[kept++] = r;
	}
	v->rows.n = kept;
	match_end(h, v);
	return i == n;
}

static void
mark_cells(struct grid *g, int y, int from, int to)
{
	for (; from < to; from++)
		grid_cell(g, from, y)->style |= STYLE_FOUND;
}

/* Mark in line Y the name, or what there is of it; of other text its last word, behind which
 * there is more. */
static void
mark_rest(const struct view *v, struct grid *g, int y)
{
	struct layout l;
	int i, from, end;

	layout_columns(&l, v, g->width, false);
	for (i = 0; i < l.n; i++) {
		if (!l.at[i].column->rest)
			continue;
		end = l.at[i].x + l.at[i].width;
		while (end > l.at[i].x && grid_cell(g, end - 1, y)->text[0] == ' ')
			end--;
		for (from = end; from > l.at[i].x && grid_cell(g, from - 1, y)->text[0] != ' ';)
			from--;
		if (l.at[i].column->is_name)
			for (from = l.at[i].x; from < end && grid_cell(g, from, y)->text[0] == ' ';)
				from++;
		mark_cells(g, y, from, end);
	}
}

/* A line of a grid as text, and for each byte of it the cell it is in; free both. */
static char *
mapped_line(const struct grid *g, int y, int **cells)
{
	char *line = mem_new((size_t)g->width + 1, CELL_BYTES);
	int *map = mem_new(((size_t)g->width + 1) * CELL_BYTES, sizeof(*map));
	size_t n = 0, i, length;
	int x;

	for (x = 0; x < g->width; x++) {
		const struct cell *c = grid_cell(g, x, y);

		length = c->width ? strlen(c->text) : 0;
		for (i = 0; i < length; i++) {
			line[n] = c->text[i];
			map[n++] = x;
		}
	}
	while (n > 0 && line[n - 1] == ' ')
		n--;
	map[n] = n > 0 ? map[n - 1] + 1 : 0;
	line[n] = '\0';
	*cells = map;
	return line;
}

void
view_mark(struct view *v, const struct row *r, struct grid *g, int y)
{
	char *line, *all;
	int *cells, found = 0;
	regmatch_t m;
	size_t at = 0, n;

	if (!v->pattern.text)
		return;
	line = mapped_line(g, y, &cells);
	n = strlen(line);
	while (at < n && regexec(&v->pattern.regex, line + at, 1, &m, at ? REG_NOTBOL : 0) == 0) {
		if (m.rm_eo > m.rm_so) {
			mark_cells(g, y, cells[at + (size_t)m.rm_so], cells[at + (size_t)m.rm_eo]);
			found++;
		}
		at += m.rm_eo > 0 ? (size_t)m.rm_eo : 1;
		while (at < n && ((unsigned char)line[at] & 0xc0) == 0x80)
			at++;
	}
	if (found == 0) {
		/* What matches is in the part of the name that is not shown, or all of it. */
		all = view_line(v, r);
		if (regexec(&v->pattern.regex, all, 1, &m, 0) == 0 ? m.rm_eo > m.rm_so
			: v->pattern.matcher->edged && match_name(v, r, &v->pattern.regex))
			mark_rest(v, g, y);
		free(all);
	}
	free(cells);
	free(line);
}
