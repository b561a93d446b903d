/* What profile files hold.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "samples.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"

/* More records than this are no profile, but a way to keep us busy. */
enum { HISTOGRAMS_MAX = 65536 };

/* glibc rounds its buffer up to 4 or 8 bytes and spreads the text over all of it: up to
 * three bins too many, and bins of 2 and 4 bytes instead of 4. */
static bool
is_rounded_up(const struct histogram *h, uint64_t range)
{
	uint64_t text = 4 * (uint64_t)h->nbins;

	return text > range && text - range < 16 && text / 2 < range;
}

void
histogram_bin(const struct histogram *h, size_t i, uint64_t *lo, uint64_t *hi)
{
	uint64_t range = h->hi - h->lo, width, rest;

	assert(i < h->nbins);
	if (is_rounded_up(h, range)) {
		/* profil(2) got this scale, and counted pc in bin
		 * ((pc - lo) / 2 * scale) / 65536. */
		float f = (float)(2 * (uint64_t)h->nbins) / (float)range;
		uint64_t scale = (uint64_t)(f * 65536);

		*lo = 2 * (((uint64_t)i * 65536 + scale - 1) / scale);
		*hi = 2 * (((uint64_t)(i + 1) * 65536 + scale - 1) / scale);
		if (*hi > range)
			*hi = range;
		if (*lo >= *hi)
			*lo = *hi - 1;
		*lo += h->lo;
		*hi += h->lo;
		return;
	}
	width = range / h->nbins;
	rest = range % h->nbins;
	*lo = h->lo + width * i + rest * i / h->nbins;
	*hi = h->lo + width * (i + 1) + rest * (i + 1) / h->nbins;
	if (*lo >= *hi)			/* more bins than bytes */
		*hi = *lo + 1;
}

uint64_t
histogram_total(const struct histogram *h)
{
	uint64_t total = 0;

	for (size_t i = 0; i < h->nread; i++)
		total += h->bins[i];
	return total;
}

double
histogram_scale(const struct histogram *h)
{
	return (double)((h->hi - h->lo) / 2) / (double)h->nbins;
}

/* The position in S->by_lo of the first histogram that does not end before LO. */
static size_t
first_after(const struct samples *s, uint64_t lo)
{
	size_t a = 0, b = s->nhistograms;

	while (a < b) {
		size_t mid = a + (b - a) / 2;

		if (s->histograms[s->by_lo[mid]].hi <= lo)
			a = mid + 1;
		else
			b = mid;
	}
	return a;
}

/* May H be added to S?  *SAME becomes the histogram of the same range, or NULL. */
static bool
fits(const struct samples *s, const struct histogram *h, struct histogram **same, struct err *e)
{
	const struct histogram *first = s->histograms, *scaled;
	struct histogram *next;
	size_t at;
	double change;

	*same = NULL;
	if (s->nhistograms == 0)
		return true;
	if (memcmp(first->dimension, h->dimension, sizeof(h->dimension)) != 0
	    || first->abbreviation != h->abbreviation)
		return err_set(e, ERR_FORMAT, "counts in %s (%c) where the first histogram counts in "
			"%s (%c); look at them one by one", h->dimension, h->abbreviation,
			first->dimension, first->abbreviation);
	scaled = s->nempty < s->nhistograms ? &s->histograms[s->nempty] : h;
	change = histogram_scale(h) - histogram_scale(scaled);
	if (h->nbins > 0 && (change > 1e-6 || change < -1e-6))
		return err_set(e, ERR_FORMAT, "a bin stands for %g bytes where the first histogram has "
			"%g; look at them one by one", 2 * histogram_scale(h),
			2 * histogram_scale(scaled));
	at = first_after(s, h->lo);
	if (at == s->nhistograms)
		return true;
	next = &s->histograms[s->by_lo[at]];
	if (next->lo == h->lo && next->hi == h->hi && next->nbins == h->nbins)
		*same = next;
	else if (next->lo < h->hi)
		return err_set(e, ERR_FORMAT, "histogram of 0x%llx-0x%llx overlaps that of "
			"0x%llx-0x%llx; were they written by the same program?",
			(unsigned long long)h->lo, (unsigned long long)h->hi,
			(unsigned long long)next->lo, (unsigned long long)next->hi);
	return true;
}

static bool
too_many(struct err *e)
{
	return err_set(e, ERR_FORMAT, "more than %d histograms; no program writes that many",
		HISTOGRAMS_MAX);
}

/* Add the bins of FROM to those of TO, which has the same range. */
static void
add_bins(struct histogram *to, struct histogram *from)
{
	if (from->nread > to->nread) {
		struct histogram longer = *from;

		from->bins = to->bins;
		from->nread = to->nread;
		to->bins = longer.bins;
		to->nread = longer.nread;
	}
	for (size_t i = 0; i < from->nread; i++)
		to->bins[i] += from->bins[i];
	free(from->bins);
	from->bins = NULL;
}

