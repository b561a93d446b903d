/* export_pprof.c - the profile for pprof
 *
 * model/measured/formats/pprof.c describes the layout.  The export is not compressed; pprof reads
 * such files, too.  A comment says whether values are sampled or counted.  Recorded stacks are
 * written with all events, inlined functions, lines and parts.  Stacks that are estimated from a
 * call graph begin with a frame that says so; a comment in the export says the same.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/numbering.h"
#include "export/export.h"
#include "export/stacks.h"

static const double NANOSECONDS = 1e9;

/* The numbers of the fields of a profile that are written. */
enum {
	SAMPLE_TYPE = 1, SAMPLE = 2, MAPPING = 3, LOCATION = 4, FUNCTION = 5, STRING = 6,
	DURATION_NANOS = 10, PERIOD_TYPE = 11, PERIOD = 12, COMMENT = 13, DEFAULT_SAMPLE_TYPE = 14,
};

struct message {
	char *bytes;			/* owned */
	size_t n, room;
};

/* A chain is a frame with inlined frames in it, one inside the other.  Each chain has a number.  A
 * chain becomes a location if, in some stack, no further frame is inlined into its innermost
 * frame. */
struct chain {
	uint32_t outer;			/* the chain without its innermost frame; NOBODY: it has
					 * only this frame */
	uint32_t frame;			/* the innermost frame */
};

struct pprof_writer {
	struct export *x;
	struct stacks stacks;
	const struct measured *m;	/* borrowed; the measured profile of .stacks */
	struct message message, inner, list;
	struct chain *chains;		/* owned */
	struct numbering chain_numbers;
	size_t chains_room;
	bool *is_location;		/* owned; indexed by chain: the chain is used as a
					 * location */
	uint32_t *chain_of;		/* owned; indexed by path: the chain that ends with the
					 * innermost frame of the path */
	uint32_t *mapping_of;		/* owned; indexed by text: number of the mapping of the
					 * object with this path, from 1 on; 0: not written yet */
	uint32_t nmapping_of;
	size_t mapping_room;
	uint32_t nmappings;
	const char **texts;		/* owned; the strings are in .text */
	uint32_t ntexts;
	size_t texts_room;
	struct numbering text_numbers;
	struct arena text;
};

static void
put_varint(struct message *m, uint64_t value)
{
	m->bytes = mem_grow(m->bytes, m->n + 10, &m->room, 1);
	for (; value >= 0x80; value >>= 7)
		m->bytes[m->n++] = (char)((value & 0x7f) | 0x80);
	m->bytes[m->n++] = (char)value;
}

/* Appends the field NUMBER with VALUE, unless VALUE is 0, which is the default. */
static void
put_value(struct message *m, unsigned number, uint64_t value)
{
	if (value == 0)
		return;
	put_varint(m, (uint64_t)number << 3);
	put_varint(m, value);
}

/* Appends the field NUMBER with the N bytes at S. */
static void
put_bytes(struct message *m, unsigned number, const char *s, size_t n)
{
	put_varint(m, (uint64_t)number << 3 | 2);
	put_varint(m, n);
	m->bytes = mem_grow(m->bytes, m->n + n, &m->room, 1);
	memcpy(m->bytes + m->n, s, n);
	m->n += n;
}

/* Appends INNER to OUTER as the field NUMBER, and empties INNER. */
static void
put_message(struct message *outer, unsigned number, struct message *inner)
{
	put_bytes(outer, number, inner->bytes != NULL ? inner->bytes : "", inner->n);
	inner->n = 0;
}

/* Writes the message W->message as the field NUMBER of the profile, and empties the message. */
static void
write_message(struct pprof_writer *w, unsigned number)
{
	struct message key = { 0 };

	put_message(&key, number, &w->message);
	out_bytes(&w->x->out, key.bytes, key.n);
	free(key.bytes);
}

static void
write_value(struct pprof_writer *w, unsigned number, uint64_t value)
{
	struct message field = { 0 };

	put_value(&field, number, value);
	if (field.n > 0)
		out_bytes(&w->x->out, field.bytes, field.n);
	free(field.bytes);
}

static bool
is_text(const void *of, uint32_t number, const void *key)
{
	const char *const *texts = of;

	return strcmp(texts[number], key) == 0;
}

/* Returns the number of the text S in the table of texts.  S is added if it is not yet in the
 * table. */
static uint32_t
text_number(struct pprof_writer *w, const char *s)
{
	size_t n = strlen(s);
	uint32_t number = numbering_of(&w->text_numbers, numbering_hash(&w->text_numbers, s, n),
		is_text, w->texts, s);

	if (number < w->ntexts)
		return number;
	w->texts = mem_grow(w->texts, (size_t)w->ntexts + 1, &w->texts_room, sizeof(*w->texts));
	w->texts[w->ntexts++] = arena_text(&w->text, s, n);
	return number;
}

/* Writes a type of samples, or of the period, as the field NUMBER of the profile.  Its values have
 * the unit PREFIX and UNIT. */
