/* icicle.c - the boxes of the icicle view: which frames are drawn, and where
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/icicle.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "columns/icicle_names.h"
#include "columns/icicle_paths.h"

enum {
	MOST_DEPTH = 10000,		/* frames deeper inside the zoomed frame have no box */
	MANY_FRAMES = 10000,		/* a hidden view frees its tree if it has this number of
					 * frames or paths, or more */
};

/* The frames inside a frame that are still to be added. */
struct level {
	uint32_t next, end;		/* frames */
};

/* The part of the tree that is drawn at full width. */
struct window {
	double left, width;		/* in samples */
	double least;			/* of these samples */
};

struct icicle_box *
icicle_box(const struct view *v, const struct row *r)
{
	assert(r->kind != ICICLE_NODE && r->set < v->icicle->n);
	return &v->icicle->boxes[r->set];
}

const struct frame *
icicle_frame_at(const struct view *v, uint32_t f)
{
	return &v->icicle->tree->frames.v[f];
}

const struct frame *
icicle_frame(const struct view *v, const struct row *r)
{
	return r->kind == ICICLE_FRAME ? icicle_frame_at(v, r->thing) : NULL;
}

double
icicle_width(const struct view *v, const struct row *r)
{
	const struct frame *f = icicle_frame_at(v, r->thing);
	double sum = 0;

	if (r->kind == ICICLE_FRAME)
		return f->width;
	for (uint32_t i = 0; i < icicle_box(v, r)->frames; i++)
		sum += f[i].width;
	return sum;
}

double
icicle_total(const struct view *v, const struct row *r)
{
	const struct frame *f = icicle_frame_at(v, r->thing);
	double sum = 0;

	for (uint32_t i = 0; i < icicle_box(v, r)->frames; i++)
		sum += f[i].total;
	return sum;
}

/* Add a box for N frames from FRAME on, which are WIDTH samples wide. */
static void
add_box(struct view *v, const struct window *w, uint32_t frame, uint32_t n, double width)
{
	struct icicle *c = v->icicle;
	const struct frame *f = icicle_frame_at(v, frame);
	double left = (f->left - w->left) / w->width, right = left + width / w->width;

	c->boxes = mem_grow(c->boxes, c->n + 1, &c->room, sizeof(*c->boxes));
	c->boxes[c->n] = (struct icicle_box){ .depth = f->depth, .frames = n,
		.left = left > 0 ? left : 0, .right = right < 1 ? right : 1 };
	if (f->depth > c->deepest)
		c->deepest = f->depth;
	view_add(v, (struct row){ .thing = frame, .kind = n > 1 ? ICICLE_NARROW : ICICLE_FRAME,
		.depth = (uint8_t)(f->depth < UINT8_MAX ? f->depth : UINT8_MAX),
		.set = (uint32_t)c->n++ });
}

/* Add the next box of LEVEL.  Sets *FRAME to its frame if there may be boxes inside, otherwise to
 * NOBODY. */
static void
add_next(struct view *v, const struct window *w, struct level *level, uint32_t *frame)
{
	const struct frame *f = icicle_frame_at(v, 0);
	uint32_t first = level->next;
	double width = 0;

	*frame = NOBODY;
	if (f[first].width >= w->least) {
		add_box(v, w, first, 1, f[first].width);
		*frame = level->next++;
		return;
	}
	/* Frames are sorted by width, so the others are too narrow, too.  Their widths are added:
	 * the difference of two edges is 0 if the frames are much narrower than those to the left
	 * of them. */
	for (uint32_t i = first; i < level->end; i++)
		width += f[i].width;
	add_box(v, w, first, level->end - first, width);
	level->next = level->end;
}

