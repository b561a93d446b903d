/* measured.c - the contents of profiles whose totals are known
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/measured.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/count.h"
#include "base/mem.h"
#include "base/pathname.h"

const char measured_mark[] = "[estimated from a call graph]";
const char measured_outermost[] = "<outermost frame>";
const char measured_uncounted[] = "# not counted";

struct measured *
measured_new(void)
{
	struct measured *m = mem_new(1, sizeof(*m));

	m->users = 1;
	m->file_part = m->base_part = NOBODY;
	m->limit = 256 << 20;
	return m;
}

void
measured_end(struct measured *m)
{
	numbering_release(&m->text_numbers);
	numbering_release(&m->func_numbers);
	numbering_release(&m->frame_numbers);
	numbering_release(&m->path_numbers);
	numbering_release(&m->sample_numbers);
	numbering_release(&m->cost_numbers);
	numbering_release(&m->call_numbers);
	numbering_release(&m->part_numbers);
	free(m->cost_of);
	m->cost_of = NULL;
	m->ncost_of = 0;
	m->cost_of_room = 0;
	free(m->path_hashes);
	m->path_hashes = NULL;
	m->path_hashes_room = 0;
}

void
measured_release(struct measured *m)
{
	assert(m->users > 0);
	if (--m->users > 0)
		return;
	free(m->events);
	free(m->formulas);
	free(m->parts);
	free(m->texts);
	free(m->funcs);
	free(m->frames);
	free(m->paths);
	free(m->samples);
	free(m->weights);
	free(m->amounts);
	free(m->costs);
	free(m->cost_values);
	free(m->totals);
	free(m->total_values);
	free(m->calls);
	free(m->call_values);
	free(m->notes);
	free(m->files);
	free(m->file_events);
	measured_end(m);
	arena_release(&m->text);
	free(m);
}

int64_t
measured_sum(int64_t a, int64_t b)
{
	int64_t sum;

	if (!__builtin_add_overflow(a, b, &sum))
		return sum;
	return b > 0 ? INT64_MAX : INT64_MIN;
}

int64_t
measured_difference(int64_t a, int64_t b)
{
	int64_t difference;

	if (!__builtin_sub_overflow(a, b, &difference))
		return difference;
	return b < 0 ? INT64_MAX : INT64_MIN;
}

/* Returns the array OLD with another value, 0, at the end of each element.  OLD has COUNT elements
 * with N values of SIZE bytes.  *ROOM becomes the number of values in the new array. */
static void *
widen(void *old, uint32_t count, uint32_t n, size_t *room, size_t size)
{
	unsigned char *from = old, *to;

	if (count == 0)
		return old;
	*room = (size_t)count * (n + 1);
	to = mem_new(*room, size);
	for (size_t i = 0; i < count; i++)
		memcpy(to + i * (n + 1) * size, from + i * n * size, n * size);
	free(old);
	return to;
}

uint32_t
measured_add_event(struct measured *m, const char *name, size_t length, const char *unit)
{
	m->weights = widen(m->weights, m->nsamples, m->nevents, &m->weights_room,
		sizeof(*m->weights));
	if (m->amounts != NULL)
		m->amounts = widen(m->amounts, m->nsamples, m->nevents, &m->amounts_room,
			sizeof(*m->amounts));
	m->cost_values = widen(m->cost_values, m->ncosts, m->nevents, &m->cost_values_room,
		sizeof(*m->cost_values));
	m->total_values = widen(m->total_values, m->ntotals, m->nevents, &m->total_values_room,
		sizeof(*m->total_values));
	m->call_values = widen(m->call_values, m->ncalls, m->nevents, &m->call_values_room,
		sizeof(*m->call_values));
	m->events = mem_grow(m->events, (size_t)m->nevents + 1, &m->events_room,
		sizeof(*m->events));
	m->events[m->nevents] = (struct measured_event){
		.name = arena_text(&m->text, name, length),
		.unit = arena_text(&m->text, unit, strlen(unit)), .per_unit = 1 };
	return m->nevents++;
}

struct text_key {
	const char *s;
	size_t length;
};

