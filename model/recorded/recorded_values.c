/* recorded_values.c - adds the calls and samples of a recording's file to a measured profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_values.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/pathname.h"
#include "recorded/recorded_roots.h"

/* Returns the code at ADDRESS, which is from a table of EPOCH.  If RETURNED is set, ADDRESS is a
 * return address; then the byte before it is looked up, because that byte belongs to the call.  The
 * result is valid until the next call. */
static const struct recorded_code *
code_of(struct recorded_load *l, uint64_t address, uint32_t epoch, bool returned)
{
	uint64_t at = address - returned;
	uint32_t object = recorded_maps_at(&l->maps, at, epoch), im = NOBODY, code;
	const char *name = NULL;
	size_t length;

	if (object == NOBODY || recorded_jit_is_memory(l->r->objects[object].path))
		name = recorded_jit_name(&l->jit, at, &length);
	if (name == NULL && object != NOBODY) {
		im = l->image_of[object];
		at = recorded_images_address(&l->images, im, &l->r->objects[object], at);
	}
	code = name != NULL ? recorded_images_jit(&l->images, name, length)
		: recorded_images_code(&l->images, im, at);
	return &l->images.codes[code];
}

bool
recorded_values_names_image(const struct recorded_load *l, const char *path)
{
	const char *wanted = l->options->only_image;

	return wanted != NULL && (strcmp(path, wanted) == 0
		|| strcmp(pathname_base(path), wanted) == 0);
}

/* Returns the code of the sampled address or the return address of S, see code_of().  If the time
 * of S was the kernel's, returns the code that entered the kernel. */
static const struct recorded_code *
code_of_stack(struct recorded_load *l, const struct recording_stack *s)
{
	const struct recording_stack *code = recording_entered(l->r, s);

	return code_of(l, code->address, l->r->tables[code->table].epoch, code->is_return);
}

/* Are the values of CODE added?  The option --image excludes all code outside the image that it
 * names. */
static bool
is_wanted(const struct recorded_load *l, const struct recorded_code *code)
{
	return l->options->only_image == NULL || (code->image != NOBODY
		&& recorded_values_names_image(l, l->images.v[code->image]->path));
}

/* Are the values of stack S added?  Waits are code of no image. */
static bool
is_stack_wanted(struct recorded_load *l, const struct recording_stack *s)
{
	return l->options->only_image == NULL || (s->wait == NULL
		&& is_wanted(l, code_of_stack(l, s)));
}

/* Returns the part of L->m that gets the values of TABLE; NOBODY: the thread of TABLE is not
 * shown. */
static uint32_t
part_of(const struct recorded_load *l, uint32_t table)
{
	uint32_t shown = l->parts.threads[l->parts.thread_of[table]].part;

	return shown == NOBODY || l->past == NULL ? shown : l->past->tables[table];
}

/* Returns the number in L->m of the calls of ARC in PART.  NOBODY: --image excludes these calls. */
static uint32_t
calls_of(struct recorded_load *l, const struct recording_arc *arc, uint32_t part)
{
	uint32_t epoch = l->r->tables[arc->table].epoch;
	struct recorded_item item = { .address = arc->self, .from = arc->from, .kind = epoch,
		.sample = NOBODY, .unnamed = NOBODY };
	const struct recorded_item *known = l->past != NULL
		? recorded_memory_find(&l->past->arcs, &item) : NULL;
	struct measured_call call = { .part = part, .inlined = NOBODY };
	const struct recorded_code *code;

	if (known != NULL && l->m->calls[known->number].part == part) {
		recorded_memory_add(&l->past->arcs, known);
		return known->number;
	}
	code = code_of(l, arc->from, epoch, true);
	call.caller = l->images.frames[code->first];
	if (code->n > 1)
		call.inlined = l->images.frames[code->first + code->n - 1];
	code = code_of(l, arc->self, epoch, false);
	if (!is_wanted(l, code))
		return NOBODY;
	call.callee = code->func;
	item.number = measured_call(l->m, &call);
	if (l->past != NULL)
		recorded_memory_add(&l->past->arcs, &item);
	return item.number;
}

