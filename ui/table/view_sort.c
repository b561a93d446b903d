/* view_sort.c - sorting the rows of a view
 *
 * Rows are a tree in preorder: the rows inside a row follow it and have greater depths.  Rows
 * are sorted only among rows that are inside the same row.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/view_sort.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"
#include "table/column_values.h"
#include "table/layout.h"

enum { MANY_NAMES = 1000 };		/* if at least this number of rows is sorted by name, all
					 * names are ranked first */

struct sorting {
	const struct row *rows;
	size_t n;
	double *values;			/* owned; sort keys, indexed by row; or NULL */
	uint64_t *sums64;		/* owned; .values (sum64.h); NULL: a double holds them */
	const char **texts;		/* owned; sort keys, indexed by row; or NULL */
	bool least_first;
	bool are_places;		/* the values are positions.  Groups < 0 are then sorted in
					 * the same direction as other groups */
	bool one_order;			/* row.order is 0 in all rows */
	uint32_t *out;			/* the number of the next row is written here */
};

static int
by_value(const struct sorting *s, uint32_t a, uint32_t b)
{
	int64_t more = s->sums64 != NULL ? (int64_t)(s->sums64[a] - s->sums64[b]) : 0;

	if (s->values[a] != s->values[b])
		return s->values[a] > s->values[b] ? 1 : -1;
	return (more > 0) - (more < 0);
}

static int
by_column(uint32_t a, uint32_t b, const void *with)
{
	const struct sorting *s = with;
	int order = s->rows[a].order, c;

	if (order != s->rows[b].order)
		return order < s->rows[b].order ? -1 : 1;
	if (s->values == NULL && s->texts == NULL)
		return (a < b) - (a > b);
	if (s->values != NULL)
		c = by_value(s, a, b);
	else
		c = strcmp(s->texts[a], s->texts[b]);
	return s->least_first != (order < 0 && !s->are_places) ? c : -c;
}

/* Sets *KEY to the only key of row NUMBER, for sort_by_levels(). */
static bool
key_of_value(uint32_t number, uint32_t level, uint64_t *key, const void *with)
{
	const struct sorting *s = with;

	(void)level;
	*key = sort_key_greatest(s->values[number]);
	*key = s->least_first ? ~*key : *key;
	return false;
}

/* Sorts the N rows V by their columns. */
static void
sort_rows(const struct sorting *s, uint32_t *v, size_t n)
{
	if (s->values != NULL && s->sums64 == NULL && s->one_order)
		sort_by_levels(v, n, key_of_value, s);
	else if (s->texts != NULL && s->one_order)
		sort_texts(v, s->texts, n, !s->least_first);
	else
		sort_numbers(v, n, by_column, s);
}

/* Sorts the rows between LO and HI - 1 that have the same depth as row LO, and appends their
 * numbers to S->out.  After each row, sorts and appends the rows inside this row.  The depth of
 * recursion is the depth of the rows. */
static void
sort_level(struct sorting *s, size_t lo, size_t hi)
{
	uint32_t *v;
	size_t n = 0, i, end;

	if (lo == hi)
		return;
	assert(lo < hi && hi <= s->n);
	for (i = lo; i < hi; i++)
		if (s->rows[i].depth == s->rows[lo].depth)
			s->out[n++] = (uint32_t)i;
	sort_rows(s, s->out, n);
	if (n == hi - lo) {
		s->out += n;
		return;
	}
	v = mem_copy(s->out, n, sizeof(*v));
	for (i = 0; i < n; i++) {
		*s->out++ = v[i];
		for (end = v[i] + 1; end < hi && s->rows[end].depth > s->rows[lo].depth;)
			end++;
		sort_level(s, v[i] + 1, end);
	}
	free(v);
}