static bool
is_text(const void *of, uint32_t number, const void *key)
{
	const char *const *texts = of;
	const struct text_key *k = key;

	return strncmp(texts[number], k->s, k->length) == 0 && texts[number][k->length] == '\0';
}

/* Returns the number of the text of the LENGTH bytes at S, which has NULs.  Each NUL is spelled
 * out, so that texts that differ only behind a NUL stay two texts. */
static uint32_t
text_with_nuls(struct measured *m, const char *s, size_t length)
{
	char *text = mem_new(length, 2), *to = text;
	uint32_t number;

	for (size_t i = 0; i < length; i++) {
		*to++ = s[i] != '\0' ? s[i] : '^';
		if (s[i] == '\0')
			*to++ = '@';
	}
	number = measured_text(m, text, (size_t)(to - text));
	free(text);
	return number;
}

uint32_t
measured_text(struct measured *m, const char *s, size_t length)
{
	struct text_key key = { s, strnlen(s, length) };
	uint64_t hash;
	uint32_t number;

	if (key.length < length)
		return text_with_nuls(m, s, length);
	hash = numbering_hash(&m->text_numbers, s, length);
	number = numbering_of(&m->text_numbers, hash, is_text, m->texts, &key);
	if (number < m->ntexts)
		return number;
	m->texts = mem_grow(m->texts, (size_t)m->ntexts + 1, &m->texts_room, sizeof(*m->texts));
	m->texts[m->ntexts++] = arena_text(&m->text, s, length);
	return number;
}

uint32_t
measured_file_text(struct measured *m, const char *url, size_t length)
{
	char *path = mem_new(length, 1);
	uint32_t number = measured_text(m, path, pathname_of_url(path, url, length));

	free(path);
	return number;
}

bool
measured_has_frames(const struct measured *m, uint32_t flags)
{
	uint32_t i = 0;

	while (i < m->nframes && (m->frames[i].flags & flags) == 0)
		i++;
	return i < m->nframes;
}

const char *
measured_text_of(const struct measured *m, uint32_t number)
{
	assert(number < m->ntexts || number == NOBODY);
	return number != NOBODY ? m->texts[number] : "";
}

static bool
is_part(const void *of, uint32_t number, const void *key)
{
	const struct measured_part *a = (const struct measured_part *)of + number, *b = key;

	return measured_is_same_part(a, b);
}

bool
measured_is_same_part(const struct measured_part *a, const struct measured_part *b)
{
	return a->id == b->id && strcmp(a->kind, b->kind) == 0
		&& (a->id != 0 || strcmp(a->name, b->name) == 0);
}

uint32_t
measured_find_part(const struct measured *m, const struct measured_part *part)
{
	for (uint32_t i = 0; i < m->nparts; i++)
		if (measured_is_same_part(&m->parts[i], part))
			return i;
	return NOBODY;
}

uint32_t
measured_part(struct measured *m, const char *kind, const char *name, size_t length)
{
	return measured_part_with_id(m, kind, 0, name, length);
}

uint32_t
measured_part_by_id(struct measured *m, const char *kind, uint64_t id)
{
	struct measured_part part = { .kind = kind, .id = id };

	return numbering_find(&m->part_numbers, numbering_hash(&m->part_numbers, &id, sizeof(id)),
		is_part, m->parts, &part);
}

uint32_t
measured_part_with_id(struct measured *m, const char *kind, uint64_t id, const char *name,
	size_t length)
{
	/* Adding a text may move M->texts. */
	uint32_t kind_text = measured_text(m, kind, strlen(kind));
	uint32_t name_text = measured_text(m, name, length), number;
	struct measured_part part = { .kind = m->texts[kind_text], .name = m->texts[name_text],
		.id = id, .whole = NOBODY };

	number = numbering_of(&m->part_numbers, id != 0
		? numbering_hash(&m->part_numbers, &id, sizeof(id))
		: numbering_hash(&m->part_numbers, part.name, strlen(part.name)), is_part, m->parts,
		&part);
	if (number < m->nparts) {
		m->parts[number].name = part.name;
		return number;
	}
	m->parts = mem_grow(m->parts, (size_t)m->nparts + 1, &m->parts_room, sizeof(*m->parts));
	m->parts[m->nparts++] = part;
	return number;
}

