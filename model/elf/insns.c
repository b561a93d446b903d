/* insns.c - the addresses at which instructions begin
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "elf/insns.h"

#include <assert.h>
#include <stdlib.h>

#include "base/budget.h"
#include "base/mem.h"
#include "elf/insn_length.h"

enum {
	BITS = 64,			/* number of bits in an element of a bit array */
	REPEATS = 4,			/* how often all code may be decoded again if callers give
					 * addresses of instructions that contradict each other */
};

/* What is known of a section, with one bit for each byte of the section.  A run of known bytes
 * begins and ends at the borders of instructions or data. */
struct section_insns {
	uint64_t *known;		/* owned; bytes that were decoded; NULL: no code of the
					 * section was decoded yet */
	uint64_t *starts;		/* owned; known bytes at which an instruction begins */
};

struct insns {
	struct section_insns *v;	/* owned; one for each section of image.code */
	size_t n;
	struct budget work;		/* limits the instructions that are decoded */
};

/* The code that is being decoded. */
struct decoding {
	struct insns *insns;
	const struct image *image;
	const struct code_section *section;
	struct section_insns *bits;
};

/* Returns the bits of element W that stand for the bytes [LO, HI). */
static uint64_t
mask_of(uint64_t w, uint64_t lo, uint64_t hi)
{
	uint64_t first = w * BITS, mask = UINT64_MAX;

	if (lo > first)
		mask &= UINT64_MAX << (lo - first);
	if (hi - first < BITS)
		mask &= ~(UINT64_MAX << (hi - first));
	return mask;
}

static bool
has_bit(const uint64_t *v, uint64_t i)
{
	return (v[i / BITS] >> i % BITS & 1) != 0;
}

static void
set_bits(uint64_t *v, uint64_t lo, uint64_t hi)
{
	for (uint64_t w = lo / BITS; w * BITS < hi; w++)
		v[w] |= mask_of(w, lo, hi);
}

static void
clear_bits(uint64_t *v, uint64_t lo, uint64_t hi)
{
	for (uint64_t w = lo / BITS; w * BITS < hi; w++)
		v[w] &= ~mask_of(w, lo, hi);
}

static uint64_t
count_bits(const uint64_t *v, uint64_t lo, uint64_t hi)
{
	uint64_t n = 0;

	for (uint64_t w = lo / BITS; w * BITS < hi; w++)
		n += (uint64_t)__builtin_popcountll(v[w] & mask_of(w, lo, hi));
	return n;
}

/* Returns the first bit in [LO, HI) that is not set, or HI. */
static uint64_t
find_clear_bit(const uint64_t *v, uint64_t lo, uint64_t hi)
{
	for (uint64_t w = lo / BITS; w * BITS < hi; w++) {
		uint64_t clear = ~v[w] & mask_of(w, lo, hi);

		if (clear != 0)
			return w * BITS + (uint64_t)__builtin_ctzll(clear);
	}
	return hi;
}

/* Returns the length of the instruction at offset AT of the section, or 0 if it is not known.
 * *IS_DATA becomes true if data is there, else false.  Data is read in parts: for data, returns the
 * length of the part at AT. */
static unsigned
length_at(const struct decoding *d, uint64_t at, bool *is_data)
{
	const struct code_section *c = d->section;
	uint64_t left = c->hi - c->lo - at;
	unsigned step = insn_length_step(d->image);

	*is_data = codekinds_at(&d->image->kinds, c->lo + at) == CODE_DATA;
	if (*is_data)
		return left < step ? (unsigned)left : step;
	return insn_length(d->image, c->bytes + at, left, c->lo + at);
}

/* Forgets the bytes from offset AT to the next known instruction.  They are the rest of an
 * instruction whose first bytes have become parts of other instructions. */
static void
drop_rest(const struct decoding *d, uint64_t at)
{
	uint64_t end = at, size = d->section->hi - d->section->lo;

	while (end < size && has_bit(d->bits->known, end) && !has_bit(d->bits->starts, end))
		end++;
	clear_bits(d->bits->known, at, end);
}

/* Decodes from offset AT, where an instruction begins, to offset END or to bytes that cannot be
 * decoded. */
static void
decode(const struct decoding *d, uint64_t at, uint64_t end)
{
	struct section_insns *s = d->bits;

	while (at < end) {
		uint64_t from = at;
		bool is_data;

		if (has_bit(s->known, at) && has_bit(s->starts, at)) {
			at = find_clear_bit(s->known, at, end);
			if (at == end || !budget_spend(&d->insns->work, (at - from) / 1024))
				return;
			continue;
		}
		at += budget_spend(&d->insns->work, 1) ? length_at(d, at, &is_data) : 0;
		if (at == from)
			break;
		set_bits(s->known, from, at);
		clear_bits(s->starts, from, at);
		if (!is_data)
			set_bits(s->starts, from, from + 1);
	}
	if (at < d->section->hi - d->section->lo)
		drop_rest(d, at);
}

static struct insns *
open_insns(const struct image *im)
{
	struct insns *insns = mem_new(1, sizeof(*insns));

	insns->n = im->ncode;
	insns->v = mem_new(im->ncode, sizeof(*insns->v));
	for (size_t i = 0; i < im->ncode; i++)
		if (im->code[i].bytes != NULL)
			insns->work.left += (1 + REPEATS) * (im->code[i].hi - im->code[i].lo);
	return insns;
}

/* Like insns_count(), but only for [LO, HI) in section number I, and adds the number to *N. */
static bool
count_in_section(struct image *im, size_t i, uint64_t from, uint64_t lo, uint64_t hi, uint64_t *n)
{
	const struct code_section *c = &im->code[i];
	struct section_insns *s;

	assert(from <= lo && lo < hi && from >= c->lo && hi <= c->hi);
	if (c->bytes == NULL || !insn_length_is_known(im))
		return false;
	if (im->insns == NULL)
		im->insns = open_insns(im);
	s = &im->insns->v[i];
	if (s->known == NULL) {
		s->known = mem_new((c->hi - c->lo) / BITS + 1, sizeof(*s->known));
		s->starts = mem_new((c->hi - c->lo) / BITS + 1, sizeof(*s->starts));
	}
	from -= c->lo;
	lo -= c->lo;
	hi -= c->lo;
	if (!has_bit(s->starts, from) || find_clear_bit(s->known, lo, hi) < hi)
		decode(&(struct decoding){ im->insns, im, c, s }, from, hi);
	*n += count_bits(s->starts, lo, hi);
	return find_clear_bit(s->known, lo, hi) == hi;
}

bool
insns_count(struct image *im, uint64_t from, uint64_t lo, uint64_t hi, uint64_t *n)
{
	*n = 0;
	while (lo < hi) {
		size_t i = image_code_after(im, lo);
		const struct code_section *c;
		uint64_t end;

		if (i == im->ncode || im->code[i].lo >= hi)
			return true;
		c = &im->code[i];
		end = c->hi < hi ? c->hi : hi;
		if (lo < c->lo)
			lo = c->lo;
		if (!count_in_section(im, i, from > c->lo ? from : c->lo, lo, end, n))
			return false;
		lo = end;
	}
	return true;
}

void
insns_close(struct insns *insns)
{
	if (insns == NULL)
		return;
	for (size_t i = 0; i < insns->n; i++) {
		free(insns->v[i].known);
		free(insns->v[i].starts);
	}
	free(insns->v);
	free(insns);
}