static void
write_type(struct pprof_writer *w, unsigned number, const char *name, const char *prefix,
	const char *unit)
{
	const char *counted = *unit != '\0' ? unit : "count";

	put_value(&w->message, 1, text_number(w, name));
	put_value(&w->message, 2, text_number(w, *prefix == '\0' ? counted
		: arena_printf(&w->text, "%s%s", prefix, counted)));
	write_message(w, number);
}

static void
write_event(struct pprof_writer *w, const struct measured_event *e, bool is_default)
{
	const char *type = e->type != NULL ? e->type : e->name;

	write_type(w, SAMPLE_TYPE, type, export_prefix(e), e->unit);
	if (is_default)
		write_value(w, DEFAULT_SAMPLE_TYPE, text_number(w, type));
}

static bool
is_chain(const void *of, uint32_t number, const void *key)
{
	const struct chain *a = (const struct chain *)of + number, *b = key;

	return a->outer == b->outer && a->frame == b->frame;
}

static void
number_chains(struct pprof_writer *w)
{
	const struct measured *m = w->m;
	uint32_t n = 0;

	w->chain_of = mem_uncleared(m->npaths, sizeof(*w->chain_of));
	for (uint32_t i = 0; i < m->npaths; i++) {
		const struct measured_path *path = &m->paths[i];
		bool is_inlined = (m->frames[path->frame].flags & MEASURED_INLINED) != 0
			&& path->parent != NOBODY;
		struct chain chain = { is_inlined ? w->chain_of[path->parent] : NOBODY,
			path->frame };
		uint64_t hash = numbering_hash_pair(&w->chain_numbers, chain.outer, chain.frame);

		if (stacks_omits(&w->stacks, i)) {
			/* What is inlined into it seems to be inlined into its caller. */
			w->chain_of[i] = w->chain_of[path->parent];
			continue;
		}
		w->chain_of[i] = numbering_of(&w->chain_numbers, hash, is_chain, w->chains,
			&chain);
		if (w->chain_of[i] < n)
			continue;
		w->chains = mem_grow(w->chains, (size_t)n + 1, &w->chains_room,
			sizeof(*w->chains));
		w->chains[n++] = chain;
	}
	w->is_location = mem_new(n, sizeof(*w->is_location));
}

/* Appends the list of the locations of PATH, the innermost first, to the message of a sample. */
static void
put_locations(struct pprof_writer *w, uint32_t path)
{
	const struct measured *m = w->m;
	uint32_t chain = NOBODY;

	for (; path != NOBODY; path = stacks_caller(&w->stacks, path)) {
		if (stacks_omits(&w->stacks, path))
			continue;
		if (chain != NOBODY && w->chains[chain].outer == w->chain_of[path]) {
			chain = w->chain_of[path];
			continue;
		}
		chain = w->chain_of[path];
		w->is_location[chain] = true;
		put_varint(&w->list, (uint64_t)chain + 1);
	}
	if (m->estimated)
		put_varint(&w->list, w->chain_numbers.n + (uint64_t)1);
	put_message(&w->message, 1, &w->list);
}

static void
write_samples(struct pprof_writer *w)
{
	const struct measured *m = w->m;

	for (uint32_t i = 0; i < m->nsamples; i++) {
		uint32_t part = m->samples[i].part;

		if (!stacks_has(&w->stacks, i))
			continue;
		put_locations(w, m->samples[i].path);
		for (uint32_t k = 0; k < m->nevents; k++)
			put_varint(&w->list,
				(uint64_t)m->weights[(size_t)i * m->nevents + k].value);
		put_message(&w->message, 2, &w->list);
		if (part != NOBODY) {
			put_value(&w->inner, 1, text_number(w, m->parts[part].kind));
			put_value(&w->inner, 2, text_number(w, m->parts[part].name));
			put_message(&w->message, 3, &w->inner);
		}
		write_message(w, SAMPLE);
	}
}

/* Returns the number of the mapping of FRAME.  The mapping is written if it was not written
 * before. */
static uint32_t
mapping_of(struct pprof_writer *w, const struct measured_frame *frame)
{
	uint32_t object = w->m->funcs[frame->func].object;
	const char *path = object != NOBODY ? measured_text_of(w->m, object)
		: (frame->flags & MEASURED_KERNEL) != 0 ? "[kernel.kallsyms]"
		: (frame->flags & MEASURED_JIT) != 0 ? "//anon" : "";
	uint32_t text = text_number(w, path);

	w->mapping_of = mem_grow(w->mapping_of, (size_t)text + 1, &w->mapping_room,
		sizeof(*w->mapping_of));
	while (w->nmapping_of <= text)
		w->mapping_of[w->nmapping_of++] = 0;
	if (w->mapping_of[text] != 0)
		return w->mapping_of[text];
	w->mapping_of[text] = ++w->nmappings;
	put_value(&w->message, 1, w->nmappings);
	put_value(&w->message, 5, text);
	/* Fields 7 to 10: functions, files, lines and inlined functions are known. */
	for (unsigned has = 7; has <= 10; has++)
		put_value(&w->message, has, 1);
	write_message(w, MAPPING);
	return w->nmappings;
}