static bool
is_func(const void *of, uint32_t number, const void *key)
{
	const struct measured_func *a = (const struct measured_func *)of + number, *b = key;

	return a->name == b->name && a->object == b->object && a->file == b->file
		&& a->address == b->address;
}

uint32_t
measured_func(struct measured *m, const struct measured_func *func)
{
	const uint32_t key[] = { func->name, func->object, func->file, (uint32_t)func->address,
		(uint32_t)(func->address >> 32) };
	uint64_t hash = numbering_hash(&m->func_numbers, key, sizeof(key));
	uint32_t number = numbering_of(&m->func_numbers, hash, is_func, m->funcs, func);

	if (number < m->nfuncs) {
		if (m->funcs[number].line == 0)
			m->funcs[number].line = func->line;
		return number;
	}
	m->funcs = mem_grow(m->funcs, (size_t)m->nfuncs + 1, &m->funcs_room, sizeof(*m->funcs));
	m->funcs[m->nfuncs++] = *func;
	return number;
}

static bool
is_frame(const void *of, uint32_t number, const void *key)
{
	return memcmp((const struct measured_frame *)of + number, key,
		sizeof(struct measured_frame)) == 0;
}

uint32_t
measured_frame(struct measured *m, const struct measured_frame *frame)
{
	uint64_t hash = numbering_hash(&m->frame_numbers, frame, sizeof(*frame));
	uint32_t number = numbering_of(&m->frame_numbers, hash, is_frame, m->frames, frame);

	if (number < m->nframes)
		return number;
	m->frames = mem_grow(m->frames, (size_t)m->nframes + 1, &m->frames_room,
		sizeof(*m->frames));
	m->frames[m->nframes++] = *frame;
	return number;
}

static bool
is_sample(const void *of, uint32_t number, const void *key)
{
	const struct measured_sample *a = (const struct measured_sample *)of + number, *b = key;

	return a->path == b->path && a->part == b->part;
}

/* Returns the absolute value of VALUE. */
static uint64_t
size_of(int64_t value)
{
	return value < 0 ? -(uint64_t)value : (uint64_t)value;
}

/* Makes M->amounts if one of WEIGHTS is less than 0, or if M->lacks_amount is set.  The amounts of
 * all samples in M become equal to their values. */
static void
need_amounts(struct measured *m, const struct measured_weight *weights)
{
	size_t n = (size_t)m->nsamples * m->nevents;
	bool needed = m->lacks_amount;

	for (uint32_t k = 0; k < m->nevents; k++)
		needed = needed || weights[k].value < 0;
	if (!needed)
		return;
	m->amounts_room = n;
	m->amounts = mem_new(n, sizeof(*m->amounts));
	for (size_t i = 0; i < n; i++)
		m->amounts[i] = size_of(m->weights[i].value);
}

/* Appends SAMPLE, whose weights are 0. */
static void
append_sample(struct measured *m, const struct measured_sample *sample)
{
	size_t at = (size_t)m->nsamples * m->nevents, n = at + m->nevents;

	m->samples = mem_grow(m->samples, (size_t)m->nsamples + 1, &m->samples_room,
		sizeof(*m->samples));
	m->weights = mem_grow(m->weights, n, &m->weights_room, sizeof(*m->weights));
	memset(&m->weights[at], 0, m->nevents * sizeof(*m->weights));
	if (m->amounts != NULL) {
		m->amounts = mem_grow(m->amounts, n, &m->amounts_room, sizeof(*m->amounts));
		memset(&m->amounts[at], 0, m->nevents * sizeof(*m->amounts));
	}
	m->samples[m->nsamples++] = *sample;
}

uint32_t
measured_sample(struct measured *m, uint32_t path, uint32_t part)
{
	struct measured_sample sample = { path, part != NOBODY ? part : m->file_part };
	uint64_t hash = numbering_hash_pair(&m->sample_numbers, path, sample.part);
	uint32_t number = numbering_of(&m->sample_numbers, hash, is_sample, m->samples, &sample);

	assert(path < m->npaths && (part == NOBODY || part < m->nparts));
	if (number == m->nsamples)
		append_sample(m, &sample);
	return number;
}