/* Add the boxes inside the frame that ZOOM shows. */
static void
add_inside(struct view *v, const struct window *w, const struct icicle_zoom *zoom)
{
	struct frametree *t = &v->icicle->tree->frames;
	uint32_t frame = zoom->frame, skip = zoom->skip == NOBODY ? 0 : zoom->skip;
	struct level *levels = NULL;
	size_t n = 0, room = 0;

	for (;;) {
		uint32_t count, first;

		if (frame != NOBODY && n == MOST_DEPTH) {
			(void)frametree_inside(t, frame, &count);
			v->icicle->is_cut |= count > 0;
		} else if (frame != NOBODY) {
			first = frametree_inside(t, frame, &count);
			levels = mem_grow(levels, n + 1, &room, sizeof(*levels));
			levels[n++] = (struct level){ first + skip, first + count };
			skip = 0;
		}
		while (n > 0 && levels[n - 1].next == levels[n - 1].end)
			n--;
		if (n == 0 || view_context_is_stopped(v->ctx, v->icicle->n))
			break;
		add_next(v, w, &levels[n - 1], &frame);
	}
	free(levels);
}

/* Returns what ZOOM shows. */
static struct window
window_of(const struct view *v, const struct icicle_zoom *zoom)
{
	uint32_t n, first = frametree_inside(&v->icicle->tree->frames, zoom->frame, &n);
	const struct frame *f = icicle_frame_at(v, zoom->frame);
	struct window w = { .left = f->left, .width = f->width };

	if (zoom->skip < n) {
		w.left = icicle_frame_at(v, first + zoom->skip)->left;
		w.width = 0;
		/* The difference of two edges would be 0 if the frames are much narrower than those
		 * to the left of them. */
		for (uint32_t i = zoom->skip; i < n; i++)
			w.width += icicle_frame_at(v, first + i)->width;
	}
	w.least = w.width * (v->least_part > 0 ? v->least_part : 1.0 / v->width);
	return w;
}

/* Add a box over the full width for frame F and each frame around it. */
static void
add_around(struct view *v, uint32_t f)
{
	const struct frame *frames = icicle_frame_at(v, 0);
	uint32_t n = frames[f].depth + 1, *path = mem_uncleared(n, sizeof(*path));

	for (uint32_t at = f; at != NOBODY; at = frames[at].parent)
		path[frames[at].depth] = at;
	for (uint32_t i = 0; i < n; i++) {
		const struct frame *frame = &frames[path[i]];
		const struct window w = { frame->left, frame->width, 0 };

		add_box(v, &w, path[i], 1, frame->width);
	}
	free(path);
}

static void
drop_boxes(struct icicle *c)
{
	for (size_t i = 0; i < c->n; i++)
		free(c->boxes[i].label);
	free(c->boxes);
	c->boxes = NULL;
	c->n = c->room = 0;
	c->deepest = 0;
	c->is_cut = false;
}

static void
drop_tree(struct icicle *c)
{
	if (c->tree != NULL && --c->tree->users == 0) {
		frametree_release(&c->tree->frames);
		free(c->tree->filter);
		free(c->tree);
	}
	c->tree = NULL;
}

/* Is T the tree of the graph and the filter that V has now? */
static bool
is_current(const struct view *v, const struct icicle_tree *t)
{
	return t != NULL && t->changes == v->ctx->changes && (t->filter == NULL
		? v->filter.text == NULL
		: v->filter.text != NULL && strcmp(t->filter, v->filter.text) == 0);
}

/* Returns a new tree for V; NULL: the user stopped the work. */
static struct icicle_tree *
new_tree(struct view *v)
{
	struct icicle_tree *t = mem_new(1, sizeof(*t));
	bool *chosen = v->filter.text != NULL ? icicle_names_chosen(v) : NULL;
	const struct frametree_options options = { .callees_on_top = v->ops->goes_up,
		.subject = v->subject, .chosen = chosen, .stop = v->ctx->stop };

	if (v->ctx->stopped || !frametree_open(&t->frames, v->ctx->graph, &options)) {
		v->ctx->stopped = true;
		free(t);
		t = NULL;
	} else {
		t->users = 1;
		t->changes = v->ctx->changes;
		t->filter = v->filter.text != NULL
			? mem_text(v->filter.text, strlen(v->filter.text)) : NULL;
	}
	free(chosen);
	return t;
}