/* Adds the counted calls.  False: the user stopped the work. */
static bool
add_arcs(struct recorded_load *l)
{
	for (uint32_t i = 0; i < l->r->narcs; i++) {
		const struct recording_arc *arc = &l->r->arcs[i];
		uint32_t part = part_of(l, arc->table);
		uint32_t number = part != NOBODY ? calls_of(l, arc, part) : NOBODY;

		if (stop_asked_often(l->options->stop, i))
			return false;
		if (number == NOBODY)
			continue;
		measured_add_count(l->m, number, arc->count);
		l->totals.calls += arc->count;
	}
	return true;
}

/* Returns an array indexed by stack, to be free()d.  An element is true if the stack has samples
 * that are shown, or is the caller of a stack whose element is true. */
static bool *
find_needed(struct recorded_load *l)
{
	bool *needed = mem_new(l->r->nstacks, sizeof(*needed));

	for (uint32_t i = l->r->nstacks; i-- > 0;) {
		const struct recording_stack *s = &l->r->stacks[i];

		if (s->ticks > 0 && part_of(l, s->table) != NOBODY && is_stack_wanted(l, s))
			needed[i] = true;
		if (needed[i] && s->parent != NOBODY)
			needed[s->parent] = true;
	}
	return needed;
}

int64_t
recorded_values_period(uint32_t hz)
{
	return (1000000000 + (int64_t)hz / 2) / hz;
}

/* Adds the time that a thread was blocked in stack S to the samples of ITEM.  IS_IDLE: the thread
 * is idle there. */
static void
add_wait(struct recorded_load *l, const struct recording_stack *s,
	const struct recorded_item *item, bool is_idle)
{
	uint64_t looks = recording_samples(s);
	int64_t ns = s->ticks < INT64_MAX ? (int64_t)s->ticks : INT64_MAX;
	struct measured_weight w = { .value = ns, .samples = looks,
		.squares = (double)ns * (double)ns / (double)looks };
	struct measured_weight all[RECORDED_EVENTS] = { 0 };

	if (is_idle) {
		all[RECORDED_IDLE] = w;
	} else {
		all[RECORDED_WAIT] = w;
		all[RECORDED_WALL] = w;
	}
	measured_add_weights(l->m, item->sample, all);
}

/* Adds the samples of stack S to the samples of ITEM.  The file does not have the ticks of each
 * sample.  If N samples stand for T ticks, the sum of the squares of their ticks is T * T / N or
 * more; this function uses T * T / N. */
static void
add_samples(struct recorded_load *l, const struct recording_stack *s,
	const struct recorded_item *item)
{
	uint64_t samples = recording_samples(s);
	int64_t period = l->r->hz > 0 ? recorded_values_period(l->r->hz) : 0;
	struct measured_weight w = { .samples = samples };

	if (__builtin_mul_overflow(period, s->ticks, &w.value))
		w.value = INT64_MAX;
	w.squares = (double)w.value * (double)w.value / (double)samples;
	measured_add_weights(l->m, item->sample,
		(const struct measured_weight[RECORDED_EVENTS]){ [RECORDED_TIME] = w,
			[RECORDED_WALL] = w });
	l->totals.ticks += s->ticks;
	l->totals.samples += samples;
	if (l->r->unwind != REC_UNWIND_NONE)
		l->totals.roots.n[item->root] += samples;
	if (item->unnamed != NOBODY)
		l->images.v[item->unnamed]->unnamed += samples;
}

/* The path of a stack in the measured profile, and where the stack begins. */
struct placed_stack {
	uint32_t path;			/* NOBODY: there is no stack */
	enum stack_root root;
};

/* Sets ITEM->number to the path of stack S in the measured profile.  Also sets ITEM->root and
 * ITEM->unnamed, and sets ITEM->sample to NOBODY.  PARENT is the caller of S. */
static void
find_stack(struct recorded_load *l, const struct recording_stack *s, struct placed_stack parent,
	struct recorded_item *item)
{
	const struct recorded_code *code;
	uint32_t path = parent.path;

