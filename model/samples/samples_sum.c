/* samples_sum.c - summing the records of files, and preparing them for use
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/sort.h"
#include "samples/samples.h"

/* Returns the slot of the hash table at which the search for the arc (FROM, SELF) begins.  The
 * table's address seeds the hash, so that a crafted file cannot force collisions. */
static size_t
first_slot(const struct samples *s, uint64_t from, uint64_t self)
{
	uint64_t hash = hash_mix(hash_mix(from ^ hash_seed(s->table)) ^ self);

	return (size_t)(hash >> 32) & (s->slots - 1);
}

/* Returns the slot of the hash table that has the arc (FROM, SELF), or the free slot where the arc
 * belongs. */
static uint32_t *
arc_slot(const struct samples *s, uint64_t from, uint64_t self)
{
	size_t i = first_slot(s, from, self);

	while (s->table[i] != 0) {
		struct arc_record r = samples_arc(s, s->table[i] - 1);

		if (r.from == from && r.self == self)
			break;
		i = (i + 1) & (s->slots - 1);
	}
	return &s->table[i];
}

/* If the hash table is too small for N arcs, makes a larger one, and puts the arcs of S into it. */
static void
make_table(struct samples *s, size_t n)
{
	if (s->slots / 2 >= n)
		return;
	if (s->slots == 0)
		s->slots = 1024;
	while (s->slots / 2 < n)
		s->slots *= 2;
	free(s->table);
	s->table = mem_new(s->slots, sizeof(*s->table));
	for (size_t i = 0; i < s->narcs; i++) {
		struct arc_record r = samples_arc(s, i);
		uint32_t *at = arc_slot(s, r.from, r.self);

		if (*at == 0)
			*at = (uint32_t)i + 1;
	}
}

void
samples_expect_sums(struct samples *s, size_t n)
{
	samples_expect_arcs(s, n);
	make_table(s, n);
}

void
samples_prefetch_arc(const struct samples *s, uint64_t from, uint64_t self)
{
	if (s->slots > 0)
		__builtin_prefetch(&s->table[first_slot(s, from, self)], 1);
}

bool
samples_has_arc(struct samples *s, uint64_t from, uint64_t self)
{
	make_table(s, s->narcs + 1);
	return *arc_slot(s, from, self) != 0;
}

static void
add_count(struct samples *s, size_t i, uint64_t count)
{
	struct arc_record r = samples_arc(s, i);

	r.count += count;
	samples_set_arc(s, i, r);
}

/* Adds COUNT to the arc (FROM, SELF), which is made if S lacks it.  Returns the index of the
 * arc. */
static size_t
sum_arc(struct samples *s, uint64_t from, uint64_t self, uint64_t count)
{
	uint32_t *at;

	make_table(s, s->narcs + 1);
	assert(s->slots > s->narcs);
	at = arc_slot(s, from, self);
	if (*at != 0) {
		add_count(s, *at - 1, count);
		return *at - 1;
	}
	samples_add_arc(s, from, self, count);
	*at = (uint32_t)s->narcs;
	return s->narcs - 1;
}

bool
samples_sum_arc(struct samples *s, uint64_t from, uint64_t self, uint64_t count)
{
	size_t before = s->narcs;

	return sum_arc(s, from, self, count) < before;
}

/* Adds the arcs of MORE to S.  Most runs of one program have the same arcs in the same order.  So
 * each arc of MORE is first compared with one arc of S: the arc after the one where the last count
 * was added.  The hash table is searched only if the two arcs differ. */
static void
add_arcs(struct samples *s, const struct samples *more)
{
	size_t next = 0;

	for (size_t i = 0; i < more->narcs; i++) {
		struct arc_record a = samples_arc(more, i), like = { 0 };

		if (next < s->narcs)
			like = samples_arc(s, next);
		if (next < s->narcs && like.from == a.from && like.self == a.self)
			add_count(s, next, a.count);
		else
			next = sum_arc(s, a.from, a.self, a.count);
		next++;
	}
}

static int
by_addr(uint32_t a, uint32_t b, const void *with)
{
	const struct addr_count *v = with;

	return (v[a].addr > v[b].addr) - (v[a].addr < v[b].addr);
}

/* Replaces records with equal addresses by one record with the sum of their counts, at the place of
 * the first of these records.  V has N records.  Returns the number of records left. */
static size_t
sum_up_records(struct addr_count *v, size_t n)
{
	uint32_t *order = mem_new(n, sizeof(*order)), first = 0;
	bool *again = mem_new(n, sizeof(*again));
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		order[i] = (uint32_t)i;
	sort_numbers(order, n, by_addr, v);
	for (size_t i = 0; i < n; i++) {
		if (i > 0 && v[order[i]].addr == v[first].addr) {
			v[first].count += v[order[i]].count;
			again[order[i]] = true;
		} else {
			first = order[i];
		}
	}
	for (size_t i = 0; i < n; i++)
		if (!again[i])
			v[kept++] = v[i];
	free(again);
	free(order);
	return kept;
}

/* Sums up the N records at V if N is at least FEW and at least twice *ONCE.  Then sets *ONCE to the
 * number of records left.  So the memory does not grow with the number of files, and each record is
 * sorted only a few times.  Returns the number of records left. */
static size_t
sum_up_many_records(struct addr_count *v, size_t n, size_t *once)
{
	enum { FEW = 1024 };

	if (n < FEW || n < 2 * *once)
		return n;
	n = sum_up_records(v, n);
	*once = n;
	return n;
}

