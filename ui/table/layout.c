/* layout.c - which columns a line has room for, and where they are drawn
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/layout.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "lookup/sourceplace.h"
#include "table/cell.h"
#include "text/text.h"

enum {
	VERY_WIDE = 160,		/* a screen with more cells is very wide: its column with
					 * .rest gets only the cells that its rows need */
	USUAL_RANK = 6,			/* a column with at most this rank is shown if it leaves
					 * LEAST_NAME cells for names, a column with a higher rank
					 * if it leaves USUAL_NAME cells */
	LEAST_NAME = 16, USUAL_NAME = 30,
	TITLE_ROOM = 512,		/* bytes of a column title, which may have a file name */
	GAP = 1,			/* least number of blanks between two cells */
	LONGEST_FIGURE = 60,		/* most cells of a figure */
};

bool
layout_column_used(const struct view *v, const struct column *c)
{
	return profile_has(v->ctx->profile, c->wanted)
		&& (profile_abilities(v->ctx->profile) & c->unwanted) == 0
		&& (c->used == NULL || c->used(v->ctx)) && (c->used_in == NULL || c->used_in(v));
}

/* Writes the name of the source file that V is about into OUT, ROOM bytes, and then the text of
 * view_ops.heading(). */
static void
format_file(const struct view *v, char *out, size_t room)
{
	const struct sources *s = lookup_sources(v->ctx->lookup);
	size_t n;

	out[0] = '\0';
	if (s == NULL || v->subject >= s->nfiles)
		return;
	snprintf(out, room, "%s", sourceplace_shown(v->ctx->lookup, s->files[v->subject].path));
	n = strlen(out);
	if (v->ops->heading != NULL)
		v->ops->heading(v, out + n, room - n);
}

/* Do .known_rank and .known_width of C hold in V? */
static bool
is_as_known(const struct view *v, const struct column *c)
{
	return c->known_rank > 0 && profile_has(v->ctx->profile, HAS_TOTALS);
}

/* Returns the width of C on usual screens; 0: the same as on wide screens. */
static int
narrow_width(const struct view *v, const struct column *c)
{
	return is_as_known(v, c) ? c->known_width : c->width;
}

/* Is the unit of times in titles of columns the name of the event that was counted, which is
 * short? */
static bool
is_unit_event(const struct scale *s)
{
	enum { LONGEST = 4 };		/* "I1mr" */

	return s->unit == UNIT_TIME && s->rate <= 0 && strlen(s->counted) <= LONGEST;
}

/* Returns the unit of times for titles of columns. */
static const char *
unit_of(const struct scale *s)
{
	return s->unit == UNIT_PERCENT ? "%" : is_unit_event(s) ? s->counted
		: s->unit == UNIT_SAMPLES || s->rate <= 0 ? "n" : s->symbol;
}

/* Returns the title of C if no functions are folded. */
static const char *
usual_title(const struct view *v, const struct column *c, bool wide)
{
	for (size_t i = 0; i < sizeof(c->titles) / sizeof(*c->titles); i++)
		if (c->titles[i].text != NULL && profile_has(v->ctx->profile, c->titles[i].wanted))
			return c->titles[i].text;
	return wide && c->wide_title != NULL ? c->wide_title : c->title;
}

/* Writes the title of C into OUT, ROOM bytes.  "$" in the title stands for the unit of times, "@"
 * for the file.  If V is sorted by C, the title ends in a mark, "▲" or "▼". */
static void
format_title(char *out, size_t room, const struct view *v, const struct column *c, bool wide)
{
	const char *title = usual_title(v, c, wide || narrow_width(v, c) == 0);
	bool folded = c->is_name && v->ops->rows_are_functions && v->ctx->into != NULL
		&& v->ctx->folded_rows != NULL;
	const char *unit = unit_of(&v->ctx->scale);
	const char *mark = v->sort != c - v->ops->columns ? ""
		: v->reverse != c->ascending ? "▲" : "▼";
	char file[TITLE_ROOM];
	size_t n;

	if (folded)
		title = v->ctx->folded_rows;
	/* The mark needs a cell: omit the blank that a title may begin with. */
	if (*mark && *title == ' ')
		title++;
	n = strcspn(title, "$@");
	if (title[n] == '@') {
		format_file(v, file, sizeof(file));
		unit = file;
	}
	snprintf(out, room, "%.*s%s%s%s", (int)n, title, title[n] ? unit : "",
		title[n] ? title + n + 1 : "", mark);
}