	item->root = parent.root;
	if (s->is_cut) {
		path = measured_path(l->m, NOBODY, recorded_images_other(&l->images,
			RECORDED_TRUNCATED));
		item->root = ROOT_CUT;
	}
	item->sample = item->unnamed = NOBODY;
	if (s->wait != NULL) {
		item->number = measured_path(l->m, path, recorded_images_other(&l->images,
			s->wait));
		return;
	}
	if (s->kernel != REC_KERNEL_NONE) {
		item->number = measured_path(l->m, path, recorded_images_kernel(&l->images,
			s->kernel, s->function));
		if (path == NOBODY)
			item->root = ROOT_START;
		return;
	}
	code = code_of_stack(l, s);
	if (path == NOBODY)
		item->root = recorded_roots_of(&l->images, l->r, s, code);
	for (uint32_t k = 0; k < code->n; k++)
		path = measured_path(l->m, path, l->images.frames[code->first + k]);
	item->number = path;
	if (code->image != NOBODY && l->images.v[code->image]->whole == code->func)
		item->unnamed = code->image;
}

/* Adds stack S, whose caller is PARENT. */
static struct placed_stack
add_stack(struct recorded_load *l, const struct recording_stack *s, struct placed_stack parent)
{
	uint32_t epoch = l->r->tables[s->table].epoch;
	uint32_t part = part_of(l, s->table);
	struct recorded_item item = { .address = s->address, .from = parent.path,
		.kind = epoch << 3 | (uint32_t)(s->kernel != REC_KERNEL_NONE) << 2
			| (uint32_t)s->is_cut << 1 | s->is_return };
	const struct recorded_item *known = l->past != NULL
		? recorded_memory_find(&l->past->stacks, &item) : NULL;

	if (known != NULL)
		item = *known;
	else
		find_stack(l, s, parent, &item);
	/* Stacks with different roots may have the same path, in code without names. */
	if (parent.path != NOBODY)
		item.root = parent.root;
	if (s->ticks > 0 && part != NOBODY && is_stack_wanted(l, s)) {
		if (item.sample == NOBODY || l->m->samples[item.sample].part != part)
			item.sample = measured_sample(l->m, item.number, part);
		if (l->r->has_waits)
			add_wait(l, s, &item, l->idle != NULL && l->idle[s - l->r->stacks]);
		else
			add_samples(l, s, &item);
	}
	if (l->past != NULL)
		recorded_memory_add(&l->past->stacks, &item);
	return (struct placed_stack){ item.number, item.root };
}

/* Adds the stacks.  False: the user stopped the work. */
static bool
add_stacks(struct recorded_load *l)
{
	static const struct placed_stack none = { NOBODY, ROOT_NONE };
	struct placed_stack *of = mem_uncleared(l->r->nstacks, sizeof(*of));
	bool *needed = find_needed(l);
	uint32_t i;

	for (i = 0; i < l->r->nstacks && !stop_asked_often(l->options->stop, i); i++) {
		const struct recording_stack *s = &l->r->stacks[i];

		if (needed[i])
			of[i] = add_stack(l, s, s->parent != NOBODY ? of[s->parent] : none);
	}
	free(of);
	free(needed);
	return i == l->r->nstacks;
}

/* Adds the times in which threads could have run and waited for a processor.  It is not known
 * where. */
static void
add_queues(struct recorded_load *l)
{
	uint32_t path = NOBODY;

	for (uint32_t i = 0; i < l->r->ntables; i++) {
		uint64_t queue = l->r->tables[i].queue;
		struct measured_weight all[RECORDED_EVENTS] = { [RECORDED_QUEUE] = {
			.value = queue < INT64_MAX ? (int64_t)queue : INT64_MAX } };
		uint32_t part = part_of(l, i);

		if (queue == 0 || part == NOBODY || l->options->only_image != NULL)
			continue;
		if (path == NOBODY)
			path = measured_path(l->m, NOBODY, recorded_images_other(&l->images,
				"[ready to run]"));
		measured_add_weights(l->m, measured_sample(l->m, path, part), all);
	}
}

bool
recorded_values_add(struct recorded_load *l)
{
	if (l->r->has_waits && l->m->nevents > RECORDED_QUEUE)
		add_queues(l);
	return add_arcs(l) && add_stacks(l);
}
