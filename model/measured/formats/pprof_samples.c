/* pprof_samples.c - the samples of a pprof profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "base/mem.h"
#include "measured/formats/pprof.h"

enum {
	SPARE_FRAMES = 1 << 20,		/* limit on the frames of all samples in a file of N bytes:
					 * SPARE_FRAMES + FRAMES_PER_BYTE * N.  A location can have
					 * many frames: one for each inlined function */
	FRAMES_PER_BYTE = 16,
	AHEAD = 8,			/* how many samples ahead memory is prefetched */
	LONGEST_STACK = 1 << 22,	/* greatest length of the list of locations of a sample, in
					 * bytes */
};

static void
reverse(struct pprof_numbers *numbers)
{
	for (size_t i = 0, k = numbers->n; i + 1 < k; i++) {
		uint64_t number = numbers->v[--k];

		numbers->v[k] = numbers->v[i];
		numbers->v[i] = number;
	}
}

/* Removes the locations that patterns drop from the stack of the current sample.  The outermost
 * locations stay even if they match, as in pprof. */
static void
drop_locations(struct pprof *p)
{
	bool has_other = false;

	for (size_t i = 0; i < p->ids.n; i++) {
		const struct pprof_location *l = pprof_location(&p->t, p->ids.v[i]);

		if (!l->drops_callees)
			has_other = true;
		else if (has_other)
			p->ids.n = i + !l->is_dropped;
	}
}

/* Returns the path of a sample without a stack. */
static uint32_t
empty_path(struct pprof *p)
{
	struct measured_func func = { .object = NOBODY, .file = NOBODY };
	struct measured_frame frame = { .file = NOBODY };

	func.name = measured_text(p->m, "[no stack]", 10);
	frame.func = measured_func(p->m, &func);
	return measured_path(p->m, NOBODY, measured_frame(p->m, &frame));
}

/* Is FRAME the mark of estimated stacks, and not a function? */
static bool
is_mark(const struct pprof *p, uint32_t frame)
{
	const char *name;

	if (!p->m->estimated)
		return false;
	name = measured_text_of(p->m, p->m->funcs[p->m->frames[frame].func].name);
	return measured_is_mark(name, strlen(name));
}

/* Appends the frames of the location ID to P->frames.  If IS_FIRST is set, the location has no
 * callers: its first frame is skipped if it is the mark of estimated stacks.  Returns false if the
 * samples have too many frames. */
static bool
append_frames(struct pprof *p, uint64_t id, bool is_first)
{
	const struct pprof_location *l = pprof_location(&p->t, id);

	if (l->n > p->frames_left)
		return false;
	p->frames_left -= l->n;
	p->frames = mem_grow(p->frames, p->nframes + l->n, &p->frames_room, sizeof(*p->frames));
	for (uint32_t k = 0; k < l->n; k++) {
		uint32_t frame = p->t.frames[l->at + k];

		if (!is_first || p->nframes > 0 || !is_mark(p, frame))
			p->frames[p->nframes++] = frame;
	}
	return true;
}

/* Returns the path of the current sample, or NOBODY if the samples have too many frames.  The
 * locations of the sample are sorted from the outermost.  If the first locations of the last sample
 * are the same, uses their known paths. */
static uint32_t
path_of(struct pprof *p)
{
	struct pprof_numbers last = p->last;
	uint32_t path = NOBODY, end;
	size_t same = 0;

	while (same < p->ids.n && same < last.n && p->ids.v[same] == last.v[same])
		path = p->paths[same++];
	p->paths = mem_grow(p->paths, p->ids.n, &p->paths_room, sizeof(*p->paths));
	p->nframes = 0;
	for (size_t i = same; i < p->ids.n; i++) {
		if (!append_frames(p, p->ids.v[i], path == NOBODY))
			return NOBODY;
		p->paths[i] = (uint32_t)p->nframes;
	}
	if (!measured_has_room(p->m, p->nframes)) {
		p->is_full = true;
		return NOBODY;
	}
	p->frame_paths = mem_grow(p->frame_paths, p->nframes, &p->frame_paths_room,
		sizeof(*p->frame_paths));
	end = measured_stack(p->m, path, p->frames, p->nframes, p->frame_paths);
	for (size_t i = same; i < p->ids.n; i++)
		p->paths[i] = p->paths[i] > 0 ? p->frame_paths[p->paths[i] - 1] : path;
	p->last = p->ids;
	p->ids = last;
	return end != NOBODY ? end : empty_path(p);
}

/* Reads the locations of the sample MESSAGE and returns its path, or NOBODY if it or the samples
 * have too many frames. */
static uint32_t
read_path(struct pprof *p, struct cursor message)
{
	struct protobuf_field f;

	p->ids.n = 0;
	while (protobuf_next(&message, &f)) {
		if (f.number != 1)
			continue;
		if (p->ids.n + cursor_left(&f.bytes) > LONGEST_STACK) {
			p->is_full = true;
			return NOBODY;
		}
		pprof_append_numbers(p, &p->ids, &f);
	}
	reverse(&p->ids);
	if (p->t.drop.is_used)
		drop_locations(p);
	return path_of(p);
}