/* Returns a new icicle with the zooms of OLD, but without boxes and tree. */
static struct icicle *
new_like(const struct view *v, const struct icicle *old)
{
	struct icicle *c = mem_new(1, sizeof(*c));

	c->nzooms = old != NULL ? old->nzooms : 1;
	c->zooms = mem_new(c->nzooms, sizeof(*c->zooms));
	c->zooms[0].skip = NOBODY;
	c->lines = v->list.height;
	if (old == NULL)
		return c;
	memcpy(c->zooms, old->zooms, c->nzooms * sizeof(*c->zooms));
	c->zoom = old->zoom;
	c->selected = old->selected;
	c->top = old->top;
	c->lines = old->lines;
	return c;
}

/* Set the tree of V: that of OLD or, if it is out of date, a new one. */
static void
set_tree(struct view *v, struct icicle *old)
{
	struct icicle *c = v->icicle;

	if (old != NULL && is_current(v, old->tree)) {
		c->tree = old->tree;
		c->tree->users++;
		return;
	}
	c->tree = new_tree(v);
	if (c->tree == NULL || old == NULL)
		return;
	icicle_paths_save(old);
	icicle_paths_restore(v, old);
}

void
icicle_fill(struct view *v)
{
	struct icicle *old = v->icicle, *c = v->icicle = new_like(v, old);
	const struct icicle_zoom *zoom = &c->zooms[c->zoom];
	struct window w;

	set_tree(v, old);
	if (c->tree == NULL || c->tree->frames.v[0].width <= 0)
		return;
	w = window_of(v, zoom);
	add_around(v, zoom->frame);
	add_inside(v, &w, zoom);
}

void
icicle_free(struct icicle *c)
{
	if (c == NULL)
		return;
	drop_boxes(c);
	drop_tree(c);
	icicle_names_forget(c);
	icicle_paths_forget(c);
	free(c->zooms);
	free(c);
}

void
icicle_save(struct view *v)
{
	if (v->icicle != NULL && v->icicle->tree != NULL && v->rows.n > 0)
		v->icicle->selected = view_row(v)->thing;
}

/* Select frame F or, if it has no box, the nearest frame around it that has one. */
static void
select_frame(struct view *v, uint32_t f)
{
	const struct frame *frames = v->icicle->tree->frames.v;
	uint32_t n = frames[f].depth + 1, *around = mem_uncleared(n, sizeof(*around));
	int best = 0;

	for (uint32_t at = f; at != NOBODY; at = frames[at].parent)
		around[frames[at].depth] = at;
	for (size_t i = 0; i < v->rows.n; i++) {
		const struct row *r = &v->rows.v[i];
		const struct icicle_box *b = icicle_box(v, r);

		if (b->depth < n && around[b->depth] - r->thing < b->frames)
			best = (int)i;
	}
	free(around);
	list_go(&v->list, best);
}

void
icicle_restore(struct view *v)
{
	if (v->rows.n > 0)
		select_frame(v, v->icicle->selected);
	icicle_show_selected(v);
}

void
icicle_forget(struct view *v)
{
	struct icicle *c = v->icicle;
	const struct paths *paths = v->ctx->graph->profile->paths;

	if (c == NULL || c->tree == NULL || (c->tree->frames.n < MANY_FRAMES
			&& (paths == NULL || paths->n < MANY_FRAMES)))
		return;
	icicle_save(v);
	icicle_paths_save(c);
	drop_tree(c);
	drop_boxes(c);
	v->rows.n = 0;
	v->forgotten = true;
}

double
icicle_shown_part(const struct view *v)
{
	double total = v->ctx->graph->total;

	return total > 0 && v->icicle != NULL && v->icicle->tree != NULL
		? v->icicle->tree->frames.v[0].width / total : 0;
}
