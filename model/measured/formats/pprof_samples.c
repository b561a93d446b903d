/* pprof_samples.c - the types and the samples of a pprof profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/formats/pprof.h"

enum {
	SPARE_FRAMES = 1 << 20,		/* the samples of a file of N bytes may have SPARE_FRAMES +
					 * FRAMES_PER_BYTE * N frames: inlined functions multiply
					 * them */
	FRAMES_PER_BYTE = 16,
	MOST_TYPES = 64,		/* of samples */
};

/* Keys of labels that name the part of a sample, the best first.  All other keys are worse; of
 * these, the key of the most labels is the best. */
static const char *const part_keys[] = {
	"thread", "thread name", "thread_name", "tid", "thread_id", "thread id", "process", "comm",
	"pid", "process_id",
};

/* The key of the label of the samples that go tool pprof -diff_base took from the base.  Only these
 * samples are 100 %. */
static const char base_key[] = "pprof::base";

enum { PART_KEYS = sizeof(part_keys) / sizeof(*part_keys) };

static bool
is_count(struct pprof *p, const struct pprof_type *type)
{
	return pprof_text_is(&p->t, type->unit, "count");
}

static bool
is_samples(struct pprof *p, const struct pprof_type *type)
{
	return pprof_text_is(&p->t, type->type, "samples")
		|| pprof_text_is(&p->t, type->type, "sample");
}

/* Find for each type the type that counts its samples.  In a profile of memory these are the
 * objects, just before the bytes. */
static void
link_types(struct pprof *p)
{
	bool is_space = pprof_text_is(&p->t, p->period_type.type, "space");
	uint32_t samples = NOBODY;

	for (uint32_t k = 0; k < p->ntypes; k++) {
		struct pprof_type *type = &p->types[k], *next = type + 1;

		if (!is_count(p, type))
			continue;
		if (is_samples(p, type))
			samples = k;
		type->count = k;
		if (k + 1 == p->ntypes || is_count(p, next))
			continue;
		next->count = k;
		if (is_space && pprof_text_is(&p->t, next->unit, "bytes"))
			type->bytes = next->bytes = k + 1;
	}
	for (uint32_t k = 0; samples != NOBODY && k < p->ntypes; k++)
		p->types[k].count = samples;
}

/* Are the values sums over samples?  A profile of memory has one sample in PERIOD bytes, a profile
 * of time one in PERIOD nanoseconds.  A period of 1 means that everything was recorded.  Go's
 * profiles of contention have this period even if the program recorded only one of several
 * contentions, so their values pass for counted. */
static bool
is_sampled(struct pprof *p)
{
	if (p->period > 1)
		return true;
	for (size_t k = 0; k < p->ntypes; k++)
		if (is_count(p, &p->types[k]) && is_samples(p, &p->types[k]))
			return true;
	return false;
}

/* Returns the name of the event of type K, to be free()d: the type, with the unit if other types
 * are called the same. */
static char *
event_name(struct pprof *p, size_t k)
{
	const struct pprof_text *type = pprof_text(&p->t, p->types[k].type);
	const struct pprof_text *unit = pprof_text(&p->t, p->types[k].unit);
	char *name = mem_new(type->n + unit->n + sizeof("/"), 1);

	memcpy(name, type->s, type->n);
	for (size_t i = 0; i < p->ntypes; i++)
		if (i != k && p->types[i].type == p->types[k].type) {
			name[type->n] = '/';
			memcpy(name + type->n + 1, unit->s, unit->n);
			break;
		}
	return name;
}

static const char *
keep_text(struct pprof *p, uint64_t index)
{
	const struct pprof_text *text = pprof_text(&p->t, index);

	return arena_text(&p->m->text, text->s, text->n);
}

static void
set_period(struct pprof *p)
{
	p->m->period.value = p->period;
	p->m->period.name = keep_text(p, p->period_type.type);
	p->m->period.unit = keep_text(p, p->period_type.unit);
}

/* Add the types as events of P->m, which has none. */
static void
add_events(struct pprof *p)
{
	const struct pprof_text *first = pprof_text(&p->t, p->default_type);
	bool sampled = is_sampled(p), found = false;

	p->m->event = (uint32_t)p->ntypes - 1;
	set_period(p);
	for (size_t k = 0; k < p->ntypes; k++) {
		const struct pprof_text *type = pprof_text(&p->t, p->types[k].type);
		const struct pprof_text *unit = pprof_text(&p->t, p->types[k].unit);
		char *name = event_name(p, k), *unit_name = mem_text(unit->s, unit->n);
		uint32_t event = measured_add_event(p->m, name, strlen(name), unit_name);

		p->m->events[event].is_sampled = sampled;
		p->m->events[event].type = keep_text(p, p->types[k].type);
		if (p->default_type != 0 && !found && type->n == first->n
		    && memcmp(type->s, first->s, first->n) == 0) {
			p->m->event = event;
			found = true;
		}
		free(name);
		free(unit_name);
	}
}