/* Returns the cells that the title of C needs with its sort mark and, except in the first column,
 * one blank in front.  Returns 0 if C has no sort mark, or if its title may be shortened. */
static int
marked_cells(const struct view *v, const struct column *c, bool wide)
{
	char text[TITLE_ROOM];

	if (v->sort != c - v->ops->columns || c->left || c->rest)
		return 0;
	format_title(text, sizeof(text), v, c, wide);
	return text_width(text, v->ctx->ascii) + (c > v->ops->columns);
}

/* Returns the cells of the title of C, including the gap before it. */
static int
title_cells(const struct view *v, const struct column *c, bool wide)
{
	char text[TITLE_ROOM];

	format_title(text, sizeof(text), v, c, wide);
	return text_width(text, v->ctx->ascii) + (c == v->ops->columns ? 0 : wide ? 2 : 1);
}

/* Returns the cells of column C, including the gap before it. */
static int
column_cells(const struct view *v, const struct column *c, bool wide)
{
	int gap = c == v->ops->columns ? 0 : wide ? 2 : GAP;
	int width = narrow_width(v, c), cells = wide || width == 0 ? c->wide : width;
	int need = cell_need(v, c) + gap;
	int title = strchr(c->title, '$') != NULL && is_unit_event(&v->ctx->scale)
		? title_cells(v, c, wide) : marked_cells(v, c, wide);
	int figures = v->figures[c - v->ops->columns];

	if (figures > 0 && figures + gap > need)
		need = figures + gap;
	if (title > need)
		need = title;
	return need > cells ? need : cells;
}

/* Returns the rank of column C.  The rank is 1 if rows match the search or the filter in C, so that
 * C stays on narrow screens. */
static int
rank_of(const struct view *v, const struct column *c)
{
	return c == v->filter.reason || c == v->pattern.reason ? 1
		: is_as_known(v, c) ? c->known_rank : c->rank;
}

/* Chooses the column with .rest and then, in the order of their ranks, other columns that V uses.
 * Stops at the first column that does not fit into WIDTH cells.  If ALL is set, chooses all columns
 * that V uses.  Sets CELLS[I] to the cells of column I of V, or to -1 if it is not chosen.  Returns
 * the number of cells that the chosen columns need. */
static int
choose_columns(const struct view *v, int width, bool all, bool wide, int *cells)
{
	const struct column *c = v->ops->columns;
	int usual = v->ops->least_rest > 0 ? v->ops->least_rest : USUAL_NAME;
	int used = 0, most = 0, rank, i, need;

	assert(v->ops->ncolumns <= VIEW_COLUMNS);
	for (i = 0; i < v->ops->ncolumns; i++) {
		cells[i] = c[i].rest ? column_cells(v, &c[i], wide) : -1;
		used += c[i].rest ? cells[i] : 0;
		most = rank_of(v, &c[i]) > most ? rank_of(v, &c[i]) : most;
	}
	for (rank = 0; rank <= most; rank++)
		for (i = 0; i < v->ops->ncolumns; i++) {
			if (c[i].rest || rank_of(v, &c[i]) != rank || !layout_column_used(v, &c[i]))
				continue;
			if (narrow_width(v, &c[i]) == 0 && c[i].wide == 0)
				continue;
			need = column_cells(v, &c[i], wide);
			if (!all && used + need
				+ (rank <= USUAL_RANK ? LEAST_NAME : usual) > width)
				return used;
			cells[i] = need;
			used += need;
		}
	return used;
}

/* LEFT cells of the line belong to no column.  The column with .rest has OWN cells.  Returns how
 * many of the OWN + LEFT cells this column does not need for its rows, at most WIDTH - VERY_WIDE.
 * WIDTH is the width of the screen. */
static int
spare_cells(const struct view *v, int own, int left, int width)
{
	int more = width - VERY_WIDE, unused = own + left - v->widest;

	return v->widest == 0 || unused < 0 || more < 0 ? 0 : unused < more ? unused : more;
}

