/* view_sort.c - sorting and unfolding rows
 *
 * Rows are a tree written down line by line: what is deeper belongs to what is above it.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "sort.h"

struct sorting {
	const struct row *rows;
	size_t n;
	const double *values;		/* by row, or NULL ... */
	const char **texts;		/* ... or this */
	bool least_first;
	struct row *out;		/* where the next row goes */
};

static int
by_column(uint32_t a, uint32_t b, const void *with)
{
	const struct sorting *s = with;
	int order = s->rows[a].order, c;

	if (order != s->rows[b].order)
		return order < s->rows[b].order ? -1 : 1;
	if (!s->values && !s->texts)
		return (a < b) - (a > b);
	if (s->values)
		c = (s->values[a] > s->values[b]) - (s->values[a] < s->values[b]);
	else
		c = strcmp(s->texts[a], s->texts[b]);
	return s->least_first != (order < 0) ? c : -c;
}

/* Sort what is at the depth of row LO among rows LO to HI - 1, each with what is below
 * it; there are at most as many levels as somebody has unfolded. */
static void
sort_level(struct sorting *s, size_t lo, size_t hi)
{
	uint32_t *v;
	size_t n = 0, i, end;

	if (lo == hi)
		return;
	v = mem_new(hi - lo, sizeof(*v));
	for (i = lo; i < hi; i++)
		if (s->rows[i].depth == s->rows[lo].depth)
			v[n++] = (uint32_t)i;
	sort_numbers(v, n, by_column, s);
	for (i = 0; i < n; i++) {
		*s->out++ = s->rows[v[i]];
		for (end = v[i] + 1; end < hi && s->rows[end].depth > s->rows[lo].depth;)
			end++;
		sort_level(s, v[i] + 1, end);
	}
	free(v);
}

void
view_sort(struct view *v)
{
	struct sorting s = { .rows = v->rows.v, .n = v->rows.n };
	const struct column *c = v->sort < 0 ? NULL : &v->ops->columns[v->sort];
	double *values = NULL;
	struct row *sorted;
	size_t i;

	v->stale = true;
	if (v->rows.n < 2 || (!c && !v->reverse))
		return;
	if (c && c->value) {
		values = mem_new(s.n, sizeof(*values));
		for (i = 0; i < s.n; i++)
			values[i] = c->value(v, &s.rows[i]);
		s.values = values;
	} else if (c && c->text) {
		s.texts = mem_new(s.n, sizeof(*s.texts));
		for (i = 0; i < s.n; i++)
			s.texts[i] = c->text(v, &s.rows[i]);
	}
	s.least_first = c && v->reverse != c->ascending;
	sorted = mem_new(s.n, sizeof(*sorted));
	s.out = sorted;
	sort_level(&s, 0, s.n);
	free(v->rows.v);
	v->rows.v = sorted;
	v->rows.room = s.n;
	free(values);
	free(s.texts);
}

int
view_next_column(const struct view *v)
{
	int i, at = v->sort;

	for (i = 0; i < v->ops->ncolumns; i++) {
		at = (at + 1) % v->ops->ncolumns;
		if (v->ops->columns[at].letter && column_used(v, &v->ops->columns[at]))
			return at;
	}
	return v->sort;
}

/* Make room for N rows after row AT. */
static void
insert(struct view *v, size_t at, const struct rows *children)
{
	struct rows *rows = &v->rows;
	size_t n = children->n;

	rows->v = mem_room(rows->v, rows->n + n, &rows->room, sizeof(*rows->v));
	memmove(&rows->v[at + 1 + n], &rows->v[at + 1], (rows->n - at - 1) * sizeof(*rows->v));
	memcpy(&rows->v[at + 1], children->v, n * sizeof(*rows->v));
	rows->n += n;
	v->stale = true;
}