/* Finds the sort key of each row in column C; returns false if the work was stopped. */
static bool
find_keys(struct sorting *s, const struct view *v, const struct column *c)
{
	bool ranked = c->is_name && s->n >= MANY_NAMES;
	size_t i;

	if (ranked && !view_context_rank_names(v->ctx))
		return false;
	if (ranked || !column_value_sorts_by_text(c))
		s->values = mem_new(s->n, sizeof(*s->values));
	if (s->values != NULL && !ranked && v->ctx->graph->total64 != 0)
		s->sums64 = mem_new(s->n, sizeof(*s->sums64));
	if (s->values == NULL)
		s->texts = mem_new(s->n, sizeof(*s->texts));
	for (i = 0; i < s->n && !view_context_is_stopped(v->ctx, i); i++) {
		if (c->sort_key != NULL)
			view_prefetch_self(v, i);
		else
			view_prefetch_cost(v, i);
		if (ranked)
			s->values[i] = view_context_rank(v->ctx, view_node(v, &s->rows[i]));
		else if (s->values != NULL)
			s->values[i] = column_value_sort_key(v, &s->rows[i], c);
		else
			s->texts[i] = column_value_sort_text(v, &s->rows[i], c);
		if (s->sums64 != NULL)
			s->sums64[i] = column_value_sort_sum64(v, &s->rows[i], c);
	}
	return i == s->n;
}

/* Puts row ORDER[I] of the N rows V at I, for each I.  Destroys ORDER. */
static void
arrange(struct row *v, uint32_t *order, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct row first = v[i];
		size_t to = i, from;

		while ((from = order[to]) != i) {
			v[to] = v[from];
			order[to] = (uint32_t)to;
			to = from;
		}
		v[to] = first;
		order[to] = (uint32_t)to;
	}
}

static void
sort_all(struct sorting *s, struct view *v)
{
	uint32_t *order = mem_uncleared(s->n, sizeof(*order));
	size_t i;

	for (i = 0; i < s->n && s->rows[i].order == 0; i++)
		;
	s->one_order = i == s->n;
	s->out = order;
	sort_level(s, 0, s->n);
	assert(s->out == order + s->n);
	arrange(v->rows.v, order, s->n);
	free(order);
	v->stale = true;
}

bool
view_sort(struct view *v)
{
	struct sorting s = { .rows = v->rows.v, .n = v->rows.n };
	const struct column *c = v->sort < 0 ? NULL : &v->ops->columns[v->sort];
	bool done = true;

	assert(v->sort < v->ops->ncolumns);
	v->stale = true;
	if (v->rows.n < 2 || (c == NULL && !v->reverse))
		return true;
	if (c != NULL)
		done = find_keys(&s, v, c);
	s.least_first = c != NULL && v->reverse != c->ascending;
	if (done)
		sort_all(&s, v);
	free(s.values);
	free(s.sums64);
	free(s.texts);
	return done;
}

void
view_sort_as(struct view *v, double *places)
{
	struct sorting s = { .rows = v->rows.v, .n = v->rows.n, .values = places,
		.least_first = true, .are_places = true };

	if (v->rows.n > 0)
		sort_all(&s, v);
	free(places);
}

bool
view_sort_by(struct view *v, int column, bool reverse)
{
	int sort = v->sort;
	bool reversed = v->reverse, done = true;
	struct list before = v->list;
	struct row selected;

	v->sort = column;
	v->reverse = reverse;
	v->sort_is_other = false;
	if (v->rows.n == 0)
		return true;
	selected = *view_row(v);
	done = column < 0 ? view_fill(v) : view_sort(v);
	if (done && column >= 0)
		view_select_thing(v, selected, v->list.cursor);
	if (!done) {
		v->sort = sort;
		v->reverse = reversed;
	} else {
		list_keep_line(&v->list, &before);
	}
	return done;
}

bool
view_sort_has_values(const struct view *v, int column)
{
	bool found = false;

	for (size_t i = 0; i < v->rows.n && !found; i++) {
		struct column_value d;

		found = column_value_get(v, &v->rows.v[i], &v->ops->columns[column], &d);
		column_value_release(&d);
	}
	return found;
}

void
view_sort_at_first(struct view *v, int self, int calls)
{
	if (!v->ctx->has_time && v->sort == self) {
		v->sort = calls;
		v->sort_is_other = true;
	} else if (v->ctx->has_time && v->sort_is_other) {
		v->sort = self;
		v->sort_is_other = false;
	}
}

int
view_sort_next_column(const struct view *v)
{
	int i, at = v->sort;

	for (i = 0; i < v->ops->ncolumns; i++) {
		at = (at + 1) % v->ops->ncolumns;
		if (v->ops->columns[at].letter && layout_column_used(v, &v->ops->columns[at]))
			return at;
	}
	return v->sort;
}