void
measured_add_weights(struct measured *m, uint32_t number, const struct measured_weight *weights)
{
	size_t at = (size_t)number * m->nevents;
	struct measured_weight *to = &m->weights[at];

	if (m->amounts == NULL)
		need_amounts(m, weights);
	for (uint32_t k = 0; m->amounts != NULL && !m->lacks_amount && k < m->nevents; k++)
		m->amounts[at + k] = count_sum(m->amounts[at + k], size_of(weights[k].value));
	for (uint32_t k = 0; k < m->nevents; k++) {
		to[k].value = measured_sum(to[k].value, weights[k].value);
		to[k].samples += weights[k].samples;
		to[k].squares += weights[k].squares;
	}
}

void
measured_add_sample(struct measured *m, uint32_t path, uint32_t part,
	const struct measured_weight *weights)
{
	measured_add_weights(m, measured_sample(m, path, part), weights);
}

static void
add_values(int64_t *to, const int64_t *values, uint32_t n)
{
	for (uint32_t k = 0; k < n; k++)
		to[k] = measured_sum(to[k], values[k]);
}

static bool
is_cost(const void *of, uint32_t number, const void *key)
{
	const struct measured_cost *a = (const struct measured_cost *)of + number, *b = key;

	return a->frame == b->frame && a->part == b->part;
}

/* Adds all costs, which until now are of one part, to M->cost_numbers. */
static void
number_costs(struct measured *m)
{
	for (uint32_t i = 0; i < m->ncosts; i++)
		(void)numbering_new(&m->cost_numbers, numbering_hash_pair(&m->cost_numbers,
			m->costs[i].frame, m->costs[i].part));
}

/* Returns the number of the cost of FRAME and PART.  If there is none, returns M->ncosts, and the
 * caller must append the cost.  While all costs are of one part, looks in M->cost_of; otherwise, in
 * M->cost_numbers. */
static uint32_t
cost_number(struct measured *m, uint32_t frame, uint32_t part)
{
	struct measured_cost cost = { frame, part };
	uint32_t *of;

	if (m->cost_numbers.n == 0 && m->ncosts > 0 && m->costs[0].part != part)
		number_costs(m);
	if (m->cost_numbers.n > 0)
		return numbering_of(&m->cost_numbers,
			numbering_hash_pair(&m->cost_numbers, frame, part), is_cost, m->costs,
			&cost);
	if (frame >= m->ncost_of) {
		m->cost_of = mem_grow(m->cost_of, (size_t)frame + 1, &m->cost_of_room,
			sizeof(*m->cost_of));
		while (m->ncost_of <= frame)
			m->cost_of[m->ncost_of++] = NOBODY;
	}
	of = &m->cost_of[frame];
	if (*of == NOBODY)
		*of = m->ncosts;
	return *of;
}

void
measured_add_cost(struct measured *m, uint32_t frame, uint32_t part, const int64_t *values)
{
	struct measured_cost cost = { frame, part };
	uint32_t i = cost_number(m, frame, part);

	assert(frame < m->nframes && (part == NOBODY || part < m->nparts));
	if (i == m->ncosts) {
		m->costs = mem_grow(m->costs, (size_t)i + 1, &m->costs_room, sizeof(*m->costs));
		m->cost_values = mem_grow(m->cost_values, ((size_t)i + 1) * m->nevents,
			&m->cost_values_room, sizeof(*m->cost_values));
		memset(&m->cost_values[(size_t)i * m->nevents], 0,
			m->nevents * sizeof(*m->cost_values));
		m->costs[m->ncosts++] = cost;
	}
	add_values(&m->cost_values[(size_t)i * m->nevents], values, m->nevents);
}

