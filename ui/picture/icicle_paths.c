/* icicle_paths.c - finding the selected and the zoomed frames again in another tree
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "picture/icicle_paths.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static struct icicle_path
path_to(const struct icicle *c, uint32_t f, uint32_t skip)
{
	const struct frame *v = c->tree->frames.v;
	struct icicle_path path = { .n = f != NOBODY ? v[f].depth : 0, .skip = skip };

	path.funcs = mem_uncleared(path.n, sizeof(*path.funcs));
	for (; path.n > 0 && v[f].depth > 0; f = v[f].parent)
		path.funcs[v[f].depth - 1] = v[f].func;
	return path;
}

void
icicle_paths_forget(struct icicle *c)
{
	for (size_t i = 0; i < c->npaths; i++)
		free(c->paths[i].funcs);
	free(c->paths);
	c->paths = NULL;
	c->npaths = 0;
	c->keeps_paths = false;
}

void
icicle_paths_copy(struct icicle *c, const struct icicle *old)
{
	assert(old->npaths == old->nzooms + 1 && c->npaths == 0);
	c->npaths = old->npaths;
	c->paths = mem_new(c->npaths, sizeof(*c->paths));
	for (size_t i = 0; i < c->npaths; i++) {
		const struct icicle_path *path = &old->paths[i];

		c->paths[i] = *path;
		c->paths[i].funcs = mem_uncleared(path->n, sizeof(*path->funcs));
		memcpy(c->paths[i].funcs, path->funcs, path->n * sizeof(*path->funcs));
	}
	c->keeps_paths = true;
}

void
icicle_paths_save(struct icicle *c)
{
	if (c->tree == NULL)
		return;
	if (c->keeps_paths) {
		free(c->paths[c->nzooms].funcs);
		c->paths[c->nzooms] = path_to(c, c->selected, 0);
		return;
	}
	icicle_paths_forget(c);
	c->npaths = c->nzooms + 1;
	c->paths = mem_new(c->npaths, sizeof(*c->paths));
	for (size_t i = 0; i < c->nzooms; i++)
		c->paths[i] = path_to(c, c->zooms[i].frame, c->zooms[i].skip);
	c->paths[c->nzooms] = path_to(c, c->selected, 0);
}

/* Returns the frame of node N directly inside frame F, or NOBODY if there is none.  If the user
 * stops the work, returns NOBODY and sets V->ctx->stopped. */
static uint32_t
find_inside(struct view *v, uint32_t f, uint32_t n)
{
	struct frametree *t = &v->icicle->tree->frames;
	uint32_t count, first = frametree_inside(t, f, v->ctx->stop, &count);

	v->ctx->stopped |= first == NOBODY;
	for (uint32_t i = first; i < first + count; i++)
		if (t->v[i].node == n)
			return i;
	return NOBODY;
}

/* Returns the frame at the end of PATH or, if the tree lacks this frame, the last frame of PATH
 * that the tree has.  Sets *WHOLE to whether the frame is the end of PATH. */
static uint32_t
find_frame(struct view *v, const struct icicle_path *path, bool *whole)
{
	uint32_t f = 0, i = 0;

	for (; i < path->n; i++) {
		uint32_t func = view_context_node_of(v->ctx, path->funcs[i]);
		uint32_t next = find_inside(v, f, graph_cycle_or_self(v->ctx->graph, func));

		if (next == NOBODY)
			break;
		f = next;
	}
	*whole = i == path->n;
	return f;
}

void
icicle_paths_restore(struct view *v, const struct icicle *old)
{
	struct icicle *c = v->icicle;
	bool whole, lost = false;
	uint32_t n;

	for (size_t i = 0; i + 1 < old->npaths; i++) {
		struct icicle_zoom *zoom = &c->zooms[i];

		zoom->frame = find_frame(v, &old->paths[i], &whole);
		if (frametree_inside(&c->tree->frames, zoom->frame, v->ctx->stop, &n) == NOBODY)
			v->ctx->stopped = true;
		zoom->skip = whole && old->paths[i].skip < n ? old->paths[i].skip : NOBODY;
		lost |= !whole || zoom->skip != old->paths[i].skip;
	}
	if (old->npaths > 0)
		c->selected = find_frame(v, &old->paths[old->npaths - 1], &whole);
	if (lost)
		icicle_paths_copy(c, old);
}

/* Returns a copy of PATH with FUNCS[f] in place of each function f.  The copy ends before the first
 * function for which FUNCS[f] is NOBODY. */
static struct icicle_path
renamed_path(const struct icicle_path *path, const uint32_t *funcs)
{
	struct icicle_path renamed = { .skip = path->skip,
		.funcs = mem_uncleared(path->n, sizeof(*path->funcs)) };

	for (; renamed.n < path->n && funcs[path->funcs[renamed.n]] != NOBODY; renamed.n++)
		renamed.funcs[renamed.n] = funcs[path->funcs[renamed.n]];
	return renamed;
}

void
icicle_paths_follow(struct view *v, const struct view *old, const uint32_t *funcs)
{
	struct icicle *from = old->icicle, *to;

	if (from == NULL)
		return;
	if (from->tree != NULL && old->rows.n > 0)
		from->selected = view_row(old)->thing;
	if (from->tree != NULL)
		icicle_paths_save(from);
	if (from->npaths == 0)
		return;
	to = v->icicle = mem_new(1, sizeof(*to));
	to->nzooms = from->npaths - 1;
	to->npaths = from->npaths;
	to->zooms = mem_new(to->nzooms, sizeof(*to->zooms));
	to->paths = mem_uncleared(to->npaths, sizeof(*to->paths));
	for (size_t i = 0; i < to->npaths; i++)
		to->paths[i] = renamed_path(&from->paths[i], funcs);
	to->zoom = from->zoom;
	to->top = from->top;
	to->lines = from->lines;
}