void
layout_columns(struct layout *l, const struct view *v, int width, bool all)
{
	int cells[VIEW_COLUMNS] = { 0 };
	int used = choose_columns(v, width, all, width >= GRID_WIDE || all, cells);
	int rest = width - used, x = 0, i;

	l->n = 0;
	for (i = 0; i < v->ops->ncolumns; i++) {
		const struct column *c = &v->ops->columns[i];
		struct column_cells *p = &l->at[l->n];

		if (cells[i] < 0)
			continue;
		p->column = c;
		p->x = x;
		p->width = cells[i];
		if (c->rest && rest > 0)
			p->width += rest - (all ? 0 : spare_cells(v, p->width, rest, width));
		x += p->width;
		l->n++;
	}
}

struct pen
layout_pen(const struct column_cells *p, struct grid *g, int y)
{
	int gap = p->x > 0 ? GAP : 0;

	return pen_at(g, p->x + gap, y, p->width - gap);
}

/* Returns the cells that COLUMN of row R needs, at most WIDTH, with the gap in front.  G grows as
 * needed. */
static int
measure_cell(const struct view *v, const struct row *r, const struct column *column, struct grid *g,
	int width)
{
	for (;;) {
		struct pen pen = pen_at(g, GAP, 0, g->width - GAP);

		column_value_draw(v, r, column, &pen);
		/* Try again with more room, since a column may omit details in a narrow cell. */
		if ((!pen.cut && pen.x <= g->width / 2) || g->width >= width)
			return pen.x;
		grid_resize(g, 2 * g->width < width ? 2 * g->width : width, 1);
	}
}

/* A column of figures, which must not be shortened, and the cells that it has without the gap. */
struct figures {
	const struct column *column;
	int cells;
	struct column_value last;	/* value of the last row that was measured */
};

/* Increases C->cells and V->figures, so that the column has room for row R on a screen of WIDTH
 * cells.  G is used for columns that draw their cells themselves. */
static void
measure_figure(struct view *v, const struct row *r, struct figures *c, int width, struct grid *g)
{
	int most = width < LONGEST_FIGURE ? width : LONGEST_FIGURE, cells = c->cells;
	bool is_cut = true, is_drawn = c->column->cell != NULL || c->column->form == FORM_NAME;

	if (!is_drawn)
		cells = column_value_cells(v, r, c->column, &c->last, cells, most);
	else if (g->width != width)
		grid_resize(g, width, 1);
	for (; is_drawn && is_cut && cells < most; cells += is_cut) {
		struct pen pen = pen_at(g, 0, 0, cells);

		column_value_draw(v, r, c->column, &pen);
		is_cut = pen.cut;
	}
	if (cells > c->cells)
		v->figures[c->column - v->ops->columns] = (uint8_t)cells;
	c->cells = cells;
}

/* Sets C to the columns of figures of V on a screen of WIDTH cells.  Returns their number. */
static int
find_figures(const struct view *v, int width, struct figures c[VIEW_COLUMNS])
{
	int n = 0;

	for (int i = 0; i < v->ops->ncolumns; i++) {
		const struct column *of = &v->ops->columns[i];

		if (of->rest || (of->width == 0 && of->wide == 0) || !layout_column_used(v, of)
		    || column_value_has_type(of, VALUE_TEXT))
			continue;
		c[n++] = (struct figures){ .column = of,
			.cells = column_cells(v, of, width >= GRID_WIDE) - (i > 0 ? GAP : 0) };
	}
	return n;
}

static void
measure_figures(struct view *v, int width, int from, int to)
{
	struct grid g = { .ascii = v->ctx->ascii };
	struct figures c[VIEW_COLUMNS];
	int n = find_figures(v, width, c);

	for (int i = from; i < to && !view_context_is_stopped(v->ctx, (size_t)i); i++) {
		view_prefetch_cost(v, (size_t)i);
		view_begin_row(v, &v->rows.v[i]);
		for (int k = 0; k < n; k++)
			measure_figure(v, &v->rows.v[i], &c[k], width, &g);
		view_end_row(v);
	}
	grid_release(&g);
}