/* A sample, and the bytes of its locations: all fields from the first one to the last one. */
struct sample {
	struct cursor message, stack;
	bool can_be_known;		/* the sample has locations, and no other fields are between
					 * them */
	uint64_t hash;			/* hash of the bytes, if .can_be_known */
};

/* Returns the sample MESSAGE, and prefetches what sample_number() reads first. */
static struct sample
open_sample(struct pprof *p, struct cursor message)
{
	struct sample sample = { .message = message, .can_be_known = true };
	const unsigned char *at = message.p;
	struct protobuf_field f;

	for (; protobuf_next(&message, &f); at = message.p) {
		if (f.number != 1)
			continue;
		if (sample.stack.p == NULL)
			sample.stack.p = at;
		else if (sample.stack.end != at)
			sample.can_be_known = false;
		sample.stack.end = message.p;
	}
	if (sample.stack.p == NULL || cursor_left(&sample.stack) > UINT32_MAX)
		sample.can_be_known = false;
	if (sample.can_be_known) {
		sample.hash = known_stacks_hash(&p->known, sample.stack.p,
			cursor_left(&sample.stack));
		known_stacks_prefetch(&p->known, sample.hash);
	}
	return sample;
}

/* Returns the index of SAMPLE, whose label is LABEL, in measured.samples.  NOBODY: the samples have
 * too many frames. */
static uint32_t
sample_number(struct pprof *p, const struct sample *sample, const struct pprof_label *label)
{
	size_t n = cursor_left(&sample->stack);
	struct known_stack *known = sample->can_be_known
		? known_stacks_find(&p->known, sample->hash, sample->stack.p, n, NULL, NULL) : NULL;
	uint32_t part = pprof_part_of(p, label), path, number;

	if (known != NULL) {
		const struct measured_sample *before = &p->m->samples[known->sample];

		if (before->part != (part != NOBODY ? part : p->m->file_part))
			known->sample = measured_sample(p->m, before->path, part);
		return known->sample;
	}
	path = read_path(p, sample->message);
	if (path == NOBODY)
		return NOBODY;
	number = measured_sample(p->m, path, part);
	if (sample->can_be_known)
		known_stacks_add(&p->known, &(struct known_stack){ sample->hash, sample->stack.p,
			(uint32_t)n, number });
	return number;
}

/* Reads the values of the sample MESSAGE, and sets *LABEL to its best label.  Values that the
 * sample lacks become 0. */
static void
read_values(struct pprof *p, struct cursor message, struct pprof_label *label)
{
	struct protobuf_field f;

	p->values.n = 0;
	p->m->lacks_amount = p->has_base;
	while (protobuf_next(&message, &f))
		if (f.number == 2)
			pprof_append_numbers(p, &p->values, &f);
		else if (f.number == 3)
			pprof_choose_label(p, f.bytes, label);
	if (message.past)
		pprof_fault(&p->t, "a sample is damaged");
	if (p->values.n != p->ntypes)
		pprof_fault(&p->t, "a sample has %zu values, but there are %zu types", p->values.n,
			p->ntypes);
	while (p->values.n < p->ntypes)
		pprof_append_number(&p->values, 0);
}

/* Adds SAMPLE.  False: the samples have too many frames. */
static bool
add_sample(struct pprof *p, const struct sample *sample)
{
	struct pprof_label label = { 0 };
	uint32_t number;

	read_values(p, sample->message, &label);
	number = sample_number(p, sample, &label);
	if (number != NOBODY) {
		pprof_set_weights(p);
		measured_add_weights(p->m, number, p->weights);
	}
	p->m->lacks_amount = false;
	return number != NOBODY;
}

/* Sets *SAMPLE to the next sample at C.  False: there are no more samples. */
static bool
next_sample(struct pprof *p, struct cursor *c, struct sample *sample)
{
	struct protobuf_field f;

	while (protobuf_next(c, &f))
		if (f.number == SAMPLE) {
			*sample = open_sample(p, f.bytes);
			return true;
		}
	return false;
}

bool
pprof_read_samples(struct pprof *p, struct stop *stop, struct err *e)
{
	struct cursor c = p->file;
	struct sample queue[AHEAD];
	size_t n = 0, nopened = 0;

	stop_begin(stop, "reading", 0, NULL);
	p->frames_left = SPARE_FRAMES + FRAMES_PER_BYTE * (uint64_t)cursor_left(&c);
	pprof_rank_labels(p);
	for (;; n++) {
		while (nopened < n + AHEAD && next_sample(p, &c, &queue[nopened % AHEAD]))
			nopened++;
		if (n == nopened)
			return true;
		if (stop_asked_often(stop, n))
			return err_set(e, ERR_STOPPED, "stopped");
		if (!measured_has_room(p->m, 0))
			p->is_full = true;
		if (!p->is_full && add_sample(p, &queue[n % AHEAD]))
			continue;
		if (p->is_full)
			return measured_no_room(p->m, e) || err_in(e, "sample %zu", n + 1);
		return err_set(e, ERR_FORMAT, "sample %zu and those behind it cannot be shown: the "
			"stacks have more frames than a file of this size can have", n + 1);
	}
}
