/* imagematch.c - check whether an image is the one that was run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "load/imagematch.h"

#include <stdlib.h>

#include "base/mem.h"
#include "elf/image.h"
#include "elf/isa.h"
#include "elf/symtab.h"
#include "profile/profilerfuncs.h"
#include "samples/samples.h"

enum {
	NEAR = IMAGEMATCH_NEAR,
	MOST = 4096,			/* at most this many addresses, call sites or callees are
					 * checked */
	GRAIN = 16,			/* writers round return addresses down to a multiple of
					 * GRAIN or of a smaller number */
};

/* An address at which calls of a function were counted.  In the right image, the function calls
 * mcount there. */
struct counted_address {
	uint64_t at, offset;		/* .at: the address; .offset: its distance from the
					 * beginning of the function */
};

/* Sets V to the counted addresses of image IM and returns their number.  In the right image, each
 * function has only one counted address.  If a function has several, V gets only the first two. */
static size_t
find_counted(const struct profile *p, uint32_t im, struct counted_address *v)
{
	const struct samples *s = &p->samples[im];
	struct seen { uint64_t first; uint8_t n; } *seen = mem_new(p->nfuncs, sizeof(*seen));
	size_t n = 0;

	for (size_t i = 0; i < s->narcs && n < MOST; i++) {
		uint64_t at = samples_arc(s, i).self;
		uint32_t f = profile_func_at(p, im, at);

		if (f == NOBODY || p->funcs[f].kind != FUNC_SYMBOL || seen[f].n == 2
		    || (seen[f].n == 1 && seen[f].first == at))
			continue;
		seen[f].first = at;
		seen[f].n++;
		v[n++] = (struct counted_address){ at, at - p->funcs[f].lo };
	}
	free(seen);
	return n;
}

void
imagematch_count_offset(struct offset_counts *c, uint64_t offset)
{
	if (offset <= NEAR)
		c->n[offset]++;
}

size_t
imagematch_usual_offset(const struct offset_counts *c)
{
	size_t most = 0;

	for (size_t k = 1; k <= NEAR; k++)
		if (c->n[k] > c->n[most])
			most = k;
	return most;
}

/* Returns the most frequent distance of the N addresses V from the beginning of their function.
 * Distances above NEAR are ignored.  UINT64_MAX: no two addresses have the same distance. */
static uint64_t
usual_offset(const struct counted_address *v, size_t n)
{
	struct offset_counts counts = { 0 };
	size_t usual;

	for (size_t i = 0; i < n; i++)
		imagematch_count_offset(&counts, v[i].offset);
	usual = imagematch_usual_offset(&counts);
	return counts.n[usual] > 1 ? usual : UINT64_MAX;
}

/* A function that was called. */
struct callee {
	uint64_t lo;			/* where the function begins; may be too low, see
					 * begins_at() */
	uint64_t counted;		/* address at which calls of the function were counted */
};

/* Does F begin at TARGET?  F->lo is too low if the symbol of F is excluded, by gprof's rules or by
 * -a, because its code then belongs to the function before F.  So any TARGET shortly before
 * F->counted is accepted, too. */
static bool
begins_at(const struct callee *f, uint64_t target)
{
	return target == f->lo || (target < f->counted && f->counted - target <= NEAR);
}

/* Does a direct call of F end at ADDR, or any indirect call?  If F is NULL: does any call end at
 * ADDR? */
static bool
is_after_call(const struct image *im, const struct code_section *c, uint64_t addr,
	const struct callee *f)
{
	uint64_t target;

	switch (isa_call_before(im, c, addr, &target)) {
	case CALL_DIRECT:	return f == NULL || begins_at(f, target);
	case CALL_INDIRECT:	return true;
	default:		return false;
	}
}

/* Does a call instruction, such as the call of mcount, end at A->at?  Also true if a call ends at
 * A->at with bit 0 cleared: on ARM, bit 0 may only mean Thumb code. */
