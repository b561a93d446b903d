/* Calls that are in the code.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "staticcalls.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"
#include "mem.h"
#include "samples.h"
#include "sort.h"

/* Addresses [lo, hi) of a histogram. */
struct range {
	uint64_t lo, hi;
	size_t number;			/* of the histogram, in the order of the files */
};

struct work {
	struct profile *p;
	uint32_t image;
	const struct code *code;	/* the section at hand */
	uint32_t caller;		/* whose code it is; NOBODY: ask for every call */
	struct arc *found;		/* owned */
	size_t n, room;
	struct range *ranges;		/* owned; gprof: of the histograms, by address */
	size_t nranges;
};

static bool
is_x86(const struct image *im)
{
	return im->machine == EM_386 || im->machine == EM_X86_64;
}

/* The first of the histograms that ends behind ADDR. */
static size_t
range_after(const struct work *w, uint64_t addr)
{
	size_t lo = 0, hi = w->nranges;

	while (lo < hi) {
		size_t middle = lo + (hi - lo) / 2;

		if (w->ranges[middle].hi <= addr)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo;
}

/* gprof looks up the lower half of the address. */
static bool
is_sampled(const struct work *w, uint64_t addr)
{
	size_t i = range_after(w, (uint32_t)addr);

	return i < w->nranges && w->ranges[i].lo <= (uint32_t)addr;
}

/* There is a call to TARGET at ADDR, if a function begins at TARGET. */
static void
add(struct work *w, uint64_t addr, uint64_t target)
{
	const struct profile *p = w->p;
	bool exact = p->rules == RULES_EXACT;
	uint32_t caller = w->caller, callee;

	if (!exact && !is_sampled(w, target))
		return;
	callee = profile_func_at(p, w->image, target);
	if (callee == NOBODY || p->funcs[callee].lo != target)
		return;
	if (exact)
		caller = profile_func_at(p, w->image, addr);
	if (caller == NOBODY)
		return;
	if (exact && (p->funcs[callee].kind != FUNC_SYMBOL || p->funcs[caller].kind != FUNC_SYMBOL))
		return;
	w->found = mem_room(w->found, w->n + 1, &w->room, sizeof(*w->found));
	w->found[w->n++] = (struct arc){ .caller = caller, .callee = callee };
}

/* x86: a call is e8 and a displacement of four bytes, taken as one from the next
 * instruction.  Instructions are not decoded: any e8 may be one.
 * gprof: forgets the sign, so that calls backward end far behind every function. */
static void
scan_x86(struct work *w, uint64_t lo, uint64_t hi)
{
	const struct code *code = w->code;
	bool exact = w->p->rules == RULES_EXACT;
	const struct image *im = &w->p->images[w->image];

	for (uint64_t addr = lo; addr < hi && code->hi - addr >= 5; addr++) {
		const unsigned char *b = code->bytes + (addr - code->lo);
		uint32_t displacement;
		uint64_t target;

		if (*b != 0xe8)
			continue;
		displacement = b[1] | (uint32_t)b[2] << 8 | (uint32_t)b[3] << 16 | (uint32_t)b[4] << 24;
		target = addr + 5 + displacement;
		if (exact && im->address_size == 4)
			target = (uint32_t)target;
		else if (exact && displacement >> 31 != 0)
			target -= UINT64_C(1) << 32;
		add(w, addr, target);
	}
}

/* AArch64: a call is a BL, to 26 signed bits of words from itself.
 * gprof: takes B for a call too, and reads in the byte order of the data. */
static void
scan_aarch64(struct work *w, uint64_t lo, uint64_t hi)
{
	const struct code *code = w->code;
	bool exact = w->p->rules == RULES_EXACT;
	bool big = !exact && w->p->images[w->image].big_endian;
	uint32_t mask = exact ? 0xfc000000 : 0x7c000000, call = exact ? 0x94000000 : 0x14000000;

	if (exact)
		lo = (lo + 3) & ~UINT64_C(3);
	for (uint64_t addr = lo; addr < hi && code->hi - addr >= 4; addr += 4) {
		const unsigned char *b = code->bytes + (addr - code->lo);
		uint32_t word = 0;
		uint64_t words;

		for (int i = 0; i < 4; i++)
			word |= (uint32_t)b[big ? 3 - i : i] << 8 * i;
		if ((word & mask) != call)
			continue;
		words = word & 0x03ffffff;
		if ((words & 0x02000000) != 0)
			words -= 0x04000000;
		add(w, addr, addr + words * 4);
	}
}

static void
scan(struct work *w, uint64_t lo, uint64_t hi)
{
	if (lo < w->code->lo)
		lo = w->code->lo;
	if (hi > w->code->hi)
		hi = w->code->hi;
	if (lo >= hi || w->code->bytes == NULL)
		return;
	if (is_x86(&w->p->images[w->image]))
		scan_x86(w, lo, hi);
	else
		scan_aarch64(w, lo, hi);
}

static int
by_lo(const void *a, const void *b)
{
	const struct range *r = a, *s = b;

	return r->lo < s->lo ? -1 : r->lo > s->lo;
}

static void
find_ranges(struct work *w)
{
	const struct samples *s = &w->p->samples[w->image];

	free(w->ranges);
	w->ranges = mem_new(s->nhistograms, sizeof(*w->ranges));
	w->nranges = s->nhistograms;
	for (size_t i = 0; i < s->nhistograms; i++)
		w->ranges[i] = (struct range){ s->histograms[i].lo, s->histograms[i].hi, i };
	qsort(w->ranges, w->nranges, sizeof(*w->ranges), by_lo);
}

/* Of the histograms that reach into [LO, HI) the one that was read first, or NULL. */
static const struct range *
first_range(const struct work *w, uint64_t lo, uint64_t hi)
{
	const struct range *first = NULL;

	for (size_t i = range_after(w, lo); i < w->nranges && w->ranges[i].lo < hi; i++)
		if (first == NULL || w->ranges[i].number < first->number)
			first = &w->ranges[i];
	return first;
}

/* gprof: look into every function up to where the next one begins, which of the last one
 * is not known, as far as the first histogram in it reaches and .text. */
static void
find_gprof(struct work *w)
{
	const struct profile *p = w->p;

	w->code = p->images[w->image].text;
	if (w->code == NULL)
		return;
	find_ranges(w);
	for (uint32_t f = 0; f + 1 < p->nfuncs; f++) {
		uint64_t lo = p->funcs[f].lo, hi = p->funcs[f + 1].lo;
		const struct range *range;

		if (p->funcs[f].image != w->image || p->funcs[f + 1].image != w->image)
			continue;
		range = first_range(w, lo, hi);
		if (range == NULL)
			continue;
		w->caller = f;
		scan(w, lo > range->lo ? lo : range->lo, hi < range->hi ? hi : range->hi);
	}
}

static void
find(struct work *w)
{
	struct profile *p = w->p;
	const struct image *im = &p->images[w->image];

	if (!is_x86(im) && im->machine != EM_AARCH64) {
		profile_note(p, NOBODY,
			arena_printf(&p->names, "-c cannot read the code of ELF machine %u.", im->machine),
			"Only calls that were counted are shown; -c works for x86 and AArch64.");
		return;
	}
	if (p->rules == RULES_GPROF) {
		find_gprof(w);
		return;
	}
	w->caller = NOBODY;
	for (size_t i = 0; i < im->ncode; i++) {
		w->code = &im->code[i];
		scan(w, w->code->lo, w->code->hi);
	}
}

static int
by_caller(uint32_t a, uint32_t b, const void *with)
{
	const struct arc *found = with;

	return found[a].caller < found[b].caller ? -1 : found[a].caller > found[b].caller;
}

/* Add what was found and is new.  SEEN has for every function the last caller that
 * calls it, plus 1. */
static void
add_new(struct work *w)
{
	struct profile *p = w->p;
	uint32_t *order = mem_new(w->n, sizeof(*order));
	uint32_t *seen = mem_new(p->nfuncs, sizeof(*seen)), caller = NOBODY;
	size_t room = p->narcs;

	for (size_t i = 0; i < w->n; i++)
		order[i] = (uint32_t)i;
	sort_numbers(order, w->n, by_caller, w->found);
	for (size_t i = 0; i < w->n; i++) {
		const struct arc *arc = &w->found[order[i]];

		if (arc->caller != caller) {
			caller = arc->caller;
			for (uint32_t k = p->out_at[caller]; k < p->out_at[caller + 1]; k++)
				seen[p->arcs[p->out[k]].callee] = caller + 1;
		}
		if (seen[arc->callee] == caller + 1)
			continue;
		seen[arc->callee] = caller + 1;
		p->arcs = mem_room(p->arcs, (size_t)p->narcs + 1, &room, sizeof(*p->arcs));
		p->arcs[p->narcs++] = *arc;
	}
	free(order);
	free(seen);
}

/* The new arcs, from number OLD on, have no call sites. */
static void
link_again(struct profile *p, uint32_t old)
{
	size_t nsites = p->site_at != NULL ? p->site_at[old] : 0;

	p->site_at = mem_fit(p->site_at, (size_t)p->narcs + 1, sizeof(*p->site_at));
	for (uint32_t a = old; a <= p->narcs; a++)
		p->site_at[a] = nsites;
	free(p->out);
	free(p->out_at);
	free(p->in);
	free(p->in_at);
	profile_link(p);
}

void
staticcalls_add(struct profile *p)
{
	struct work w = { .p = p };
	uint32_t old = p->narcs;

	for (w.image = 0; w.image < p->nimages; w.image++)
		find(&w);
	add_new(&w);
	free(w.found);
	free(w.ranges);
	if (p->narcs > old)
		link_again(p, old);
}