bool
samples_add_histogram(struct samples *s, struct histogram *h, struct err *e)
{
	struct histogram *same;
	size_t at;

	if (!fits(s, h, &same, e))
		return false;
	if (same != NULL) {
		add_bins(same, h);
		return true;
	}
	if (s->nhistograms == HISTOGRAMS_MAX)
		return too_many(e);
	at = first_after(s, h->lo);
	s->histograms = mem_room(s->histograms, s->nhistograms + 1, &s->histograms_room,
		sizeof(*s->histograms));
	s->by_lo = mem_room(s->by_lo, s->nhistograms + 1, &s->by_lo_room, sizeof(*s->by_lo));
	memmove(s->by_lo + at + 1, s->by_lo + at, (s->nhistograms - at) * sizeof(*s->by_lo));
	s->by_lo[at] = (uint32_t)s->nhistograms;
	s->nempty += h->nbins == 0 && s->nempty == s->nhistograms;
	s->histograms[s->nhistograms++] = *h;
	h->bins = NULL;
	return true;
}

void
samples_add_arc(struct samples *s, uint64_t from, uint64_t self, uint64_t count)
{
	s->arcs = mem_room(s->arcs, s->narcs + 1, &s->arcs_room, sizeof(*s->arcs));
	s->arcs[s->narcs++] = (struct arc_record){ from, self, count };
}

void
samples_add_block(struct samples *s, uint64_t addr, uint64_t count)
{
	s->blocks = mem_room(s->blocks, s->nblocks + 1, &s->blocks_room, sizeof(*s->blocks));
	s->blocks[s->nblocks++] = (struct block_record){ addr, count };
}

void
samples_add_file(struct samples *s, const struct profile_file *file)
{
	s->files = mem_room(s->files, s->nfiles + 1, &s->files_room, sizeof(*s->files));
	s->files[s->nfiles++] = *file;
}

/* Where in S's table the record (FROM, SELF) is, or where it would go. */
static uint32_t *
slot(const struct samples *s, uint64_t from, uint64_t self)
{
	uint64_t hash = (from * 0x9e3779b97f4a7c15u ^ self) * 0xff51afd7ed558ccdu;
	size_t i = (size_t)(hash >> 20) & (s->slots - 1);

	while (s->table[i] != 0) {
		const struct arc_record *r = &s->arcs[s->table[i] - 1];

		if (r->from == from && r->self == self)
			break;
		i = (i + 1) & (s->slots - 1);
	}
	return &s->table[i];
}

/* Give the table room for N records and put S's records in. */
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
		uint32_t *at = slot(s, s->arcs[i].from, s->arcs[i].self);

		if (*at == 0)
			*at = (uint32_t)i + 1;
	}
}

/* Add the arcs of MORE to S: the same two addresses are one record, so that what a
 * thousand files need is what one needs. */
static void
add_arcs(struct samples *s, const struct samples *more)
{
	make_table(s, s->narcs + 1);
	for (size_t i = 0; i < more->narcs; i++) {
		const struct arc_record *r = &more->arcs[i];
		uint32_t *at = slot(s, r->from, r->self);

		if (*at != 0) {
			s->arcs[*at - 1].count += r->count;
			continue;
		}
		samples_add_arc(s, r->from, r->self, r->count);
		*at = (uint32_t)s->narcs;
		make_table(s, s->narcs);
	}
}

/* May all histograms of MORE be added to S? */
static bool
all_fit(const struct samples *s, const struct samples *more, struct err *e)
{
	struct histogram *same;
	size_t n = s->nhistograms;

	for (size_t i = 0; i < more->nhistograms; i++) {
		if (!fits(s, &more->histograms[i], &same, e))
			return false;
		n += same == NULL;
	}
	return n <= HISTOGRAMS_MAX || too_many(e);
}

bool
samples_add(struct samples *s, struct samples *more, struct err *e)
{
	if (s->format == NULL) {
		*s = *more;
		*more = (struct samples){ 0 };
		return true;
	}
	if (!all_fit(s, more, e))
		return false;
	for (size_t i = 0; i < more->nhistograms; i++)
		samples_add_histogram(s, &more->histograms[i], e);
	if (more->narcs > 0)
		add_arcs(s, more);
	for (size_t i = 0; i < more->nblocks; i++)
		samples_add_block(s, more->blocks[i].addr, more->blocks[i].count);
	for (size_t i = 0; i < more->nfiles; i++)
		samples_add_file(s, &more->files[i]);
	s->has_blocks |= more->has_blocks;
	samples_release(more);
	return true;
}

void
samples_release(struct samples *s)
{
	for (size_t i = 0; i < s->nhistograms; i++)
		free(s->histograms[i].bins);
	free(s->histograms);
	free(s->by_lo);
	free(s->arcs);
	free(s->blocks);
	free(s->files);
	free(s->table);
	*s = (struct samples){ 0 };
}