bool
view_open(struct view *v, int at)
{
	struct rows children = { 0 };
	struct view part = *v;
	size_t i;

	if (!v->ops->expand || v->rows.n == 0 || v->rows.v[at].open
		|| v->rows.v[at].depth == UINT8_MAX)
		return false;
	v->ops->expand(v, &v->rows.v[at], &children);
	if (children.n == 0)
		return false;
	for (i = 0; i < children.n; i++)
		children.v[i].depth = (uint8_t)(v->rows.v[at].depth + 1);
	part.rows = children;
	view_sort(&part);
	v->rows.v[at].open = true;
	insert(v, (size_t)at, &part.rows);
	free(part.rows.v);
	list_set(&v->list, (int)v->rows.n, v->list.height);
	return true;
}

/* Take away the rows inside row AT. */
static void
remove_inside(struct rows *rows, size_t at)
{
	size_t end = at + 1;

	while (end < rows->n && rows->v[end].depth > rows->v[at].depth)
		end++;
	memmove(&rows->v[at + 1], &rows->v[end], (rows->n - end) * sizeof(*rows->v));
	rows->n -= end - at - 1;
	rows->v[at].open = false;
}

bool
view_close(struct view *v, int at)
{
	struct rows *rows = &v->rows;

	if (rows->n == 0)
		return false;
	/* On something inside: close what it is in. */
	while (at > 0 && !rows->v[at].open && rows->v[at].depth > 0) {
		int depth = rows->v[at].depth;

		while (at > 0 && rows->v[at].depth >= depth)
			at--;
	}
	if (!rows->v[at].open)
		return false;
	remove_inside(rows, (size_t)at);
	v->stale = true;
	list_set(&v->list, (int)rows->n, v->list.height);
	list_go(&v->list, at);
	return true;
}

/* Add R and everything inside it to OUT. */
static void
append_open(struct view *v, struct row r, struct rows *out)
{
	struct rows children = { 0 };
	struct view part = *v;
	size_t i, at = out->n;

	rows_add(out, r);
	if (r.depth == UINT8_MAX)
		return;
	v->ops->expand(v, &r, &children);
	part.rows = children;
	view_sort(&part);
	out->v[at].open = part.rows.n > 0;
	for (i = 0; i < part.rows.n; i++) {
		part.rows.v[i].depth = (uint8_t)(r.depth + 1);
		append_open(v, part.rows.v[i], out);
	}
	free(part.rows.v);
}

bool
view_open_all(struct view *v, int at)
{
	struct rows all = { 0 }, inside;

	if (v->rows.n == 0 || !v->ops->expand)
		return false;
	remove_inside(&v->rows, (size_t)at);
	append_open(v, v->rows.v[at], &all);
	v->rows.v[at] = all.v[0];
	inside = (struct rows){ .v = all.v + 1, .n = all.n - 1 };
	insert(v, (size_t)at, &inside);
	free(all.v);
	list_set(&v->list, (int)v->rows.n, v->list.height);
	return inside.n > 0;
}

/* The row inside row AT that costs most, or -1. */
static int
hottest_inside(const struct view *v, int at)
{
	const struct row *rows = v->rows.v;
	double most = 0;
	struct facts f;
	int i, best = -1;

	for (i = at + 1; i < (int)v->rows.n && rows[i].depth > rows[at].depth; i++) {
		if (rows[i].depth != rows[at].depth + 1 || !v->ops->facts(v, &rows[i], &f))
			continue;
		if (f.self + f.child > most) {
			most = f.self + f.child;
			best = i;
		}
	}
	return best;
}

bool
view_open_hottest(struct view *v, int at)
{
	bool any = false;

	while (at >= 0 && (v->rows.v[at].open || view_open(v, at))) {
		any = true;
		at = hottest_inside(v, at);
		if (at >= 0)
			list_go(&v->list, at);
	}
	return any;
}

void
view_open_tree(struct view *v)
{
	struct rows all = { 0 };
	size_t i;

	if (!v->ops->expand)
		return;
	for (i = 0; i < v->rows.n; i++)
		if (v->rows.v[i].depth == 0)
			append_open(v, v->rows.v[i], &all);
	free(v->rows.v);
	v->rows = all;
	v->stale = true;
	list_set(&v->list, (int)all.n, v->list.height);
}
