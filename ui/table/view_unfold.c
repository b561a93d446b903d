/* view_unfold.c - showing and hiding what belongs to a row
 *
 * Rows are a tree written down line by line: what is deeper belongs to what is above it.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/view.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
	MOST_OPEN = 1000,		/* rows that are opened again when a view is filled */
	MOST_AGAIN = 100,		/* rows inside one that is opened on each way to it */
};

/* Make room for N rows after row AT. */
static void
insert_rows(struct view *v, size_t at, const struct rows *children)
{
	struct rows *rows = &v->rows;
	size_t n = children->n;

	rows->v = mem_grow(rows->v, rows->n + n, &rows->room, sizeof(*rows->v));
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
	if (!view_sort(&part)) {
		free(children.v);
		return false;
	}
	v->rows.v[at].open = true;
	insert_rows(v, (size_t)at, &part.rows);
	free(part.rows.v);
	list_set(&v->list, (int)v->rows.n, v->list.height);
	return true;
}

/* The first row behind row AT and all that is inside it. */
static size_t
inside_end(const struct rows *rows, size_t at)
{
	size_t end = at + 1;

	while (end < rows->n && rows->v[end].depth > rows->v[at].depth)
		end++;
	return end;
}

void
view_show_inside(struct view *v)
{
	if (v->rows.n > 0)
		list_reach(&v->list, (int)inside_end(&v->rows, (size_t)v->list.cursor) - 1);
}