void
measured_add_total(struct measured *m, uint32_t frame, uint32_t part, const int64_t *values,
	uint64_t outside)
{
	size_t n = (size_t)m->ntotals * m->nevents;

	m->totals = mem_grow(m->totals, (size_t)m->ntotals + 1, &m->totals_room,
		sizeof(*m->totals));
	m->total_values = mem_grow(m->total_values, n + m->nevents, &m->total_values_room,
		sizeof(*m->total_values));
	memcpy(&m->total_values[n], values, m->nevents * sizeof(*values));
	m->totals[m->ntotals++] = (struct measured_total){ frame, part, outside };
}

static bool
is_call(const void *of, uint32_t number, const void *key)
{
	const struct measured_call *a = (const struct measured_call *)of + number, *b = key;

	return a->caller == b->caller && a->callee == b->callee && a->part == b->part
		&& a->inlined == b->inlined;
}

uint32_t
measured_call(struct measured *m, const struct measured_call *call)
{
	const uint32_t key[] = { call->caller, call->callee, call->part, call->inlined };
	uint64_t hash = numbering_hash(&m->call_numbers, key, sizeof(key));
	uint32_t i = numbering_of(&m->call_numbers, hash, is_call, m->calls, call);

	assert(call->caller < m->nframes && call->callee < m->nfuncs);
	if (i == m->ncalls) {
		m->calls = mem_grow(m->calls, (size_t)i + 1, &m->calls_room, sizeof(*m->calls));
		m->call_values = mem_grow(m->call_values, ((size_t)i + 1) * m->nevents,
			&m->call_values_room, sizeof(*m->call_values));
		memset(&m->call_values[(size_t)i * m->nevents], 0,
			m->nevents * sizeof(*m->call_values));
		m->calls[i] = *call;
		m->calls[m->ncalls++].count = 0;
	}
	return i;
}

void
measured_add_count(struct measured *m, uint32_t number, uint64_t count)
{
	m->calls[number].count = count_sum(m->calls[number].count, count);
}

void
measured_add_call(struct measured *m, const struct measured_call *call, const int64_t *values)
{
	uint32_t i = measured_call(m, call);

	measured_add_count(m, i, call->count);
	add_values(&m->call_values[(size_t)i * m->nevents], values, m->nevents);
}

void
measured_ran(struct measured *m, uint64_t elapsed)
{
	m->elapsed_unknown |= elapsed == 0;
	m->elapsed = m->elapsed_unknown ? 0 : count_sum(m->elapsed, elapsed);
}

void
measured_divide(struct measured *m, uint32_t whole, uint32_t part)
{
	assert(m->parts[whole].whole == NOBODY && !m->parts[part].is_divided && whole != part);
	m->parts[whole].is_divided = true;
	m->parts[part].whole = whole;
}

void
measured_set_run(struct measured *m, uint32_t part, const char *path)
{
	m->parts[part].run = 1 + measured_text(m, path, strlen(path));
}

bool
measured_is_in(const struct measured *m, uint32_t part, uint32_t whole)
{
	return part != NOBODY && (part == whole || m->parts[part].whole == whole);
}

void
measured_add_note(struct measured *m, const char *text, const char *advice)
{
	m->notes = mem_grow(m->notes, (size_t)m->nnotes + 1, &m->notes_room, sizeof(*m->notes));
	m->notes[m->nnotes++] = (struct measured_note){ text, advice };
}

const char *
measured_frame_file(const struct measured *m, const struct measured_frame *frame)
{
	uint32_t file = frame->file != NOBODY ? frame->file : m->funcs[frame->func].file;

	return frame->line > 0 && file != NOBODY ? m->texts[file] : NULL;
}

uint32_t
measured_part_named(const struct measured *m, const char *text)
{
	for (uint32_t i = 0; i < m->nparts; i++) {
		const struct measured_part *part = &m->parts[i];
		size_t n = strlen(part->kind);

		if (strcmp(part->name, text) == 0)
			return i;
		if (strncmp(part->kind, text, n) == 0 && (text[n] == '=' || text[n] == ' ')
		    && strcmp(part->name, text + n + 1) == 0)
			return i;
	}
	return NOBODY;
}

bool
measured_is_mark(const char *s, size_t n)
{
	return n == sizeof(measured_mark) - 1 && memcmp(s, measured_mark, n) == 0;
}
