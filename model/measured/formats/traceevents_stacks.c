/* traceevents_stacks.c - samples with stacks in trace events
 *
 * The object "stackFrames" has a frame for each id: "name", "category" (a program or library) and
 * "parent", the id of the caller.  The array "samples" has samples: "sf" is the id of the innermost
 * frame, "weight" the value, "name" the event.  Events of the kind "P" are samples, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/formats/traceevents.h"

/* A frame of "stackFrames". */
struct stack_frame {
	struct jsontree_text id;
	const struct jsontree_value *v;
	uint32_t path;			/* NOBODY: not made yet */
	bool is_circle;			/* its callers have no end */
};

struct stack_frames {
	struct trace *p;
	struct stack_frame *v;		/* owned; indexed by number of .ids */
	struct numbering ids;
	size_t room;
	uint32_t *chain;		/* owned; room for all frames */
};

static bool
is_frame(const void *of, uint32_t number, const void *key)
{
	const struct stack_frame *a = (const struct stack_frame *)of + number;
	const struct jsontree_text *b = key;

	return a->id.n == b->n && memcmp(a->id.s, b->s, b->n) == 0;
}

/* Returns the number of the frame whose id is V, a text or a number; NOBODY: there is none. */
static uint32_t
find_frame(struct stack_frames *f, const struct jsontree_value *v)
{
	struct jsontree_text id = jsontree_text(v);
	char digits[32];

	if (v != NULL && v->kind == JSONTREE_INTEGER) {
		id.n = (size_t)snprintf(digits, sizeof(digits), "%" PRId64, v->integer);
		id.s = digits;
	}
	return v == NULL || f->ids.n == 0 ? NOBODY : numbering_find(&f->ids,
		numbering_hash(&f->ids, id.s, id.n), is_frame, f->v, &id);
}

/* Reads the frames of the object V. */
static void
read_frames(struct stack_frames *f, const struct jsontree_value *v)
{
	const struct jsontree *t = &f->p->t;
	const struct jsontree_value *key = jsontree_first(t, v), *value;

	for (; key != NULL && (value = jsontree_next(t, key)) != NULL;
	     key = jsontree_next(t, value)) {
		struct stack_frame frame = { .id = jsontree_text(key), .v = value,
			.path = NOBODY };
		uint32_t before = f->ids.n, number = numbering_of(&f->ids,
			numbering_hash(&f->ids, frame.id.s, frame.id.n), is_frame, f->v,
			&frame.id);

		if (number < before)
			continue;
		f->v = mem_grow(f->v, (size_t)number + 1, &f->room, sizeof(*f->v));
		f->v[number] = frame;
	}
	f->chain = mem_new(f->ids.n, sizeof(*f->chain));
}

/* Returns the path of the frame NUMBER and its callers; NOBODY: they are a circle. */
static uint32_t
path_of(struct stack_frames *f, uint32_t number)
{
	struct measured *m = f->p->m;
	uint32_t n = 0, path = NOBODY;

	while (number != NOBODY && f->v[number].path == NOBODY && !f->v[number].is_circle
	    && n < f->ids.n) {
		f->chain[n++] = number;
		number = find_frame(f, jsontree_get(&f->p->t, f->v[number].v, "parent"));
	}
	if (number != NOBODY && f->v[number].path == NOBODY) {
		while (n > 0)
			f->v[f->chain[--n]].is_circle = true;
		return NOBODY;
	}
	path = number != NOBODY ? f->v[number].path : NOBODY;
	while (n > 0) {
		struct stack_frame *frame = &f->v[f->chain[--n]];
		struct jsontree_text name = jsontree_text(jsontree_get(&f->p->t, frame->v, "name"));
		struct jsontree_text object = jsontree_text(jsontree_get(&f->p->t, frame->v,
			"category"));

		path = measured_path(m, path, namedstacks_frame(m, name.s, name.n, object.n > 0
			? measured_text(m, object.s, object.n) : NOBODY, NOBODY, 0, 0));
		frame->path = path;
	}
	return path;
}

/* Adds the sample V. */
static void
add_sample(struct stack_frames *f, const struct jsontree_value *v)
{
	struct trace *p = f->p;
	struct jsontree_text name = jsontree_text(jsontree_get(&p->t, v, "name"));
	struct namedstacks_value value = { .samples = 1,
		.value = jsontree_integer(jsontree_get(&p->t, v, "weight"), 1) };
	uint32_t frame = find_frame(f, jsontree_get(&p->t, v, "sf")), path = NOBODY;
	uint32_t thread = trace_thread(p, v);

	if (frame != NOBODY && measured_has_room(p->m, 0))
		path = path_of(f, frame);
	p->is_full |= !measured_has_room(p->m, 0);
	if (path == NOBODY || value.value < 0) {
		p->nbad++;
		return;
	}
	value.squares = (double)value.value * (double)value.value;
	value.event = namedstacks_event(p->m, name.n > 0 ? name.s : "samples",
		name.n > 0 ? name.n : 7, "");
	if (value.event == NOBODY)
		return;
	p->m->events[value.event].is_sampled = true;
	namedstacks_add(&p->stacks, path, p->threads[thread].part, &value);
}

/* Is the event V a sample? */
static bool
is_sample(const struct jsontree *t, const struct jsontree_value *v)
{
	return jsontree_is(jsontree_get(t, v, "ph"), "P") && jsontree_get(t, v, "sf") != NULL;
}

void
trace_add_samples(struct trace *p, const struct jsontree_value *all,
	const struct jsontree_value *events)
{
	struct stack_frames f = { .p = p };
	const struct jsontree_value *frames = jsontree_get(&p->t, all, "stackFrames");
	const struct jsontree_value *v = jsontree_first(&p->t, jsontree_get(&p->t, all, "samples"));

	if (frames == NULL || frames->kind != JSONTREE_OBJECT)
		return;
	read_frames(&f, frames);
	for (; v != NULL && !p->is_full; v = jsontree_next(&p->t, v))
		add_sample(&f, v);
	for (v = events; v != NULL && !p->is_full; v = jsontree_next(&p->t, v))
		if (is_sample(&p->t, v))
			add_sample(&f, v);
	free(f.v);
	free(f.chain);
	numbering_release(&f.ids);
}