/* Are the types the events of P->m, which come from the file before? */
static bool
has_same_events(struct pprof *p)
{
	bool same = p->ntypes == p->m->nevents;

	for (uint32_t k = 0; same && k < p->ntypes; k++) {
		char *name = event_name(p, k);

		same = strcmp(name, p->m->events[k].name) == 0
			&& pprof_text_is(&p->t, p->types[k].unit, p->m->events[k].unit);
		free(name);
	}
	return same;
}

bool
pprof_open_events(struct pprof *p, struct err *e)
{
	if (p->ntypes > MOST_TYPES)
		return err_set(e, ERR_FORMAT, "has %zu types of samples, more than %d", p->ntypes,
			MOST_TYPES);
	link_types(p);
	if (p->m->nevents == 0)
		add_events(p);
	else if (!has_same_events(p))
		return err_set(e, ERR_FORMAT, "has other types of samples than the file before it; "
			"show them one at a time");
	p->weights = mem_new(p->ntypes, sizeof(*p->weights));
	p->rounding = mem_new(p->ntypes, sizeof(*p->rounding));
	return true;
}

/* Returns how many samples the value of type K of the current sample is the sum of; 0: unknown.
 * *CERTAIN becomes the probability that an object was sampled.  Go makes the values of a profile of
 * memory from one sample in PERIOD bytes: it divides what it sampled by this probability. */
static double
sample_count(const struct pprof *p, size_t k, double *certain)
{
	const struct pprof_type *type = &p->types[k];
	double value = fabs((double)(int64_t)p->values.v[k]), n;

	*certain = 0;
	if (type->count == NOBODY)
		return p->period > 1 && type->type == p->period_type.type
			&& type->unit == p->period_type.unit ? value / (double)p->period : 0;
	n = fabs((double)(int64_t)p->values.v[type->count]);
	if (type->bytes == NOBODY || p->period <= 1 || n == 0)
		return n;
	value = fabs((double)(int64_t)p->values.v[type->bytes]);
	*certain = -expm1(-value / n / (double)p->period);
	return n * *certain;
}

/* Returns N, a number of samples of type K, rounded.  The rounding error is added to the next
 * number. */
static uint64_t
whole_samples(struct pprof *p, size_t k, double n)
{
	double sum = p->rounding[k] + n, whole = sum < 0x1p53 ? floor(sum + 0.5) : 0x1p53;

	p->rounding[k] = sum < 0x1p53 ? sum - whole : 0;
	return (uint64_t)whole;
}

/* Set the weights of the current sample.  The variance of a value that is the sum of N samples is
 * the sum of their squares, and less if each object is sampled with a great probability. */
static void
set_weights(struct pprof *p)
{
	for (size_t k = 0; k < p->ntypes; k++) {
		int64_t value = (int64_t)p->values.v[k];
		double certain, n = sample_count(p, k, &certain), v = (double)value;

		p->weights[k] = (struct measured_weight){ .value = value };
		if (n <= 0 || value == 0)
			continue;
		p->weights[k].samples = whole_samples(p, k, n);
		p->weights[k].squares = v * v / n * (1 - certain);
	}
}

/* Raise the rank of the key of the label LABEL by one. */
static void
count_label(struct pprof *p, struct cursor label)
{
	struct protobuf_field f;

	while (protobuf_next(&label, &f))
		if (f.number == 1 && f.value < p->t.ntexts)
			p->ranks[f.value]++;
}

/* Keep only the rank of the best key.  A sample is in one part, so parts of several keys would not
 * have all of their samples. */
static void
keep_best_key(struct pprof *p)
{
	size_t best = 0;

	for (size_t i = 0; i < p->t.ntexts; i++)
		if (p->ranks[i] > p->ranks[best])
			best = i;
	for (size_t i = 0; i < p->t.ntexts; i++)
		if (i != best)
			p->ranks[i] = 0;
}

/* Rank the keys of labels: those in part_keys first, then the keys of many labels. */
static void
rank_labels(struct pprof *p)
{
	struct cursor c = p->file;
	struct protobuf_field f, inner;

	p->ranks = mem_new(p->t.ntexts, sizeof(*p->ranks));
	while (protobuf_next(&c, &f))
		while (f.number == SAMPLE && protobuf_next(&f.bytes, &inner))
			if (inner.number == 3)
				count_label(p, inner.bytes);
	for (size_t i = 0; i < p->t.ntexts; i++)
		if (p->ranks[i] > 0 && pprof_text_is(&p->t, i, base_key))
			p->has_base = true;
	for (size_t i = 0; i < p->t.ntexts; i++)
		for (size_t k = 0; p->ranks[i] > 0 && k < PART_KEYS; k++)
			if (pprof_text_is(&p->t, i, part_keys[k]))
				p->ranks[i] = UINT64_MAX - k;
	keep_best_key(p);
}

struct label {
	uint64_t rank, key, text, number, unit;
};

/* If the label MESSAGE has a better rank than BEST, set BEST to it.  Samples of the base of a
 * difference have amounts. */
