/* view_find.c - searching the rows of a view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/view_find.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "table/layout.h"
#include "table/match.h"
#include "table/view_text.h"

bool
view_find_set_pattern(struct view *v, const char *text, struct err *e)
{
	return pattern_compile(&v->pattern, text, e);
}

int
view_find_next(struct view *v, int at, int step, bool *wrapped)
{
	return view_find_near(v, at, step, (int)v->rows.n, wrapped);
}

int
view_find_near(struct view *v, int at, int step, int most, bool *wrapped)
{
	struct matcher *m = v->pattern.matcher;
	int n = (int)v->rows.n, i, found = -1;

	assert(step == 1 || step == -1);
	*wrapped = false;
	if (n == 0 || v->pattern.text == NULL)
		return -1;
	view_prepare(v);
	match_begin(m, v);
	for (i = 0; i < n && i < most && found < 0; i++, at += step) {
		if (at < 0 || at >= n) {
			at = at < 0 ? n - 1 : 0;
			*wrapped = true;
		}
		if (view_context_is_stopped(v->ctx, (size_t)i))
			break;
		if (match_row(m, v, &v->rows.v[at], &v->pattern.regex))
			found = at;
	}
	match_end(m, v);
	return found;
}

bool
view_find_count(struct view *v, struct tally *t, int most)
{
	struct matcher *m = v->pattern.matcher;
	int n = (int)v->rows.n;

	if (v->pattern.text == NULL)
		return false;
	view_prepare(v);
	match_begin(m, v);
	for (; most > 0 && t->at < n; most--, t->at++) {
		bool found = match_row(m, v, &v->rows.v[t->at], &v->pattern.regex);

		t->n += found;
		t->before += found && t->at < t->hit;
	}
	match_end(m, v);
	return t->at < n;
}

static void
mark_cells(struct grid *g, int y, int from, int to)
{
	for (; from < to; from++)
		grid_cell(g, from, y)->style |= STYLE_FOUND;
}

/* The match in line Y is in text of the last column that does not fit on the screen.  Highlight the
 * part of the name that is shown or, if the column has no names, the last word that is shown. */
static void
mark_cut_text(const struct view *v, struct grid *g, int y)
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

/* Returns line Y of G as text; (*CELLS)[I] is the cell of byte I.  The caller frees both. */
static char *
line_with_cells(const struct grid *g, int y, int **cells)
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

/* Mark all matches in the N bytes LINE, whose cells are CELLS; returns whether there are any. */
static bool
mark_matches(const struct view *v, struct grid *g, int y, const char *line, const int *cells)
{
	size_t at = 0, n = strlen(line);
	bool any = false;
	regmatch_t m;

	while (at < n && regexec(&v->pattern.regex, line + at, 1, &m, at ? REG_NOTBOL : 0) == 0) {
		if (m.rm_eo > m.rm_so) {
			mark_cells(g, y, cells[at + (size_t)m.rm_so], cells[at + (size_t)m.rm_eo]);
			any = true;
		}
		at += m.rm_eo > 0 ? (size_t)m.rm_eo : 1;
		while (at < n && ((unsigned char)line[at] & 0xc0) == 0x80)
			at++;
	}
	return any;
}

/* Does R match, although the part of R on the screen shows no match? */
static bool
matches_unseen(struct view *v, const struct row *r)
{
	char *line = view_text_of_row(v, r);
	regmatch_t m;
	bool found;

	if (regexec(&v->pattern.regex, line, 1, &m, 0) == 0)
		found = m.rm_eo > m.rm_so;
	else
		found = v->pattern.matcher->anchored && match_name(v, r, &v->pattern.regex);
	free(line);
	return found;
}

void
view_find_mark(struct view *v, const struct row *r, struct grid *g, int y)
{
	char *line;
	int *cells;

	if (v->pattern.text == NULL)
		return;
	line = line_with_cells(g, y, &cells);
	if (!mark_matches(v, g, y, line, cells) && matches_unseen(v, r))
		mark_cut_text(v, g, y);
	free(cells);
	free(line);
}
