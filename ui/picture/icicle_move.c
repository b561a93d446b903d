/* icicle_move.c - moving among the boxes of an icicle: selecting, zooming, scrolling
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "picture/icicle.h"

bool
icicle_select(struct view *v, uint32_t n)
{
	double widest = -1;
	int at = -1;

	for (size_t i = 0; i < v->rows.n; i++) {
		const struct frame *f = icicle_frame(v, &v->rows.v[i]);

		if (f != NULL && f->node == n && f->width > widest) {
			widest = f->width;
			at = (int)i;
		}
	}
	if (at >= 0)
		list_go(&v->list, at);
	icicle_show_selected(v);
	return at >= 0;
}

static uint32_t
depth_of(const struct view *v, int at)
{
	return icicle_box(v, &v->rows.v[at])->depth;
}

int
icicle_next(const struct view *v, int at, enum action action)
{
	int n = (int)v->rows.n, step = action == ACT_DOWN || action == ACT_RIGHT ? 1 : -1;
	uint32_t depth = depth_of(v, at);
	int i;

	if (action == ACT_DOWN)
		return at + 1 < n && depth_of(v, at + 1) > depth ? at + 1 : at;
	for (i = at + step; i >= 0 && i < n; i += step)
		if (depth_of(v, i) == (action == ACT_UP ? depth - 1 : depth))
			return i;
	return at;
}

bool
icicle_zoom(struct view *v)
{
	struct icicle *c = v->icicle;
	const struct row *r = view_row(v);
	const struct frame *f;
	struct icicle_zoom zoom = { .skip = NOBODY }, next;
	size_t nzooms = c->nzooms;
	bool keeps_paths = c->keeps_paths;

	if (r == NULL)
		return false;
	f = icicle_frame_at(v, r->thing);
	if (r->kind == ICICLE_FRAME)
		zoom.frame = r->thing;
	else
		zoom = (struct icicle_zoom){ f->parent,
			r->thing - icicle_frame_at(v, f->parent)->inside };
	if (zoom.frame == c->zooms[c->zoom].frame && zoom.skip == c->zooms[c->zoom].skip)
		return false;
	c->zooms = mem_resize(c->zooms, nzooms + 1, sizeof(*c->zooms));
	next = c->zooms[++c->zoom];
	c->zooms[c->zoom] = zoom;
	c->nzooms = c->zoom + 1;
	c->keeps_paths = false;
	if (view_fill(v))
		return true;
	/* The user stopped the work: restore the zooms. */
	c->zooms[c->zoom--] = next;
	c->nzooms = nzooms;
	c->keeps_paths = keeps_paths;
	return true;
}

bool
icicle_zoom_back(struct view *v, int step)
{
	struct icicle *c = v->icicle;
	bool keeps_paths = c->keeps_paths;

	if (step < 0 ? c->zoom == 0 : c->zoom + 1 >= c->nzooms)
		return false;
	c->zoom = step < 0 ? c->zoom - 1 : c->zoom + 1;
	c->keeps_paths = false;
	if (!view_fill(v)) {
		c->zoom = step < 0 ? c->zoom + 1 : c->zoom - 1;
		c->keeps_paths = keeps_paths;
	}
	return true;
}

int
icicle_line(const struct icicle *c, uint32_t depth)
{
	return depth < c->folded ? 0 : (int)(depth - c->folded) + (c->folded > 0);
}

uint32_t
icicle_depth(const struct icicle *c, int line)
{
	return (uint32_t)line + c->folded - (c->folded > 0);
}

/* Returns how many of the outermost depths of V have only one box, which fills the whole width. */
static uint32_t
count_full(const struct view *v)
{
	enum { MOST = 256 };
	uint8_t boxes[MOST] = { 0 }, full[MOST] = { 0 };
	double part = v->width > 0 ? 0.5 / v->width : 0;
	uint32_t n = 0;

	for (size_t i = 0; i < v->rows.n; i++) {
		const struct icicle_box *b = icicle_box(v, &v->rows.v[i]);

		if (b->depth >= MOST)
			continue;
		boxes[b->depth] = (uint8_t)(boxes[b->depth] + (boxes[b->depth] < 2));
		full[b->depth] |= b->frames == 1 && b->left < part && b->right > 1 - part;
	}
	while (n < MOST && boxes[n] == 1 && full[n])
		n++;
	return n;
}

/* Folds no more depths than needed. */
static void
fold(struct view *v)
{
	struct icicle *c = v->icicle;
	uint32_t excess = (int)c->deepest + 1 > c->lines
		? c->deepest + 1 - (uint32_t)c->lines : 0;
	uint32_t full = excess > 0 ? count_full(v) : 0;

	c->folded = full <= excess ? full : excess + 1;
	if (c->folded < 2)
		c->folded = 0;
}

void
icicle_show_selected(struct view *v)
{
	struct icicle *c = v->icicle;
	int line, n;

	if (c == NULL || v->rows.n == 0)
		return;
	fold(v);
	n = icicle_line(c, c->deepest) + 1;
	line = icicle_line(c, depth_of(v, v->list.cursor));
	if (c->top > line)
		c->top = line;
	if (line >= c->top + c->lines)
		c->top = line - c->lines + 1;
	if (c->top + c->lines > n)
		c->top = n - c->lines;
	if (c->top < 0)
		c->top = 0;
}

/* Returns the line of row AT. */
static int
line_of(const struct view *v, int at)
{
	return icicle_line(v->icicle, depth_of(v, at));
}

void
icicle_scroll(struct view *v, int by)
{
	struct icicle *c = v->icicle;
	int most = icicle_line(c, c->deepest) + 1 - c->lines, next;

	c->top += by;
	if (c->top > most)
		c->top = most;
	if (c->top < 0)
		c->top = 0;
	if (v->rows.n == 0)
		return;
	while (line_of(v, v->list.cursor) >= c->top + c->lines)
		list_go(&v->list, icicle_next(v, v->list.cursor, ACT_UP));
	while (line_of(v, v->list.cursor) < c->top) {
		next = icicle_next(v, v->list.cursor, ACT_DOWN);
		if (next == v->list.cursor) {
			/* No box is inside the selected box: select the first box in the first line
			 * of the window. */
			for (next = 0; line_of(v, next) != c->top; next++)
				;
		}
		list_go(&v->list, next);
	}
}

int
icicle_row_at(const struct view *v, uint32_t depth, double at)
{
	for (size_t i = 0; i < v->rows.n; i++) {
		const struct icicle_box *b = icicle_box(v, &v->rows.v[i]);

		if (b->depth == depth && at >= b->left && at < b->right)
			return (int)i;
	}
	return -1;
}
