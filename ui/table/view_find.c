/* view_find.c - searching the rows of a view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/view_find.h"

#include <assert.h>
#include <string.h>

#include "table/layout.h"
#include "table/match.h"
#include "text/text.h"

bool
view_find_set_pattern(struct view *v, const char *text, struct err *e)
{
	return pattern_compile(&v->pattern, text, e);
}

/* Prepares V for row_matches(); call end_matching() after the last call of row_matches(). */
static void
begin_matching(struct view *v)
{
	view_prepare(v);
	if (v->ops->picture == NULL)
		match_begin(v->pattern.matcher, v);
}

static void
end_matching(struct view *v)
{
	if (v->ops->picture == NULL)
		match_end(v->pattern.matcher, v);
}

/* Does the pattern of V match row R? */
static bool
row_matches(struct view *v, const struct row *r)
{
	return v->ops->picture != NULL ? v->ops->picture->matches(v, r)
		: match_row(v->pattern.matcher, v, r, &v->pattern.regex);
}

int
view_find_next(struct view *v, int at, int step, bool *wrapped)
{
	return view_find_near(v, at, step, (int)v->rows.n, wrapped);
}

int
view_find_near(struct view *v, int at, int step, int most, bool *wrapped)
{
	int n = (int)v->rows.n, i, found = -1;

	assert(step == 1 || step == -1);
	*wrapped = false;
	if (n == 0 || v->pattern.text == NULL)
		return -1;
	begin_matching(v);
	for (i = 0; i < n && i < most && found < 0; i++, at += step) {
		if (at < 0 || at >= n) {
			at = at < 0 ? n - 1 : 0;
			*wrapped = true;
		}
		if (view_context_is_stopped(v->ctx, (size_t)i))
			break;
		if (row_matches(v, &v->rows.v[at]))
			found = at;
	}
	if (found >= 0 && v->pattern.reason == NULL && v->ops->picture == NULL)
		v->pattern.reason = match_reason(v->pattern.matcher, v, &v->rows.v[found],
			&v->pattern.regex);
	end_matching(v);
	return found;
}

bool
view_find_count(struct view *v, struct tally *t, int most)
{
	int n = (int)v->rows.n;

	if (v->pattern.text == NULL)
		return false;
	begin_matching(v);
	for (; most > 0 && t->at < n; most--, t->at++) {
		bool found = row_matches(v, &v->rows.v[t->at]);

		t->n += found;
		t->before += found && t->at < t->hit;
	}
	end_matching(v);
	return t->at < n;
}

static void
mark_cells(struct grid *g, int y, int from, int to)
{
	for (; from < to; from++)
		grid_cell(g, from, y)->style |= STYLE_FOUND;
}

/* Marks each ellipsis in a shortened name in cells [FROM, TO) of line Y.  Returns false if there is
 * none. */
static bool
mark_dots(struct grid *g, int y, int from, int to)
{
	const char *dots = g->ascii ? ".." : "…";
	bool any = false;

	for (; from < to; from++) {
		const struct cell *c = grid_cell(g, from, y);
		bool found = g->ascii ? c->text[0] == '.' && from + 1 < to && c[1].text[0] == '.'
			: strcmp(c->text, dots) == 0;

		if (found && (c->style & STYLE_NAME)) {
			mark_cells(g, y, from, from + text_width(dots, g->ascii));
			any = true;
		}
	}
	return any;
}

/* Marks the names in cells [FROM, TO) of line Y.  Returns false if there are none. */
static bool
mark_names(struct grid *g, int y, int from, int to)
{
	bool any = false;

	for (; from < to; from++)
		if (grid_cell(g, from, y)->style & STYLE_NAME) {
			mark_cells(g, y, from, from + 1);
			any = true;
		}
	return any;
}

/* The match in line Y is in text that does not fit into the column with .rest.  Marks the place
 * where this text is cut: the ellipsis of the shortened name or, if the name has no ellipsis, the
 * whole name.  If the column shows no name, marks the last word. */
static void
mark_cut_text(const struct layout *l, struct grid *g, int y)
{
	int i, from, end, start;

	for (i = 0; i < l->n; i++) {
		if (!l->at[i].column->rest)
			continue;
		start = l->at[i].x;
		end = start + l->at[i].width;
		if (mark_dots(g, y, start, end) || mark_names(g, y, start, end))
			continue;
		while (end > start && grid_cell(g, end - 1, y)->text[0] == ' ')
			end--;
		for (from = end; from > start && grid_cell(g, from - 1, y)->text[0] != ' ';)
			from--;
		mark_cells(g, y, from, end);
	}
}

/* Marks all matches in T, the text of line Y.  Returns false if there are none. */
static bool
mark_matches(const struct view *v, const struct match_text *t, struct grid *g, int y)
{
	size_t at = 0, i;
	bool any = false;
	regmatch_t m;

	while (at < t->n && regexec(&v->pattern.regex, t->text + at, 1, &m,
			at ? REG_NOTBOL : 0) == 0) {
		for (i = at + (size_t)m.rm_so; i < at + (size_t)m.rm_eo; i++) {
			mark_cells(g, y, t->cells[i], t->cells[i]
				+ grid_cell(g, t->cells[i], y)->width);
			any = true;
		}
		at += m.rm_eo > 0 ? (size_t)m.rm_eo : 1;
		while (at < t->n && ((unsigned char)t->text[at] & 0xc0) == 0x80)
			at++;
	}
	return any;
}

void
view_find_mark(struct view *v, const struct row *r, const struct layout *l, struct grid *g, int y)
{
	const regex_t *regex = &v->pattern.regex;
	struct match_text t = { 0 };

	if (v->pattern.text == NULL)
		return;
	match_text_read(&t, l, g, y, v->pattern.matcher->whole);
	/* If no match is on the screen, the match may be in text that does not fit into its column.
	 * Then mark the place where this text is cut.  Mark nothing if the match is in a column
	 * that is not shown, or if the pattern matches the empty text, because it then matches
	 * every row. */
	if (!mark_matches(v, &t, g, y) && regexec(regex, "", 0, NULL, 0) != 0
		&& match_one(v->pattern.matcher, v, r, regex)
		&& match_reason(v->pattern.matcher, v, r, regex) == NULL)
		mark_cut_text(l, g, y);
	match_text_release(&t);
}
