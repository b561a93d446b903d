/* svg_frames.c - the frames that --export=svg writes: the widest ones
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/svg_frames.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* Frames inside the same frame are sorted by width, and the widest of them are chosen.  So it is
 * enough to note how many of them are chosen. */
struct chooser {
	struct frametree *t;
	uint32_t *heap;			/* owned; a binary heap of frames that may be chosen next,
					 * the widest first.  It has one frame inside each chosen
					 * frame: the widest that is not yet chosen */
	size_t nheap, heap_room;
	uint32_t *chosen;		/* owned; indexed by frame: how many of the frames directly
					 * inside it are chosen */
	uint8_t *is_chosen;		/* owned; indexed by frame */
	size_t known, chosen_room, is_chosen_room;	/* the arrays have elements for .known
							 * frames */
	struct svg_frame *v;		/* owned; the result */
	size_t n, room;
};

/* Is frame A chosen before frame B?  Among equally wide frames, outer frames are chosen first, then
 * frames with smaller numbers. */
static bool
is_before(const struct chooser *c, uint32_t a, uint32_t b)
{
	const struct frame *x = &c->t->v[a], *y = &c->t->v[b];

	if (x->width != y->width)
		return x->width > y->width;
	if (x->depth != y->depth)
		return x->depth < y->depth;
	return a < b;
}

static void
push(struct chooser *c, uint32_t frame)
{
	size_t at = c->nheap++;

	c->heap = mem_grow(c->heap, c->nheap, &c->heap_room, sizeof(*c->heap));
	while (at > 0 && is_before(c, frame, c->heap[(at - 1) / 2])) {
		c->heap[at] = c->heap[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	c->heap[at] = frame;
}

static uint32_t
pop(struct chooser *c)
{
	uint32_t first = c->heap[0], last = c->heap[--c->nheap];
	size_t at = 0, next;

	while ((next = 2 * at + 1) < c->nheap) {
		if (next + 1 < c->nheap && is_before(c, c->heap[next + 1], c->heap[next]))
			next++;
		if (!is_before(c, c->heap[next], last))
			break;
		c->heap[at] = c->heap[next];
		at = next;
	}
	if (c->nheap > 0)
		c->heap[at] = last;
	return first;
}

/* Extends the arrays, so that they have an element for each frame of the tree. */
static void
extend(struct chooser *c)
{
	size_t n = c->t->n;

	c->chosen = mem_grow(c->chosen, n, &c->chosen_room, sizeof(*c->chosen));
	c->is_chosen = mem_grow(c->is_chosen, n, &c->is_chosen_room, sizeof(*c->is_chosen));
	memset(c->chosen + c->known, 0, (n - c->known) * sizeof(*c->chosen));
	memset(c->is_chosen + c->known, 0, (n - c->known) * sizeof(*c->is_chosen));
	c->known = n;
}

/* Chooses frame F, and pushes the frames that may be chosen now that F is chosen. */
static void
choose(struct chooser *c, uint32_t f)
{
	uint32_t parent = c->t->v[f].parent, n, first = frametree_inside(c->t, f, NULL, &n);

	extend(c);
	c->is_chosen[f] = true;
	if (n > 0)
		push(c, first);
	if (parent != NOBODY && ++c->chosen[parent] < c->t->v[parent].ninside)
		push(c, f + 1);
}

static void
add(struct chooser *c, struct svg_frame frame)
{
	c->v = mem_grow(c->v, c->n + 1, &c->room, sizeof(*c->v));
	c->v[c->n++] = frame;
}

/* Adds one element, which stands for frame F and all frames after F inside the same parent. */
static void
add_rest(struct chooser *c, uint32_t f)
{
	const struct frame *parent = &c->t->v[c->t->v[f].parent];
	struct svg_frame rest = { .frame = f, .depth = c->t->v[f].depth,
		.rest = parent->inside + parent->ninside - f };

	for (uint32_t i = f; i < f + rest.rest; i++) {
		rest.width += c->t->v[i].width;
		rest.total += c->t->v[i].total;
	}
	add(c, rest);
}

/* Adds the chosen frames in preorder.  If a chosen frame contains frames that are not chosen, also
 * adds one element for them. */
static void
add_all(struct chooser *c)
{
	uint32_t f = 0;

	while (f != NOBODY) {
		const struct frame *frame = &c->t->v[f];
		uint32_t parent;

		if (c->is_chosen[f]) {
			add(c, (struct svg_frame){ .frame = f, .depth = frame->depth,
				.width = frame->width, .total = frame->total });
			if (frame->ninside > 0) {
				f = frame->inside;
				continue;
			}
		} else {
			add_rest(c, f);
		}
		/* If F was chosen, go to the next frame inside the same parent.  If F was not
		 * chosen, or is the last inside its parent, go to the parent and look for its next
		 * frame, and so on. */
		while ((parent = c->t->v[f].parent) != NOBODY && (!c->is_chosen[f]
			|| f + 1 == c->t->v[parent].inside + c->t->v[parent].ninside))
			f = parent;
		f = parent != NOBODY ? f + 1 : NOBODY;
	}
}

struct svg_frame *
svg_frames_choose(struct frametree *t, size_t limit, size_t *n)
{
	struct chooser c = { .t = t };
	size_t chosen = 1;

	choose(&c, 0);
	for (; chosen < limit && c.nheap > 0; chosen++)
		choose(&c, pop(&c));
	add_all(&c);
	free(c.heap);
	free(c.chosen);
	free(c.is_chosen);
	*n = c.n;
	return c.v;
}
