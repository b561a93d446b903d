/* view_identity.c - finding the selected row and the open rows again after a view was filled again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/view_identity.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "measured/measured.h"
#include "table/view_sort.h"
#include "table/view_unfold.h"

enum { MOST_OPEN = 1000 };		/* if more rows than this were open, no row is opened
					 * again */

static uint64_t
hash_text(const char *text)
{
	uint64_t h = 0xcbf29ce484222325u;

	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * 0x100000001b3u;
	return h;
}

/* Returns a hash of what measured_is_same_part() compares. */
static uint64_t
hash_of_part(const struct measured_part *part)
{
	return hash_text(part->kind) ^ (part->id != 0 ? part->id : hash_text(part->name));
}

/* Returns a hash of the name of row R or, if R has no name, of its source line.  This hash does not
 * change when the profile is read again.  If R has neither, returns R->thing. */
static uint64_t
row_name_hash(const struct view *v, const struct row *r)
{
	const struct graph *g = v->ctx->graph;
	uint32_t n = view_node(v, r), about;
	struct source_place place;

	if (n != NOBODY) {
		/* Use the name of a member, because the number of the cycle may change. */
		if (view_context_is_cycle(v->ctx, n))
			n = g->members[g->member_at[n - g->nfuncs]];
		return hash_text(v->ctx->profile->funcs[n].name);
	}
	if (v->parts != NULL)
		return hash_of_part(&v->ctx->profile->measured->parts[r->thing]);
	if (!v->ops->rows_are_places)
		return r->thing;
	place = v->ops->source(v, r, &about);
	return hash_text(place.file != NULL ? place.file : "") + place.line;
}

/* Returns the identity of row I: a hash of its name if BY_NAME is set, otherwise of its number.  In
 * a tree, the rows around row I are part of the hash.  PATH[D] is the identity of the last row of
 * depth D before row I.  Also stores the identity of row I in PATH. */
static uint64_t
row_identity(const struct view *v, size_t i, bool by_name, uint64_t path[UINT8_MAX + 1])
{
	const struct row *r = &v->rows.v[i];
	uint64_t above = v->ops->endless && r->depth > 0 ? path[r->depth - 1] : 0;

	assert(r->depth == 0 || i > 0);
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
view_identity_select(struct view *v, uint64_t id)
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
view_identity_save_open(const struct view *v, bool by_name, struct open_rows *o)
{
	uint64_t path[UINT8_MAX + 1] = { 0 }, id;
	size_t i;

	*o = (struct open_rows){ .by_name = by_name };
	if (v->ops->expand == NULL)
		return;
	for (i = 0; i < v->rows.n && o->nopen <= MOST_OPEN; i++) {
		/* Nothing is inside a closed row, so no other identity depends on it. */
		if (!v->rows.v[i].open && (v->rows.v[i].depth > 0 || i > MOST_OPEN))
			continue;
		id = row_identity(v, i, by_name, path);
		o->nopen += v->rows.v[i].open;
		o->v = mem_grow(o->v, o->n + 1, &o->room, sizeof(*o->v));
		o->v[o->n++] = (id & ~(uint64_t)1) | v->rows.v[i].open;
	}
	if (o->n > 0)
		qsort(o->v, o->n, sizeof(*o->v), by_identity);
}

void
view_identity_save_open_around(const struct view *v, struct open_rows *o)
{
	uint64_t path[UINT8_MAX + 1] = { 0 };
	const struct row *row = view_row(v);
	size_t i;

	*o = (struct open_rows){ .by_name = true };
	if (row == NULL || row->depth == 0)
		return;
	for (i = 0; i < (size_t)v->list.cursor; i++)
		row_identity(v, i, true, path);
	o->n = o->nopen = row->depth;
	o->v = mem_new(o->n, sizeof(*o->v));
	for (i = 0; i < o->n; i++)
		o->v[i] = path[i] | 1;
	qsort(o->v, o->n, sizeof(*o->v), by_identity);
}

struct open_rows
view_identity_copy_open(const struct open_rows *o)
{
	struct open_rows copy = *o;

	copy.v = o->n > 0 ? mem_new(o->n, sizeof(*o->v)) : NULL;
	copy.room = o->n;
	if (o->n > 0)
		memcpy(copy.v, o->v, o->n * sizeof(*o->v));
	return copy;
}

static bool
is_among(const struct open_rows *o, uint64_t id)
{
	return o->n > 0 && bsearch(&id, o->v, o->n, sizeof(*o->v), by_identity) != NULL;
}

void
view_identity_restore_open(struct view *v, struct open_rows *o)
{
	uint64_t path[UINT8_MAX + 1] = { 0 }, id;
	size_t i;

	/* If no row was open before, look at all rows only if a row is open now. */
	for (i = 0; o->nopen == 0 && i < v->rows.n && !v->rows.v[i].open; i++)
		;
	if (i < v->rows.n)
		i = 0;
	for (; o->n > 0 && o->nopen <= MOST_OPEN && i < v->rows.n; i++) {
		id = row_identity(v, i, o->by_name, path) & ~(uint64_t)1;
		if (!v->rows.v[i].open && is_among(o, id | 1))
			view_unfold(v, (int)i);
		else if (v->rows.v[i].open && is_among(o, id))
			view_unfold_remove_inside(&v->rows, i);
	}
	free(o->v);
	*o = (struct open_rows){ 0 };
}

static int
by_identity_and_position(const void *x, const void *y)
{
	const struct row_position *a = x, *b = y;

	return a->id != b->id ? a->id < b->id ? -1 : 1 : (a->at > b->at) - (a->at < b->at);
}

struct row_order
view_identity_order(const struct view *v)
{
	uint64_t path[UINT8_MAX + 1] = { 0 };
	struct row_order o = { .v = mem_uncleared(v->rows.n, sizeof(*o.v)), .n = v->rows.n };

	for (size_t i = 0; i < o.n; i++)
		o.v[i] = (struct row_position){ row_identity(v, i, true, path), (uint32_t)i };
	if (o.n > 0)
		qsort(o.v, o.n, sizeof(*o.v), by_identity_and_position);
	return o;
}

void
view_identity_restore_order(struct view *v, const struct row_order *o)
{
	uint64_t path[UINT8_MAX + 1] = { 0 };
	double *positions = mem_uncleared(v->rows.n, sizeof(*positions));

	for (size_t i = 0; i < v->rows.n; i++) {
		uint64_t id = row_identity(v, i, true, path);
		size_t k;

		BISECT(k, o->n, o->v[k].id >= id);
		positions[i] = k < o->n && o->v[k].id == id ? o->v[k].at : (double)(o->n + i);
	}
	view_sort_as(v, positions);
}
