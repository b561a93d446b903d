/* stackprof.c - profiles of Ruby programs by stackprof, in JSON or as Ruby writes its data
 *
 * An object: "frames" has the functions, by their ids.  "raw" has stacks: the number of frames,
 * their ids with the outermost first, and how often the stack was sampled.  Without "raw", each frame
 * has its own samples, those in which it is anywhere on the stack, and "edges": the samples of the
 * functions that it calls.  "interval" is in microseconds, or in allocated objects.  Source:
 * lib/stackprof/report.rb of stackprof.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/formats/jsontree.h"
#include "measured/formats/namedstacks.h"
#include "measured/formats/rubymarshal.h"
#include "measured/reader.h"

/* A frame of the file. */
struct ruby_frame {
	uint64_t id;
	uint32_t value;			/* index of its object in the tree of JSON */
	uint32_t frame;			/* number in m->frames */
};

struct stackprof {
	struct measured *m;
	struct namedstacks stacks;
	struct jsontree t;
	struct ruby_frame *frames;	/* owned */
	struct numbering numbers;	/* of .frames, by their ids */
	size_t room;
	uint32_t event;
	int64_t interval;		/* value of a sample */
	uint64_t nbad;			/* stacks that cannot be used */
	bool is_full;
};

static bool
has_id(const void *of, uint32_t number, const void *key)
{
	const struct ruby_frame *frame = (const struct ruby_frame *)of + number;
	const uint64_t *id = key;

	return frame->id == *id;
}

/* Returns the id that KEY is: a number, or the text of one; an empty text is 0. */
static uint64_t
id_of(const struct jsontree_value *key)
{
	struct jsontree_text t = jsontree_text(key);
	uint64_t id = (uint64_t)jsontree_integer(key, 0);

	for (size_t i = 0; i < t.n && t.s[i] >= '0' && t.s[i] <= '9'; i++)
		id = 10 * id + (uint64_t)(t.s[i] - '0');
	return id;
}

static uint32_t
find_frame(struct stackprof *p, uint64_t id)
{
	return numbering_find(&p->numbers, numbering_hash(&p->numbers, &id, sizeof(id)), has_id,
		p->frames, &id);
}

/* Adds the frame with the id KEY and the object V. */
static void
add_frame(struct stackprof *p, const struct jsontree_value *key, const struct jsontree_value *v)
{
	struct jsontree_text name = jsontree_text(jsontree_get(&p->t, v, "name"));
	struct jsontree_text file = jsontree_text(jsontree_get(&p->t, v, "file"));
	int64_t line = jsontree_integer(jsontree_get(&p->t, v, "line"), 0);
	struct measured_func func = { .object = NOBODY, .file = NOBODY };
	struct measured_frame frame = { .file = NOBODY };
	uint64_t id = id_of(key);
	uint32_t before = p->numbers.n, number = numbering_of(&p->numbers,
		numbering_hash(&p->numbers, &id, sizeof(id)), has_id, p->frames, &id);

	if (number < before)
		return;
	if (file.n > 0)
		func.file = measured_text(p->m, file.s, file.n);
	if (file.n > 0 && line > 0 && line < INT32_MAX)
		func.line = (uint32_t)line;
	func.name = name.n > 0 ? measured_text(p->m, name.s, name.n)
		: measured_text(p->m, "[unknown]", 9);
	frame.func = measured_func(p->m, &func);
	frame.line = func.line;
	p->frames = mem_grow(p->frames, (size_t)number + 1, &p->room, sizeof(*p->frames));
	p->frames[number] = (struct ruby_frame){ id, (uint32_t)(v - p->t.v),
		measured_frame(p->m, &frame) };
	p->is_full |= !measured_has_room(p->m, 0);
}

static void
read_frames(struct stackprof *p)
{
	const struct jsontree_value *key = jsontree_first(&p->t, jsontree_get(&p->t, p->t.v,
		"frames")), *v;

	for (; key != NULL && !p->is_full; key = jsontree_next(&p->t, v)) {
		v = jsontree_next(&p->t, key);
		if (v == NULL)
			break;
		add_frame(p, key, v);
	}
}

/* Adds COUNT samples of PATH. */
static void
add_stack(struct stackprof *p, uint32_t path, int64_t count)
{
	struct namedstacks_value value = { .event = p->event };

	if (count <= 0 || count > INT64_MAX / p->interval) {
		p->nbad++;
		return;
	}
	value.value = count * p->interval;
	value.samples = (uint64_t)count;
	value.squares = (double)count * (double)p->interval * (double)p->interval;
	namedstacks_add(&p->stacks, path, NOBODY, &value);
}

/* Reads the stacks of RAW. */
static void
read_raw(struct stackprof *p, const struct jsontree_value *raw)
{
	const struct jsontree_value *v = jsontree_first(&p->t, raw);

	while (v != NULL && !p->is_full) {
		int64_t n = jsontree_integer(v, 0);
		uint32_t path = NOBODY, number;

		v = jsontree_next(&p->t, v);
		for (; v != NULL && n > 0; n--, v = jsontree_next(&p->t, v)) {
			number = find_frame(p, (uint64_t)jsontree_integer(v, -1));
			if (number == NOBODY) {
				p->nbad++;
				continue;
			}
			path = measured_path(p->m, path, p->frames[number].frame);
			p->is_full |= !measured_has_room(p->m, 0);
		}
		if (v == NULL)
			break;
		if (path != NOBODY)
			add_stack(p, path, jsontree_integer(v, 0));
		v = jsontree_next(&p->t, v);
	}
}

