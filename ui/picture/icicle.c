/* icicle.c - the boxes of the icicle view: which frames are drawn, and where
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "picture/icicle.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "columns/sidecolumns.h"
#include "picture/icicle_names.h"
#include "picture/icicle_paths.h"

enum {
	MOST_DEPTH = 10000,		/* levels of boxes inside the zoomed frame; deeper frames
				 * have no boxes */
	MANY_FRAMES = 10000,		/* if a tree has at least this number of frames, or the
					 * profile has at least this number of paths, a hidden view
					 * frees its tree */
};

/* The frames inside one frame.  Boxes for these frames are added one after the other. */
struct level {
	uint32_t next, end;		/* frames .next to .end - 1 have no box yet */
	uint32_t together;		/* frames .together to .end - 1 are drawn as one box */
	double left;			/* left edge of the first frame of the level, from 0 to 1 */
	double width;			/* sum of the widths of all frames of the level, in
					 * samples */
};

/* The part of the tree that is drawn at full width. */
struct window {
	double width;			/* in samples */
	double least;			/* in samples; narrower frames are drawn together */
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
icicle_total(const struct view *v, const struct row *r)
{
	const struct frame *f = icicle_frame_at(v, r->thing);
	struct icicle_box *b = icicle_box(v, r);
	double sum = 0;

	if (b->has_total)
		return b->total;
	for (uint32_t i = 0; i < b->frames; i++)
		sum += f[i].total;
	b->total = sum;
	b->has_total = true;
	return sum;
}

/* Adds a box for the N frames from FRAME on, with the edges LEFT and RIGHT, and a row for the
 * box. */
static void
add_box(struct view *v, uint32_t frame, uint32_t n, double left, double right)
{
	struct icicle *c = v->icicle;
	const struct frame *f = icicle_frame_at(v, frame);

	c->boxes = mem_grow(c->boxes, c->n + 1, &c->room, sizeof(*c->boxes));
	c->boxes[c->n] = (struct icicle_box){ .depth = f->depth, .frames = n,
		.left = left, .right = right < 1 ? right : 1 };
	if (f->depth > c->deepest)
		c->deepest = f->depth;
	view_add(v, (struct row){ .thing = frame, .kind = n > 1 ? ICICLE_NARROW : ICICLE_FRAME,
		.depth = (uint8_t)(f->depth < UINT8_MAX ? f->depth : UINT8_MAX),
		.set = (uint32_t)c->n++ });
}

/* Adds the next box of LEVEL.  Sets *FRAME to the frame of this box if there may be boxes inside
 * the box, otherwise to NOBODY. */
static void
add_next(struct view *v, const struct window *w, struct level *level, uint32_t *frame)
{
	uint32_t first = level->next;
	const struct frame *f = icicle_frame_at(v, first);
	double left = level->left + (level->width - f->rest) / w->width;

	if (first < level->together && f->width >= w->least) {
		add_box(v, first, 1, left, left + f->width / w->width);
		*frame = level->next++;
		return;
	}
	/* The widest frame comes first, so all frames that follow are too narrow, too. */
	add_box(v, first, level->end - first, left, left + f->rest / w->width);
	level->next = level->end;
	*frame = NOBODY;
}

/* Sets *LEVEL to the frames inside FRAME, except the first SKIP frames.  LEFT is the left edge of
 * the level.  Returns false if the user stopped the work; then V->ctx->stopped is set. */
static bool
open_level(struct view *v, uint32_t frame, uint32_t skip, double left, struct level *level)
{
	uint32_t n, first = frametree_inside(&v->icicle->tree->frames, frame, v->ctx->stop, &n);

	*level = (struct level){ .left = left };
	if (skip < n)
		*level = (struct level){ .next = first + skip, .end = first + n,
			.together = first + n, .left = left,
			.width = icicle_frame_at(v, first + skip)->rest };
	v->ctx->stopped |= first == NOBODY;
	return first != NOBODY;
}

/* Returns the window that shows the frames of LEVEL in N cells.  If all frames are narrower than a
 * cell, sets LEVEL->together: the first N / 2 frames share N - 1 cells, and all other frames are
 * drawn as one box in the last cell. */
static struct window
window_of(const struct view *v, struct level *level, uint32_t n)
{
	const struct frame *f = icicle_frame_at(v, 0);
	struct window w = { .width = level->width, .least = level->width / n };

	if (level->next < level->end && f[level->next].width < w.least && n > 1) {
		/* There are more than N frames. */
		level->together = level->next + n / 2;
		w.width = (level->width - f[level->together].rest) * n / (n - 1);
		w.least = w.width / n;
	}
	return w;
}

/* Adds the boxes inside frame ZOOM->frame.  If ZOOM->skip is not NOBODY, skips the first ZOOM->skip
 * frames. */
static void
add_inside(struct view *v, const struct icicle_zoom *zoom)
{
	struct level *levels = mem_new(1, sizeof(*levels));
	struct icicle *c = v->icicle;
	struct window w = { .width = icicle_frame_at(v, zoom->frame)->width };
	size_t n = 1, room = 1;
	uint32_t frame;

	if (!open_level(v, zoom->frame, zoom->skip == NOBODY ? 0 : zoom->skip, 0, &levels[0]))
		n = 0;
	w.least = w.width * (v->least_part > 0 ? v->least_part : 1.0 / v->width);
	c->width = w.width;
	if (zoom->skip != NOBODY) {
		c->width = levels[0].width;
		w = window_of(v, &levels[0], (uint32_t)v->width);
	}
	for (;;) {
		while (n > 0 && levels[n - 1].next == levels[n - 1].end)
			n--;
		if (n == 0 || view_context_is_stopped(v->ctx, c->n))
			break;
		add_next(v, &w, &levels[n - 1], &frame);
		if (frame == NOBODY)
			continue;
		levels = mem_grow(levels, n + 1, &room, sizeof(*levels));
		if (!open_level(v, frame, 0, c->boxes[c->n - 1].left, &levels[n]))
			break;
		if (n < MOST_DEPTH)
			n++;
		else
			c->cut += levels[n].end > levels[n].next;
	}
	free(levels);
}

/* Adds a box over the full width for frame F and for each frame around F. */
static void
add_around(struct view *v, uint32_t f)
{
	const struct frame *frames = icicle_frame_at(v, 0);
	uint32_t n = frames[f].depth + 1, *path = mem_uncleared(n, sizeof(*path));

	for (uint32_t at = f; at != NOBODY; at = frames[at].parent)
		path[frames[at].depth] = at;
	for (uint32_t i = 0; i < n; i++)
		add_box(v, path[i], 1, 0, 1);
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
	c->cut = 0;
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

/* Was tree T made for the graph and the filter that V has now?  T may be NULL. */
static bool
is_current(const struct view *v, const struct icicle_tree *t)
{
	return t != NULL && t->changes == v->ctx->changes && (t->filter == NULL
		? v->filter.text == NULL
		: v->filter.text != NULL && strcmp(t->filter, v->filter.text) == 0);
}

/* Returns a new tree for V.  If the user stopped the work, returns NULL and sets
 * V->ctx->stopped. */
static struct icicle_tree *
new_tree(struct view *v)
{
	struct icicle_tree *t = mem_new(1, sizeof(*t));
	bool *chosen = v->filter.text != NULL ? icicle_names_chosen(v) : NULL;
	struct frametree_options options = { .callees_on_top = v->ops->goes_up,
		.subject = v->subject, .chosen = chosen, .stop = v->ctx->stop };

	sidecolumn_stacks(v->ctx, options.sides);
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

/* Returns a new icicle with the zooms of OLD, but without boxes and tree.  If OLD is NULL, the
 * icicle shows all frames. */
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
	c->folded = old->folded;
	c->lines = old->lines;
	return c;
}

/* Sets the tree of V to the tree of OLD or, if that is out of date, to a new tree.  In a new tree,
 * finds the zoomed and selected frames of OLD again.  OLD may be NULL. */
static void
set_tree(struct view *v, struct icicle *old)
{
	struct icicle *c = v->icicle;

	if (old != NULL && is_current(v, old->tree)) {
		c->tree = old->tree;
		c->tree->users++;
		if (old->keeps_paths)
			icicle_paths_copy(c, old);
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

	set_tree(v, old);
	if (c->tree == NULL || c->tree->frames.v[0].width <= 0)
		return;
	add_around(v, zoom->frame);
	add_inside(v, zoom);
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

/* Selects the box of frame F or, if F has no box, of the nearest frame around F that has one. */
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

size_t
icicle_cut(const struct view *v, uint32_t *depth)
{
	*depth = v->icicle->deepest;
	return v->icicle->cut;
}

bool
icicle_is_incomplete(const struct view *v)
{
	return v->icicle->tree != NULL && v->icicle->tree->frames.is_full;
}