static bool
is_counted_at(const struct image *im, const struct counted_address *a)
{
	const struct code_section *c = image_code_at(im, a->at);

	return c != NULL && c->bytes != NULL && (is_after_call(im, c, a->at, NULL)
		|| is_after_call(im, c, a->at & ~(uint64_t)1, NULL));
}

/* May a call of F return to an address that was rounded down to FROM? */
static bool
is_called_from(const struct image *im, uint64_t from, const struct callee *f)
{
	const struct code_section *c = image_code_at(im, from);

	if (c == NULL || c->bytes == NULL)
		return false;
	for (uint64_t end = from; end < from + GRAIN && end <= c->hi; end++)
		if (is_after_call(im, c, end, f))
			return true;
	return false;
}

/* Adds the arc records of image IM to M->ncallees, and those whose callee is outside all code to
 * M->nowhere. */
static void
match_callees(const struct profile *p, uint32_t im, struct image_match *m)
{
	const struct samples *s = &p->samples[im];

	for (size_t i = 0; i < s->narcs && m->ncallees < MOST; i++) {
		m->ncallees++;
		m->nowhere += image_code_at(&p->images[im], samples_arc(s, i).self) == NULL;
	}
}

static void
match_sites(const struct profile *p, uint32_t im, struct image_match *m)
{
	const struct samples *s = &p->samples[im];

	for (size_t i = 0; i < s->narcs && m->nsites < MOST; i++) {
		uint32_t f = profile_func_at(p, im, samples_arc(s, i).self);
		struct callee callee;

		if (f == NOBODY || image_code_at(&p->images[im], samples_arc(s, i).from) == NULL)
			continue;
		callee = (struct callee){ p->funcs[f].lo, samples_arc(s, i).self };
		m->nsites++;
		m->sites_fit += is_called_from(&p->images[im], samples_arc(s, i).from, &callee);
	}
}

/* Does TABLE have the symbol of a function that counts calls, such as mcount? */
static bool
has_call_counter(const struct elf_symtab *table)
{
	struct elf_symbol s;

	for (size_t i = 1; table != NULL && i < symtab_count(table); i++) {
		symtab_get(table, i, &s);
		if (profilerfuncs_counts_calls(s.name))
			return true;
	}
	return false;
}

bool
imagematch_counts_calls(const struct image *im)
{
	return has_call_counter(im->dynsym) || has_call_counter(im->symtab);
}

/* Does the file have the code of IM?  A debug file has only its symbols. */
static bool
has_code(const struct image *im)
{
	return im->text == NULL || im->text->bytes != NULL;
}

struct image_match
imagematch_of(const struct profile *p, uint32_t im)
{
	const struct image *image = &p->images[im];
	struct counted_address *v = mem_new(MOST, sizeof(*v));
	struct image_match m = { .n = find_counted(p, im, v),
		.is_sure = isa_is_known(image) && has_code(image)
			&& imagematch_counts_calls(image) };
	uint64_t usual = usual_offset(v, m.n);
	bool any = false;

	for (size_t i = 0; i < m.n; i++) {
		bool is_counted = m.is_sure && is_counted_at(image, &v[i]);

		any |= is_counted;
		m.fit += v[i].offset == usual || is_counted
			|| (!m.is_sure && v[i].offset <= NEAR);
	}
	if (any)
		match_sites(p, im, &m);
	match_callees(p, im, &m);
	free(v);
	return m;
}

bool
imagematch_is_outside(const struct image_match *m)
{
	return m->ncallees >= 2 && 2 * m->nowhere > m->ncallees;
}

bool
imagematch_is_wrong(const struct image_match *m)
{
	size_t least = m->is_sure ? m->n - m->n / 10 : (m->n + 1) / 2;

	return (m->n >= 2 && m->fit < least)
		|| (m->nsites >= 2 && 2 * m->sites_fit < m->nsites)
		|| imagematch_is_outside(m);
}