/* Adds the own samples of FRAME, and those of its calls. */
static void
add_costs(struct stackprof *p, const struct ruby_frame *frame, int64_t *values)
{
	const struct jsontree_value *v = &p->t.v[frame->value], *key, *weight;
	int64_t own = jsontree_integer(jsontree_get(&p->t, v, "samples"), 0);
	int64_t all = jsontree_integer(jsontree_get(&p->t, v, "total_samples"), -1);

	values[p->event] = own > 0 && own < INT64_MAX / p->interval ? own * p->interval : 0;
	measured_add_cost(p->m, frame->frame, p->m->file_part, values);
	if (all >= 0 && all >= own && all < INT64_MAX / p->interval) {
		values[p->event] = all * p->interval;
		measured_add_total(p->m, frame->frame, p->m->file_part, values, 0);
	}
	for (key = jsontree_first(&p->t, jsontree_get(&p->t, v, "edges")); key != NULL;
	     key = jsontree_next(&p->t, weight)) {
		struct measured_call call = { .caller = frame->frame, .part = p->m->file_part };
		uint32_t number = find_frame(p, id_of(key));
		int64_t samples;

		weight = jsontree_next(&p->t, key);
		if (weight == NULL)
			break;
		samples = jsontree_integer(weight, 0);
		if (number == NOBODY || samples <= 0 || samples > INT64_MAX / p->interval) {
			p->nbad++;
			continue;
		}
		call.callee = p->m->frames[p->frames[number].frame].func;
		values[p->event] = samples * p->interval;
		measured_add_call(p->m, &call, values);
	}
	p->is_full |= !measured_has_room(p->m, 0);
}

/* Adds the samples of frames and edges to a profile of costs.  Returns false if the earlier files
 * have stacks. */
static bool
read_edges(struct stackprof *p, struct err *e)
{
	int64_t values[NAMEDSTACKS_EVENTS] = { 0 };

	if (p->m->nsamples > 0)
		return err_set(e, ERR_FORMAT, "has no stacks, the file before it has; show them one at "
			"a time");
	p->m->has_costs = true;
	for (uint32_t i = 0; i < p->numbers.n && !p->is_full; i++)
		add_costs(p, &p->frames[i], values);
	measured_add_note(p->m, "The profile has no stacks: it has the samples of functions, and of calls.",
		"raw: true in StackProf.run records stacks.");
	return true;
}

/* Sets the event and what a sample counts. */
static void
set_event(struct stackprof *p)
{
	const struct jsontree_value *mode = jsontree_get(&p->t, p->t.v, "mode");
	struct jsontree_text name = jsontree_text(mode);
	bool is_time = jsontree_is(mode, "cpu") || jsontree_is(mode, "wall");
	int64_t interval = jsontree_integer(jsontree_get(&p->t, p->t.v, "interval"), 1);

	p->interval = interval > 0 && interval < INT32_MAX ? interval : 1;
	p->event = namedstacks_event(p->m, name.n > 0 ? name.s : "samples", name.n > 0 ? name.n : 7,
		is_time ? "microseconds" : jsontree_is(mode, "object") ? "objects" : "samples");
	if (!is_time && !jsontree_is(mode, "object"))
		p->interval = 1;
	if (p->event != NOBODY)
		p->m->events[p->event].is_sampled = true;
}

/* Adds a note about signals without a sample, if there are many.  If objects are sampled, most
 * signals have none. */
static void
note_missed(struct stackprof *p)
{
	static const double many = 0.01;
	double missed = jsontree_real(jsontree_get(&p->t, p->t.v, "missed_samples"), 0);
	double all = missed + fmax(0, jsontree_real(jsontree_get(&p->t, p->t.v, "samples"), 0));

	if (missed < 1 || missed < many * all
	    || jsontree_is(jsontree_get(&p->t, p->t.v, "mode"), "object"))
		return;
	measured_add_note(p->m, arena_printf(&p->m->text, "stackprof missed %.0f of %.0f samples, "
		"%.1f %%.", missed, all, 100 * missed / all), "Figures are too low by these. A longer "
		"interval: in StackProf.run lets more of them be taken.");
}

static bool
read_stackprof(struct input *in, struct measured *m, const struct measured_options *options,
	struct err *e)
{
	struct stackprof p = { .m = m, .stacks.m = m };
	bool ok = input_bytes(in, 3) && rubymarshal_is(in->bytes + in->at, 3)
		? rubymarshal_read(&p.t, in, m, e) : jsontree_read(&p.t, in, m, e);
	const struct jsontree_value *raw;

	(void)options;
	if (p.t.n > 0) {
		set_event(&p);
		read_frames(&p);
		raw = jsontree_get(&p.t, p.t.v, "raw");
		if (p.event != NOBODY && raw != NULL && !m->has_costs)
			read_raw(&p, raw);
		else if (p.event != NOBODY)
			ok = read_edges(&p, e) && ok;
		note_missed(&p);
	}
	if (p.nbad > 0)
		measured_add_note(m, arena_printf(&m->text, "%" PRIu64 " stacks or frames of the file cannot "
			"be used: their ids or numbers are not valid.", p.nbad), "They are skipped.");
	free(p.frames);
	numbering_release(&p.numbers);
	jsontree_release(&p.t);
	return p.is_full ? measured_no_room(m, e) : ok;
}

static bool
recognise(const unsigned char *head, size_t n)
{
	return (rubymarshal_is(head, n) && memmem(head, n, ":\x13missed_samples", 16) != NULL)
		|| jsontree_has(head, n, "\"missed_samples\"") || (jsontree_has(head, n, "\"gc_samples\"")
		&& jsontree_has(head, n, "\"frames\""));
}

const struct measured_format stackprof_format = {
	.is_certain = true, .recognise = recognise, .read = read_stackprof,
	.finish = measured_choose_event };