/* Take away the rows inside row AT. */
static void
remove_inside(struct rows *rows, size_t at)
{
	size_t end = inside_end(rows, at);

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

/* Add R and everything inside it to OUT; once it is stopped, no more. */
static void
append_open(struct view *v, struct row r, struct rows *out)
{
	struct rows children = { 0 };
	struct view part = *v;
	size_t i, at = out->n;

	view_rows_add(out, r);
	if (r.depth == UINT8_MAX || view_context_is_stopped(v->ctx, out->n))
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
	append_open(v, v->rows.v[at], &all);
	if (v->ctx->stopped) {
		free(all.v);
		return false;
	}
	remove_inside(&v->rows, (size_t)at);
	v->rows.v[at] = all.v[0];
	inside = (struct rows){ .v = all.v + 1, .n = all.n - 1 };
	insert_rows(v, (size_t)at, &inside);
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
	struct cost f;
	int i, best = -1;

	for (i = at + 1; i < (int)v->rows.n && rows[i].depth > rows[at].depth; i++) {
		if (rows[i].depth != rows[at].depth + 1 || !v->ops->cost(v, &rows[i], &f))
			continue;
		if (f.self + f.children > most) {
			most = f.self + f.children;
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

/* Unfold the only row, the hottest one inside, and so on, up to what is IS_LONG, by node. */
static void
open_hottest_path(struct view *v, bool *is_long)
{
	for (int at = 0; at >= 0; at = hottest_inside(v, at)) {
		uint32_t node = view_node(v, &v->rows.v[at]);
		size_t before = v->rows.n;

		if ((node != NOBODY && is_long[node]) || !view_open(v, at))
			break;
		if (node != NOBODY)
			is_long[node] = v->rows.n - before > MOST_AGAIN;
	}
}

void
view_open_hottest_paths(struct view *v)
{
	struct rows roots = v->rows, all = { 0 };
	bool *is_long = mem_new(v->ctx->graph->nnodes, sizeof(*is_long));

	/* Each in a list of its own, so that only what is inside it makes room for what is opened. */
	for (size_t i = 0; i < roots.n; i++) {
		v->rows = (struct rows){ 0 };
		view_rows_add(&v->rows, roots.v[i]);
		open_hottest_path(v, is_long);
		for (size_t k = 0; k < v->rows.n; k++)
			view_rows_add(&all, v->rows.v[k]);
		free(v->rows.v);
	}
	free(roots.v);
	free(is_long);
	v->rows = all;
	v->stale = true;
	list_set(&v->list, (int)all.n, v->list.height);
	list_go(&v->list, 0);
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

static uint64_t
hash_text(const char *text)
{
	uint64_t h = 0xcbf29ce484222325u;

	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * 0x100000001b3u;
	return h;
}

/* What row R names, whatever its number: the same when the profile was read again. */
static uint64_t
row_name_hash(const struct view *v, const struct row *r)
{
	const struct graph *g = v->ctx->graph;
	uint32_t n = view_node(v, r), about;
	struct source_place place;

	if (n != NOBODY) {
		if (view_context_is_cycle(v->ctx, n))
			n = g->members[g->member_at[n - g->nfuncs]];
		return hash_text(v->ctx->profile->funcs[n].name);
	}
	if (v->ops != &lines_view && v->ops != &files_view)
		return r->thing;
	place = v->ops->source(v, r, &about);
	return hash_text(place.file ? place.file : "") + place.line;
}

/* What row I is, whatever its place, or, BY_NAME, its number: PATH[d] is that of the row above
 * it at depth D. */
static uint64_t
row_identity(const struct view *v, size_t i, bool by_name, uint64_t path[UINT8_MAX + 1])
{
	const struct row *r = &v->rows.v[i];
	uint64_t above = v->ops->endless && r->depth > 0 ? path[r->depth - 1] : 0;

	above = (above ^ ((by_name ? row_name_hash(v, r) : r->thing) + 1)) * 0x9e3779b97f4a7c15u;
	above = ((above ^ above >> 29) + r->kind + 1) * 0xbf58476d1ce4e5b9u;
	return path[r->depth] = above ^ above >> 32;
}

static int
by_identity(const void *x, const void *y)
{
	const uint64_t *a = x, *b = y;

	return (*a > *b) - (*a < *b);
}

uint64_t
view_identity(const struct view *v)
{
	uint64_t path[UINT8_MAX + 1] = { 0 }, id = 0;
	size_t i = v->ops->endless ? 0 : (size_t)v->list.cursor;

	for (; i <= (size_t)v->list.cursor && i < v->rows.n; i++)
		id = row_identity(v, i, true, path);
	return id;
}

bool
view_select_identity(struct view *v, uint64_t id)
{
	uint64_t path[UINT8_MAX + 1] = { 0 };
	size_t i;

	for (i = 0; i < v->rows.n; i++)
		if (row_identity(v, i, true, path) == id) {
			list_go(&v->list, (int)i);
			return true;
		}
	return false;
}

void
view_opened(const struct view *v, bool by_name, struct opened *o)
{
	uint64_t path[UINT8_MAX + 1] = { 0 }, id;
	size_t i;

	*o = (struct opened){ .by_name = by_name };
	if (!v->ops->expand)
		return;
	for (i = 0; i < v->rows.n && o->nopen <= MOST_OPEN; i++) {
		id = row_identity(v, i, by_name, path);
		if (!v->rows.v[i].open && (v->rows.v[i].depth > 0 || i > MOST_OPEN))
			continue;
		o->nopen += v->rows.v[i].open;
		o->v = mem_grow(o->v, o->n + 1, &o->room, sizeof(*o->v));
		o->v[o->n++] = (id & ~(uint64_t)1) | v->rows.v[i].open;
	}
	if (o->n > 0)
		qsort(o->v, o->n, sizeof(*o->v), by_identity);
}

void
view_opened_around(const struct view *v, struct opened *o)
{
	uint64_t path[UINT8_MAX + 1] = { 0 };
	const struct row *row = view_row(v);
	size_t i;

	*o = (struct opened){ .by_name = true };
	if (!row || row->depth == 0)
		return;
	for (i = 0; i < (size_t)v->list.cursor; i++)
		row_identity(v, i, true, path);
	o->n = o->nopen = row->depth;
	o->v = mem_new(o->n, sizeof(*o->v));
	for (i = 0; i < o->n; i++)
		o->v[i] = path[i] | 1;
	qsort(o->v, o->n, sizeof(*o->v), by_identity);
}

struct opened
view_opened_copy(const struct opened *o)
{
	struct opened copy = *o;

	copy.v = o->n > 0 ? mem_new(o->n, sizeof(*o->v)) : NULL;
	copy.room = o->n;
	if (o->n > 0)
		memcpy(copy.v, o->v, o->n * sizeof(*o->v));
	return copy;
}

static bool
is_among(const struct opened *o, uint64_t id)
{
	return o->n > 0 && bsearch(&id, o->v, o->n, sizeof(*o->v), by_identity);
}

void
view_reopen(struct view *v, struct opened *o)
{
	uint64_t path[UINT8_MAX + 1] = { 0 }, id;
	size_t i;

	for (i = 0; o->n > 0 && o->nopen <= MOST_OPEN && i < v->rows.n; i++) {
		id = row_identity(v, i, o->by_name, path) & ~(uint64_t)1;
		if (!v->rows.v[i].open && is_among(o, id | 1))
			view_open(v, (int)i);
		else if (v->rows.v[i].open && is_among(o, id))
			remove_inside(&v->rows, i);
	}
	free(o->v);
	*o = (struct opened){ 0 };
}