/* Increases V->widest, so that the column with .rest is wide enough for rows FROM to TO - 1 if the
 * screen has WIDTH cells. */
static void
measure_rest(struct view *v, int width, int from, int to)
{
	struct grid g = { .ascii = v->ctx->ascii };
	bool whole = v->whole;

	grid_resize(&g, VERY_WIDE, 1);
	v->whole = true;
	for (int i = 0; i < v->ops->ncolumns; i++)
		for (int k = from; v->ops->columns[i].rest && k < to; k++) {
			int cells = measure_cell(v, &v->rows.v[k], &v->ops->columns[i], &g, width);

			if (cells > v->widest)
				v->widest = cells;
		}
	v->whole = whole;
	grid_release(&g);
}

void
layout_measure(struct view *v, int width, int from, int to)
{
	measure_figures(v, width, from, to);
	if (width > VERY_WIDE && !v->whole)
		measure_rest(v, width, from, to);
}

/* Returns how many cells column C needs for its title and for all rows of V, including the gap in
 * front.  If a row needs more than MOST cells, counts only MOST cells for it.  If V has a subject,
 * returns at least the width of C on wide screens: if several views are printed one after another,
 * most of their columns then line up. */
static int
measure_column(struct view *v, const struct column *c, int most)
{
	struct grid g = { .ascii = v->ctx->ascii };
	int widest = v->subject != NOBODY ? c->wide : 0, title = title_cells(v, c, true);
	size_t i;

	grid_resize(&g, most, 1);
	for (i = 0; i < v->rows.n && widest < most && !view_context_is_stopped(v->ctx, i); i++) {
		int cells = measure_cell(v, &v->rows.v[i], c, &g, most);

		if (cells > widest)
			widest = cells;
	}
	grid_release(&g);
	return widest > title ? widest : title;
}

void
layout_names_last(struct layout *l, struct view *v, int most)
{
	struct column_cells name;
	bool whole = v->whole;
	int i = 0, x;

	while (i < l->n && !l->at[i].column->rest)
		i++;
	if (i >= l->n - 1)
		return;
	name = l->at[i];
	x = name.x;
	v->whole = true;
	for (; i < l->n - 1; i++) {
		l->at[i] = l->at[i + 1];
		l->at[i].x = x;
		l->at[i].width = measure_column(v, l->at[i].column, most);
		x += l->at[i].width;
	}
	v->whole = whole;
	name.x = x;
	l->at[i] = name;
}

void
layout_titles(const struct layout *l, const struct view *v, struct grid *g, int y)
{
	bool wide = g->width >= GRID_WIDE;
	struct pen pen = pen_at(g, 0, y, g->width);
	int i;

	pen_style(&pen, STYLE_HEAD);
	pen_fill(&pen);
	for (i = 0; i < l->n; i++) {
		const struct column_cells *p = &l->at[i];
		char text[TITLE_ROOM];

		pen = layout_pen(p, g, y);
		pen_style(&pen, STYLE_HEAD);
		format_title(text, sizeof(text), v, p->column, wide);
		if (!p->column->left && !p->column->rest) {
			bool fits = text_width(text, g->ascii) <= pen_left(&pen);

			/* A title may begin with a blank. */
			pen_right(&pen, text + (!fits && text[0] == ' '));
			continue;
		}
		pen_skip(&pen, i > 0 && wide);
		pen_short(&pen, text);
	}
}

int
layout_cells(const struct layout *l, const struct view *v, const struct row *r,
	struct grid *g, int y, uint16_t style)
{
	int end = 0;

	view_begin_row(v, r);
	for (int i = 0; i < l->n; i++) {
		const struct column_cells *p = &l->at[i];
		struct pen pen = layout_pen(p, g, y);

		pen.style = style;
		column_value_draw(v, r, p->column, &pen);
		end = pen.x > end ? pen.x : end;
	}
	view_end_row(v);
	return end;
}

void
layout_row(const struct layout *l, const struct view *v, const struct row *r,
	struct grid *g, int y, uint16_t style)
{
	struct pen pen = pen_at(g, 0, y, g->width);

	pen.style = style;
	pen_fill(&pen);
	(void)layout_cells(l, v, r, g, y, style);
}