/* Writes the location of CHAIN. */
static void
write_location(struct pprof_writer *w, uint32_t chain)
{
	uint32_t mapping, outermost = chain, id = chain + 1;

	while (w->chains[outermost].outer != NOBODY)
		outermost = w->chains[outermost].outer;
	mapping = mapping_of(w, &w->m->frames[w->chains[outermost].frame]);
	put_value(&w->message, 1, id);
	put_value(&w->message, 2, mapping);
	put_value(&w->message, 3, w->m->frames[w->chains[outermost].frame].address);
	for (; chain != NOBODY; chain = w->chains[chain].outer) {
		const struct measured_frame *frame = &w->m->frames[w->chains[chain].frame];

		put_value(&w->inner, 1, (uint64_t)frame->func + 1);
		put_value(&w->inner, 2, lookup_line_shown(w->x->ctx->lookup,
			measured_frame_file(w->m, frame), frame->line));
		put_message(&w->message, 4, &w->inner);
	}
	write_message(w, LOCATION);
}

/* Writes function FUNC with the name that is shown, and the name as in the file. */
static void
write_func(struct pprof_writer *w, uint32_t func)
{
	const struct measured_func *of = &w->m->funcs[func];

	put_value(&w->message, 1, (uint64_t)func + 1);
	put_value(&w->message, 2, text_number(w, stacks_name(&w->stacks, func)));
	put_value(&w->message, 3, text_number(w, measured_text_of(w->m, of->name)));
	put_value(&w->message, 4, text_number(w, measured_text_of(w->m, of->file)));
	put_value(&w->message, 5, lookup_line_shown(w->x->ctx->lookup,
		measured_text_of(w->m, of->file), of->line));
	write_message(w, FUNCTION);
}

/* Writes the frame that marks estimates, with the next free numbers. */
static void
write_mark(struct pprof_writer *w)
{
	uint64_t func = w->m->nfuncs + (uint64_t)1;

	put_value(&w->message, 1, w->chain_numbers.n + (uint64_t)1);
	put_value(&w->inner, 1, func);
	put_message(&w->message, 4, &w->inner);
	write_message(w, LOCATION);
	put_value(&w->message, 1, func);
	put_value(&w->message, 2, text_number(w, measured_mark));
	put_value(&w->message, 3, text_number(w, measured_mark));
	write_message(w, FUNCTION);
	write_value(w, COMMENT, text_number(w, measured_mark));
}

static void
write_tables(struct pprof_writer *w)
{
	for (uint32_t i = 0; i < w->chain_numbers.n; i++)
		if (w->is_location[i])
			write_location(w, i);
	for (uint32_t f = 0; f < w->m->nfuncs; f++)
		write_func(w, f);
	if (w->m->estimated)
		write_mark(w);
	for (uint32_t i = 0; i < w->ntexts; i++) {
		struct message text = { 0 };

		put_bytes(&text, STRING, w->texts[i], strlen(w->texts[i]));
		out_bytes(&w->x->out, text.bytes, text.n);
		free(text.bytes);
	}
}

/* Returns the distance between samples: the values divided by it are the numbers of samples.  In a
 * recording, it is longer than the distance that was asked for if samples were late. */
static uint64_t
period_of(const struct pprof_writer *w)
{
	const struct graph *g = w->x->ctx->graph;
	const char *name = w->m->events[w->stacks.event].name;

	if (profile_has(w->x->ctx->profile, HAS_BINS) || g->measure.nsamples == 0
	    || strcmp(name, w->m->period.name) != 0 || g->measure.total < 0)
		return (uint64_t)w->m->period.value;
	return (uint64_t)round(g->measure.total / (double)g->measure.nsamples);
}

void
export_pprof(struct export *x)
{
	struct pprof_writer w = { .x = x };
	const struct measured *m;

	stacks_open(&w.stacks, x->ctx, NANOSECONDS);
	x->is_clipped |= w.stacks.is_clipped;
	m = w.m = w.stacks.m;
	x->excess = stacks_excess(m, &w.stacks, false);
	if (x->excess > 0) {
		stacks_release(&w.stacks);
		return;
	}
	text_number(&w, "");
	for (uint32_t k = 0; k < m->nevents; k++)
		write_event(&w, &m->events[k], k == w.stacks.event);
	if (m->period.value > 0) {
		write_type(&w, PERIOD_TYPE, m->period.name, "", m->period.unit);
		write_value(&w, PERIOD, period_of(&w));
	}
	if (m->elapsed > 0)
		write_value(&w, DURATION_NANOS, m->elapsed);
	write_value(&w, COMMENT, text_number(&w, arena_printf(&w.text, "%s%s", measured_values_are,
		measured_origin(&m->events[w.stacks.event]))));
	number_chains(&w);
	write_samples(&w);
	write_tables(&w);
	free(w.message.bytes);
	free(w.inner.bytes);
	free(w.list.bytes);
	free(w.chains);
	free(w.is_location);
	free(w.chain_of);
	free(w.mapping_of);
	free(w.texts);
	numbering_release(&w.chain_numbers);
	numbering_release(&w.text_numbers);
	arena_release(&w.text);
	stacks_release(&w.stacks);
}
