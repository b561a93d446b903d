/* pprof_labels.c - the labels of the samples of a pprof profile, which name their parts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "measured/formats/pprof.h"

/* Keys of labels that name the part of a sample, the best first.  If a profile has none of these
 * keys, the key of the most labels is the best one. */
static const char *const part_keys[] = {
	"thread", "thread name", "thread_name", "tid", "thread_id", "thread id", "process", "comm",
	"pid", "process_id",
};

/* The key of the labels that go tool pprof -diff_base gives to the samples of the base.  The sum of
 * these samples is 100 %. */
static const char base_key[] = "pprof::base";

enum { PART_KEYS = sizeof(part_keys) / sizeof(*part_keys) };

/* Adds one to the rank of the key of the label LABEL. */
static void
count_label(struct pprof *p, struct cursor label)
{
	struct protobuf_field f;

	while (protobuf_next(&label, &f))
		if (f.number == 1 && f.value > 0 && f.value < p->t.ntexts)
			p->ranks[f.value]++;
}

/* Sets the ranks of all keys but the best one to 0.  If several keys made parts, some parts would
 * lack samples, because a sample can be in only one part. */
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
	p->best_key = p->ranks[best] > 0 ? best : 0;
}

void
pprof_rank_labels(struct pprof *p)
{
	struct cursor c = p->file;
	struct protobuf_field f, inner;

	p->parts = mem_new(PPROF_PARTS, sizeof(*p->parts));
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

void
pprof_choose_label(struct pprof *p, struct cursor message, struct pprof_label *best)
{
	struct pprof_label label = { 0 };
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

/* Returns the part of LABEL.  Adds the part if there is none. */
static uint32_t
add_part(struct pprof *p, const struct pprof_label *label)
{
	const struct pprof_text *key = pprof_text(&p->t, p->best_key);
	const struct pprof_text *text = pprof_text(&p->t, label->text);
	const struct pprof_text *unit = pprof_text(&p->t, label->unit);
	char *kind = mem_text(key->s, key->n), number[64];
	uint32_t part;

	if (label->rank == 0) {
		part = measured_part(p->m, kind, "(none)", 6);
	} else if (label->text == 0) {
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

uint32_t
pprof_part_of(struct pprof *p, const struct pprof_label *label)
{
	uint64_t hash = hash_mix(hash_mix(label->key ^ label->number) ^ label->text);
	struct pprof_part *known = &p->parts[hash % PPROF_PARTS];

	if (p->best_key == 0 || p->m->file_part != NOBODY)
		return NOBODY;
	if (known->is_used && memcmp(&known->label, label, sizeof(*label)) == 0)
		return known->part;
	*known = (struct pprof_part){ *label, add_part(p, label), true };
	return known->part;
}