static void
choose_label(struct pprof *p, struct cursor message, struct label *best)
{
	struct label label = { 0 };
	struct protobuf_field f;

	while (protobuf_next(&message, &f))
		switch (f.number) {
		case 1:	label.key = f.value; break;
		case 2:	label.text = f.value; break;
		case 3:	label.number = f.value; break;
		case 4:	label.unit = f.value; break;
		default: break;
		}
	if (p->has_base && pprof_text_is(&p->t, label.key, base_key)
	    && pprof_text_is(&p->t, label.text, "true"))
		p->m->lacks_amount = false;
	label.rank = label.key < p->t.ntexts ? p->ranks[label.key] : 0;
	if (label.rank > best->rank)
		*best = label;
}

/* Returns the part of LABEL, or NOBODY if its rank is 0.  If several files are read, they are the
 * parts: a sample is in one part, so a part for a label would take the samples of the files. */
static uint32_t
part_of(struct pprof *p, const struct label *label)
{
	const struct pprof_text *key, *text, *unit;
	char *kind, number[64];
	uint32_t part;

	if (label->rank == 0 || p->m->file_part != NOBODY)
		return NOBODY;
	key = pprof_text(&p->t, label->key);
	text = pprof_text(&p->t, label->text);
	unit = pprof_text(&p->t, label->unit);
	kind = mem_text(key->s, key->n);
	if (label->text == 0) {
		int n = snprintf(number, sizeof(number), unit->n > 0 ? "%" PRId64 " %.*s"
			: "%" PRId64, (int64_t)label->number, unit->n < 32 ? (int)unit->n : 32,
			unit->s);

		part = measured_part(p->m, kind, number, (size_t)n);
	} else {
		part = measured_part(p->m, kind, text->s, text->n);
	}
	free(kind);
	return part;
}

static void
reverse(struct pprof_numbers *numbers)
{
	for (size_t i = 0, k = numbers->n; i + 1 < k; i++) {
		uint64_t number = numbers->v[--k];

		numbers->v[k] = numbers->v[i];
		numbers->v[i] = number;
	}
}

/* Remove the locations that patterns drop from the stack of the current sample.  The outermost
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

/* Returns the path of the current sample, whose locations are sorted from the outermost, or NOBODY
 * if the samples have too many frames.  The locations that the last sample begins with, too, have
 * known paths. */
static uint32_t
path_of(struct pprof *p)
{
	struct pprof_numbers last = p->last;
	uint32_t path = NOBODY;
	size_t i = 0;

	while (i < p->ids.n && i < last.n && p->ids.v[i] == last.v[i])
		path = p->paths[i++];
	p->paths = mem_grow(p->paths, p->ids.n, &p->paths_room, sizeof(*p->paths));
	for (; i < p->ids.n; i++) {
		const struct pprof_location *l = pprof_location(&p->t, p->ids.v[i]);

		if (l->n > p->frames_left)
			return NOBODY;
		p->frames_left -= l->n;
		for (uint32_t k = 0; k < l->n; k++)
			if (path != NOBODY || !is_mark(p, p->t.frames[l->at + k]))
				path = measured_path(p->m, path, p->t.frames[l->at + k]);
		p->paths[i] = path;
	}
	p->last = p->ids;
	p->ids = last;
	return path != NOBODY ? path : empty_path(p);
}

/* Add the sample MESSAGE.  False: it has too many frames. */
static bool
read_sample(struct pprof *p, struct cursor message)
{
	struct label label = { 0 };
	struct protobuf_field f;
	uint32_t path;

	p->ids.n = p->values.n = 0;
	p->m->lacks_amount = p->has_base;
	while (protobuf_next(&message, &f))
		if (f.number == 1)
			pprof_append_numbers(p, &p->ids, &f);
		else if (f.number == 2)
			pprof_append_numbers(p, &p->values, &f);
		else if (f.number == 3)
			choose_label(p, f.bytes, &label);
	if (message.past)
		pprof_fault(&p->t, "a sample is damaged");
	if (p->values.n != p->ntypes)
		pprof_fault(&p->t, "a sample has %zu values, but there are %zu types", p->values.n,
			p->ntypes);
	while (p->values.n < p->ntypes)
		pprof_append_number(&p->values, 0);
	reverse(&p->ids);
	if (p->t.drop.drop.text != NULL)
		drop_locations(p);
	path = path_of(p);
	if (path != NOBODY) {
		set_weights(p);
		measured_add_sample(p->m, path, part_of(p, &label), p->weights);
	}
	p->m->lacks_amount = false;
	return path != NOBODY;
}

bool
pprof_read_samples(struct pprof *p, struct stop *stop, struct err *e)
{
	struct cursor c = p->file;
	struct protobuf_field f;
	size_t n = 0;

	p->frames_left = SPARE_FRAMES + FRAMES_PER_BYTE * (uint64_t)cursor_left(&c);
	rank_labels(p);
	while (protobuf_next(&c, &f)) {
		if (f.number != SAMPLE)
			continue;
		if (stop_asked_often(stop, n++))
			return err_set(e, ERR_STOPPED, "stopped");
		if (!read_sample(p, f.bytes))
			return err_set(e, ERR_FORMAT, "sample %zu and those behind it cannot be "
				"shown: the stacks have more frames than a file of this size can "
				"have", n);
	}
	return true;
}