/* Adds the blocks, counts, sampled addresses and files of MORE to S. */
static void
append_lists(struct samples *s, const struct samples *more)
{
	for (size_t i = 0; i < more->nblocks; i++)
		samples_add_block(s, more->blocks[i].addr, more->blocks[i].count);
	for (size_t i = 0; i < more->ncounts; i++)
		samples_add_count(s, more->counts[i].addr, more->counts[i].count);
	for (size_t i = 0; i < more->npcs; i++)
		samples_add_pc(s, more->pcs[i].addr, more->pcs[i].count);
	for (size_t i = 0; i < more->nfiles; i++)
		samples_add_file(s, &more->files[i]);
	s->nblocks = sum_up_many_records(s->blocks, s->nblocks, &s->blocks_once);
	s->ncounts = sum_up_many_records(s->counts, s->ncounts, &s->counts_once);
	s->npcs = sum_up_many_records(s->pcs, s->npcs, &s->pcs_once);
}

void
samples_sum_up(struct samples *s)
{
	size_t n = s->narcs;

	s->narcs = s->slots = 0;
	for (size_t i = 0; i < n; i++) {
		struct arc_record r = samples_arc(s, i);

		samples_sum_arc(s, r.from, r.self, r.count);
	}
	s->nblocks = sum_up_records(s->blocks, s->nblocks);
	s->ncounts = sum_up_records(s->counts, s->ncounts);
	s->npcs = sum_up_records(s->pcs, s->npcs);
}

bool
samples_add(struct samples *s, struct samples *more, struct err *e)
{
	const struct histogram *with;

	if (s->format == FORMAT_NONE) {
		*s = *more;
		*more = (struct samples){ 0 };
		return true;
	}
	if (samples_check_all(s, more, &with, e) != E_NONE)
		return false;
	for (size_t i = 0; i < more->nhistograms; i++) {
		more->histograms[i].file = (uint32_t)s->nfiles;
		samples_add_histogram(s, &more->histograms[i], e);
	}
	add_arcs(s, more);
	append_lists(s, more);
	s->counter_signed |= more->counter_signed;
	s->many_images |= more->many_images;
	s->has_blocks |= more->has_blocks;
	s->has_outside |= more->has_outside;
	s->warnings |= more->warnings;
	samples_release(more);
	return true;
}

static int
by_pc(const void *a, const void *b)
{
	uint64_t x = ((const struct addr_count *)a)->addr;
	uint64_t y = ((const struct addr_count *)b)->addr;

	return (x > y) - (x < y);
}

/* Returns ADDR.  But if the bin of ADDR would end at 2^64 or beyond, returns the last address
 * before this bin.  A bin has WIDTH bytes. */
static uint64_t
clamp_to_bins(uint64_t addr, unsigned width)
{
	uint64_t end = UINT64_MAX / width * width;

	return addr < end ? addr : end - 1;
}

/* Adds a histogram, with bins of WIDTH bytes, of the N sampled addresses at PCS, which are sorted
 * and close to each other. */
static bool
bin_addresses(struct samples *s, const struct addr_count *pcs, size_t n, unsigned width,
	struct err *e)
{
	struct histogram h = { .bin_bits = 64, .map = MAP_EVEN, .rate = s->rate > 0
		? (uint32_t)s->rate : 0,
		.abbreviation = s->abbreviation };
	uint64_t *counts;
	bool ok;

	h.lo = clamp_to_bins(pcs[0].addr, width) / width * width;
	h.nbins = h.nread = (size_t)((clamp_to_bins(pcs[n - 1].addr, width) - h.lo) / width) + 1;
	h.hi = h.lo + h.nbins * width;
	memcpy(h.dimension, s->dimension, sizeof(h.dimension));
	counts = mem_new(h.nbins, sizeof(*counts));
	for (size_t i = 0; i < n; i++)
		counts[(clamp_to_bins(pcs[i].addr, width) - h.lo) / width] += pcs[i].count;
	histogram_append(&h, 0, counts, h.nbins);
	free(counts);
	ok = samples_add_histogram(s, &h, e);
	free(h.bins);
	return ok;
}

/* Makes histograms of the sampled addresses.  Addresses that are far from each other get different
 * histograms, because bins for the bytes between them would need much memory. */
static bool
bin_all_addresses(struct samples *s, unsigned width, struct err *e)
{
	enum { NEAR = 16 };		/* neighbours with a smaller distance, in bytes, share a
					 * histogram: bins for the gap need less memory than a new
					 * histogram */
	size_t begin = 0;

	if (s->npcs > 0)
		qsort(s->pcs, s->npcs, sizeof(*s->pcs), by_pc);
	for (size_t i = 1; i <= s->npcs; i++) {
		if (i < s->npcs && s->pcs[i].addr - s->pcs[i - 1].addr < NEAR)
			continue;
		if (!bin_addresses(s, s->pcs + begin, i - begin, width, e))
			return false;
		begin = i;
	}
	return true;
}

static void
drop_negative(struct histogram *h)
{
	size_t n = 0;

	for (size_t i = 0; i < h->nused; i++)
		if (h->bins[i].count <= INT64_MAX)
			h->bins[n++] = h->bins[i];
	h->nused = n;
}

bool
samples_finish(struct samples *s, unsigned width, struct err *e)
{
	for (size_t k = 0; s->counter_signed && k < s->nhistograms; k++)
		drop_negative(&s->histograms[k]);
	s->has_outside |= s->ncounts > 0;
	for (size_t i = 0; i < s->ncounts; i++)
		samples_sum_arc(s, ARC_OUTSIDE, s->counts[i].addr, s->counts[i].count);
	return bin_all_addresses(s, width, e);
}
