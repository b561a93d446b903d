/* test_samples.c - bins of histograms, and the sum of several files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/mem.h"
#include "brief.h"
#include "bytes.h"
#include "samples/samples.h"

static struct histogram
histogram_over(uint64_t lo, uint64_t hi, size_t nbins)
{
	struct histogram h = { .lo = lo, .hi = hi, .nbins = nbins, .nread = nbins, .bin_bits = 16,
		.rate = 100, .dimension = "seconds", .abbreviation = 's' };

	return h;
}

static void
assert_bin(const struct histogram *h, size_t i, uint64_t lo, uint64_t hi)
{
	uint64_t got_lo, got_hi;

	histogram_bin(h, i, &got_lo, &got_hi);
	assert_true(got_lo == lo);
	assert_true(got_hi == hi);
}

static void
test_regular_bins(void **state)
{
	struct histogram h = histogram_over(0x1000, 0x1020, 8);
	struct histogram top = histogram_over(UINT64_MAX - 32, UINT64_MAX, 8);

	(void)state;
	for (size_t i = 0; i < 8; i++) {
		assert_bin(&h, i, 0x1000 + 4 * i, 0x1004 + 4 * i);
		assert_bin(&top, i, UINT64_MAX - 32 + 4 * i, UINT64_MAX - 28 + 4 * i);
	}
}

/* A histogram of 20 bytes has 8 bins, because glibc rounded up the buffer.  The scale is 0.8 *
 * 65536, cut to an integer. */
static void
test_rounded_up_bins(void **state)
{
	static const unsigned ends[] = { 0, 4, 6, 8, 12, 14, 16, 18, 20 };
	struct histogram h = histogram_over(0x1000, 0x1014, 8);

	(void)state;
	for (size_t i = 0; i < 8; i++)
		assert_bin(&h, i, 0x1000 + ends[i], 0x1000 + ends[i + 1]);
}

/* Spans of bins are those that were measured with a real program. */
static void
test_measured_bins(void **state)
{
	struct histogram h = histogram_over(0x400000, 0x401218, 1160);

	(void)state;
	assert_bin(&h, 1133, 0x4011ae, 0x4011b2);
	assert_bin(&h, 1134, 0x4011b2, 0x4011b6);
	assert_bin(&h, 1137, 0x4011be, 0x4011c2);
}

/* glibc_bins() and glibc_bin() compute the number of bins, and the bin of an address, as glibc
 * does. */
static size_t
glibc_bins(uint64_t range, unsigned word)
{
	uint64_t bytes = range / 2;

	return (size_t)((bytes + word - 1) / word * word / 2);
}

static uint64_t
glibc_bin(uint64_t offset, uint64_t range, size_t nbins)
{
	uint64_t bytes = 2 * (uint64_t)nbins, scale = 65536;
	float part = (float)bytes / (float)range;	/* glibc uses a float here, too */

	if (bytes < range)
		scale = (uint64_t)(part * 65536);
	return offset / 2 * scale / 65536;
}

/* Every address lies in the bin in which glibc counts it. */
static void
test_bins_of_glibc(void **state)
{
	uint64_t seed = 3;

	(void)state;
	for (int round = 0; round < brief_rounds(3000); round++) {
		unsigned word = round % 2 == 0 ? 8 : 4;
		uint32_t most = round % 10 == 0 ? 1 << 20 : 2000;
		uint64_t range = 4 * (uint64_t)(1 + random_below(&seed, most));
		size_t n = glibc_bins(range, word);
		uint64_t base = 16 * (uint64_t)random_below(&seed, 1 << 30);
		struct histogram h = histogram_over(base, base + range, n);
		uint64_t step = range > 8000 ? 1 + random_below(&seed, 999) : 1;

		for (uint64_t at = 0; at < range; at += step) {
			uint64_t bin = glibc_bin(at, range, n), lo, hi;

			if (bin >= n)
				continue;	/* profil() does not count the sample */
			histogram_bin(&h, bin, &lo, &hi);
			assert_true(lo <= base + at && base + at < hi);
			assert_true(lo == base || glibc_bin(lo - 1 - base, range, n) < bin);
			assert_true(hi == base + range || glibc_bin(hi - base, range, n) > bin);
		}
		/* All bins are inside the histogram, even the last ones, which glibc may not
		 * use. */
		for (size_t i = n > 5 ? n - 5 : 0; i < n; i++) {
			uint64_t lo, hi;

			histogram_bin(&h, i, &lo, &hi);
			assert_true(base <= lo && lo < hi && hi <= base + range);
		}
	}
}

/* Asserts that the bins of H follow each other without a gap, from the start to the end of H. */
static void
assert_seamless(const struct histogram *h)
{
	uint64_t at = h->lo, lo, hi;

	for (size_t i = 0; i < h->nbins; i++) {
		histogram_bin(h, i, &lo, &hi);
		assert_true(lo == at);
		assert_true(hi > lo);
		at = hi;
	}
	assert_true(at == h->hi);
}

static void
test_bins_are_seamless(void **state)
{
	uint64_t seed = 5;

	(void)state;
	for (int round = 0; round < brief_rounds(4000); round++) {
		uint64_t range = 1 + random_below(&seed, 5000), lo = random_below(&seed, 1 << 30);
		uint32_t n = 1 + random_below(&seed, (uint32_t)(range < 700 ? range : 700));
		struct histogram h = histogram_over(lo, lo + range, n);

		if (round % 2 == 0)
			h = histogram_over(UINT64_MAX - range, UINT64_MAX, n);
		if (4 * (uint64_t)n <= range || 4 * (uint64_t)n - range >= 16)
			assert_seamless(&h);
	}
	for (int round = 0; round < brief_rounds(1000); round++) {
		uint64_t range = 16 + 2 * (uint64_t)random_below(&seed, 3000);
		struct histogram h = histogram_over(0x400000, 0x400000 + range,
			glibc_bins((range + 3) / 4 * 4, 8));

		h.hi = h.lo + (range + 3) / 4 * 4;
		if (4 * h.nbins - (h.hi - h.lo) <= 4)
			assert_seamless(&h);
	}
}

/* With any start, size and number of bins, each bin has at least one byte and is inside the
 * histogram. */
static void
test_bins_of_any_numbers(void **state)
{
	uint64_t seed = 7;

	(void)state;
	for (int round = 0; round < brief_rounds(20000); round++) {
		uint64_t high = (uint64_t)random_below(&seed, UINT32_MAX) << 32;
		uint64_t range = (high | random_below(&seed, UINT32_MAX))
			>> random_below(&seed, 64);
		uint32_t n = 1 + (random_below(&seed, UINT32_MAX) >> random_below(&seed, 32));
		uint64_t lo = round % 2 == 0 ? 0 : UINT64_MAX - range, a, b;
		struct histogram h = histogram_over(lo, lo + range, n);
		size_t i = round % 3 == 0 ? n - 1 : random_below(&seed, n);

		if (range == 0)
			continue;
		histogram_bin(&h, i, &a, &b);
		assert_true(lo <= a && a < b && b <= h.hi);
	}
}

static void
test_scale_and_total(void **state)
{
	struct histogram h = histogram_over(0x1001, 0x1016, 8);
	const uint64_t bins[] = { UINT32_MAX, UINT32_MAX, 1 };

	(void)state;
	assert_true(histogram_scale(&h) == 10 / 8.0);
	h.nread = 3;
	histogram_append(&h, 0, bins, 3);
	assert_true(histogram_total(&h) == 2 * (uint64_t)UINT32_MAX + 1);
	free(h.bins);
}

/* Adds to S a histogram whose bins all hold COUNT.  Returns false and sets E if S does not accept
 * it. */
static bool
add_histogram(struct samples *s, uint64_t lo, uint64_t hi, size_t nbins, uint64_t count,
	struct err *e)
{
	struct histogram h = histogram_over(lo, hi, nbins);
	bool ok;

	s->format = FORMAT_GNU;
	for (size_t i = 0; i < nbins; i++)
		histogram_append(&h, i, &count, 1);
	ok = samples_add_histogram(s, &h, e);
	if (!ok)
		free(h.bins);
	return ok;
}

static void
test_same_range_adds_up(void **state)
{
	struct samples s = { 0 };
	struct err e;

	(void)state;
	for (int i = 0; i < 5; i++) {
		struct samples more = { 0 };

		assert_true(add_histogram(&more, 0x1000, 0x1020, 8, 65535, &e));
		assert_true(samples_add(&s, &more, &e));
		assert_null(more.histograms);
	}
	assert_int_equal(s.nhistograms, 1);
	for (size_t i = 0; i < 8; i++)
		assert_int_equal(histogram_count(s.histograms, i), 5 * 65535);
	samples_release(&s);
}

/* Adds to S a histogram of 400 bins, of which only the first NREAD were read.  The bins whose bit
 * is set in BITS have COUNT samples; bit k is that of bin AT[k]. */
static void
add_sparse(struct samples *s, size_t nread, const size_t *at, unsigned bits, uint64_t count)
{
	struct histogram h = histogram_over(0x1000, 0x1000 + 4 * 400, 400);
	struct err e;

	h.nread = nread;
	for (unsigned k = 0; k < 5; k++)
		if (bits >> k & 1)
			histogram_append(&h, at[k], &count, 1);
	assert_true(samples_add_histogram(s, &h, &e));
	assert_null(h.bins);
}

/* Asserts that a bin of H has 10 samples if its bit is set in TENS, and 1 more if it is set in
 * ONES, and that H has no other bins. */
static void
assert_sum(const struct histogram *h, const size_t *at, unsigned tens, unsigned ones)
{
	uint64_t total = 0;
	size_t n = 0;

	for (unsigned k = 0; k < 5; k++) {
		uint64_t count = (tens >> k & 1) * 10 + (ones >> k & 1);

		assert_int_equal(histogram_count(h, at[k]), count);
		total += count;
		if (count == 0)
			continue;
		assert_int_equal(h->bins[n].number, at[k]);
		assert_int_equal(h->bins[n++].count, count);
	}
	assert_int_equal(h->nused, n);
	assert_int_equal(histogram_total(h), total);
}

/* The sum of two histograms has the bins of both, sorted by number. */
static void
test_used_bins_add_up(void **state)
{
	static const size_t at[] = { 0, 64, 129, 320, 389 };

	(void)state;
	for (unsigned both = 0; both < 1u << 10; both++) {
		struct samples s = { 0 };
		unsigned tens = both & 31, ones = both >> 5;

		s.format = FORMAT_GNU;
		add_sparse(&s, tens % 2 == 0 ? 400 : 390, at, tens, 10);
		add_sparse(&s, tens % 2 == 0 ? 390 : 400, at, ones, 1);
		assert_int_equal(s.nhistograms, 1);
		assert_int_equal(s.histograms->nread, 400);
		assert_sum(s.histograms, at, tens, ones);
		samples_release(&s);
	}
}

/* A truncated file has fewer bins.  The sum has as many bins as the longest file. */
static void
test_short_histograms_add_up(void **state)
{
	struct samples s = { 0 };
	struct histogram h;
	struct err e;

	(void)state;
	for (size_t nread = 3; nread <= 8; nread += 5) {
		h = histogram_over(0x1000, 0x1020, 8);
		h.nread = nread;
		for (size_t i = 0; i < nread; i++)
			histogram_append(&h, i, &(const uint64_t){ 10 * nread }, 1);
		assert_true(samples_add_histogram(&s, &h, &e));
	}
	assert_int_equal(s.nhistograms, 1);
	assert_int_equal(s.histograms->nread, 8);
	for (size_t i = 0; i < 8; i++)
		assert_int_equal(histogram_count(s.histograms, i), i < 3 ? 110 : 80);
	samples_release(&s);
}

static void
test_disjoint_ranges_are_kept(void **state)
{
	static const uint64_t at[] = { 0x3000, 0x1000, 0x2000, 0x1020, 0x0fe0 };
	struct samples s = { 0 };
	struct err e;

	(void)state;
	for (size_t i = 0; i < 5; i++)
		assert_true(add_histogram(&s, at[i], at[i] + 0x20, 8, i + 1, &e));
	for (size_t i = 0; i < 5; i++)
		assert_true(add_histogram(&s, at[i], at[i] + 0x20, 8, 100, &e));
	assert_int_equal(s.nhistograms, 5);
	for (size_t i = 0; i < 5; i++) {
		assert_true(s.histograms[i].lo == at[i]);
		assert_int_equal(histogram_count(&s.histograms[i], 7), 101 + i);
	}
	samples_release(&s);
}

/* Asserts that adding MORE to S fails and leaves S unchanged.  Releases MORE. */
static void
assert_refused(struct samples *s, struct samples *more)
{
	struct samples before = *s;
	uint64_t first = histogram_count(s->histograms, 0);
	struct err e = { 0 };

	assert_false(samples_add(s, more, &e));
	assert_int_equal(e.kind, ERR_FORMAT);
	assert_true(e.text[0] != '\0');
	assert_memory_equal(s, &before, sizeof(before));
	assert_true(histogram_count(s->histograms, 0) == first);
	samples_release(more);
}

static void
test_what_does_not_fit_is_refused(void **state)
{
	struct samples s = { 0 }, more = { 0 };
	struct err e;

	(void)state;
	assert_true(add_histogram(&s, 0x1000, 0x1020, 8, 1, &e));

	/* MORE has two histograms, and the second overlaps the end of the histogram of S.  Then
	 * MORE has one histogram, which overlaps the start of the histogram of S. */
	assert_true(add_histogram(&more, 0x1000, 0x1020, 8, 1, &e));
	assert_true(add_histogram(&more, 0x1020, 0x1040, 8, 1, &e));
	more.histograms[1].lo--;
	more.histograms[1].hi--;
	assert_refused(&s, &more);
	assert_true(add_histogram(&more, 0x0fe4, 0x1004, 8, 1, &e));
	assert_refused(&s, &more);

	/* MORE has a histogram inside that of S, then a histogram that contains that of S */
	assert_true(add_histogram(&more, 0x1008, 0x1010, 2, 1, &e));
	assert_refused(&s, &more);
	assert_true(add_histogram(&more, 0x0f00, 0x1100, 128, 1, &e));
	assert_refused(&s, &more);

	/* MORE has a histogram with another scale, dimension or abbreviation */
	assert_true(add_histogram(&more, 0x2000, 0x2020, 4, 1, &e));
	assert_refused(&s, &more);
	assert_true(add_histogram(&more, 0x2000, 0x2020, 8, 1, &e));
	strcpy(more.histograms->dimension, "cycles");
	assert_refused(&s, &more);
	assert_true(add_histogram(&more, 0x2000, 0x2020, 8, 1, &e));
	more.histograms->abbreviation = 'c';
	assert_refused(&s, &more);
	samples_release(&s);
}

/* A histogram without bins has no scale. */
static void
test_empty_histograms_have_no_scale(void **state)
{
	struct samples s = { 0 }, more = { 0 };
	struct err e;

	(void)state;
	assert_true(add_histogram(&s, 0x1000, 0x1020, 0, 1, &e));
	assert_true(add_histogram(&s, 0x1020, 0x1020, 0, 1, &e));
	assert_true(add_histogram(&s, 0x2000, 0x2020, 8, 1, &e));
	assert_true(add_histogram(&s, 0x3000, 0x3020, 0, 1, &e));
	assert_true(add_histogram(&s, 0x4000, 0x4020, 8, 1, &e));
	assert_int_equal(s.nempty, 2);
	assert_true(add_histogram(&more, 0x5000, 0x5020, 4, 1, &e));
	assert_refused(&s, &more);
	samples_release(&s);
}

/* The number of histograms is limited.  Adding too many fails and leaves the sum unchanged. */
static void
test_too_many_histograms(void **state)
{
	struct samples s = { 0 }, more = { 0 };
	struct err e;

	(void)state;
	for (uint64_t i = 0; i < 65535; i++)
		assert_true(add_histogram(&s, 16 * i, 16 * i + 8, 2, 1, &e));
	assert_true(add_histogram(&more, 16 * 65536, 16 * 65536 + 8, 2, 1, &e));
	assert_true(add_histogram(&more, 16 * 65537, 16 * 65537 + 8, 2, 1, &e));
	assert_refused(&s, &more);
	assert_true(add_histogram(&more, 16, 24, 2, 1, &e));
	assert_true(add_histogram(&more, 16 * 65537, 16 * 65537 + 8, 2, 1, &e));
	assert_true(samples_add(&s, &more, &e));
	assert_int_equal(s.nhistograms, 65536);
	assert_int_equal(histogram_count(&s.histograms[1], 0), 2);
	samples_release(&s);
}

/* If a profile has several images, histograms may overlap, and fewer histograms are allowed. */
static void
test_too_many_images(void **state)
{
	struct samples s = { .many_images = true };
	struct err e;

	(void)state;
	for (uint64_t i = 0; i < 4096; i++)
		assert_true(add_histogram(&s, 0, 8 + 8 * i, 2, 1, &e));
	assert_false(add_histogram(&s, 0, 7, 2, 1, &e));
	assert_non_null(strstr(e.text, "more than 4096 histograms"));
	samples_release(&s);
}

enum { FILES = 60, ADDRS = 40 };

/* Adding a file adds up the counts of equal arcs.  Equal arcs inside the first file are not merged.
 * Blocks and files stay in order. */
static void
test_arcs_add_up(void **state)
{
	static uint64_t want[ADDRS][ADDRS], got[ADDRS][ADDRS];
	const uint64_t base = 0xffffffff00000000u;
	struct samples s = { 0 };
	struct err e;
	uint64_t seed = 11;

	(void)state;
	for (uint32_t file = 0; file < FILES; file++) {
		struct samples more = { .format = FORMAT_GNU };
		struct profile_file name = { .narcs = file };

		for (int i = 0; i < 50; i++) {
			uint32_t from = random_below(&seed, ADDRS);
			uint32_t self = random_below(&seed, ADDRS);
			uint64_t count = random_below(&seed, UINT32_MAX);

			if (file == 0) {
				from = (uint32_t)i % ADDRS;
				self = from / 2;
			}
			want[from][self] += count;
			samples_add_arc(&more, base + 16 * (uint64_t)from, 8 * self, count);
		}
		samples_add_block(&more, file, 2 * file);
		samples_add_file(&more, &name);
		more.has_blocks = file == 7;
		assert_true(samples_add(&s, &more, &e));
	}
	for (size_t i = 0; i < s.narcs; i++) {
		const struct arc_record arc = samples_arc(&s, i);
		uint64_t from = (arc.from - base) / 16, self = arc.self / 8;

		assert_true(from < ADDRS && self < ADDRS);
		assert_true(i < 50 || got[from][self] == 0);
		got[from][self] += samples_arc(&s, i).count;
	}
	assert_memory_equal(got, want, sizeof(want));
	assert_int_equal(s.nblocks, FILES);
	assert_int_equal(s.nfiles, FILES);
	assert_true(s.has_blocks);
	for (size_t i = 0; i < FILES; i++)
		assert_true(s.blocks[i].addr == i && s.blocks[i].count == 2 * i
			&& s.files[i].narcs == i);
	samples_release(&s);
}

/* Returns the contents of a file NAME of FORMAT: NBINS bins from LO to LO + 0x20, sampled RATE
 * times a second. */
static struct samples
file_of(const char *name, enum format_kind format, uint64_t lo, size_t nbins, uint32_t rate)
{
	struct samples s = { .counter_bits = 16 };
	struct profile_file file = { .path = name };
	struct err e;

	assert_true(add_histogram(&s, lo, lo + 0x20, nbins, 1, &e));
	s.format = format;
	s.histograms->rate = rate;
	samples_add_file(&s, &file);
	return s;
}

/* Asserts that MORE cannot be added to S, with a message that contains FIRST and WHY.  Releases
 * MORE. */
static void
assert_apart(const struct samples *s, struct samples more, const char *first, const char *why)
{
	struct err e = { 0 };

	assert_false(samples_are_compatible(s, &more, false, &e));
	if (strstr(e.text, first) == NULL || strstr(e.text, why) == NULL)
		fail_msg("%s", e.text);
	samples_release(&more);
}

static void
test_which_files_can_be_added(void **state)
{
	struct samples s = { 0 }, more = file_of("one", FORMAT_GNU, 0x1000, 8, 100);
	struct err e;

	(void)state;
	assert_true(samples_are_compatible(&s, &more, false, &e));
	assert_true(samples_add(&s, &more, &e));
	more = file_of("two", FORMAT_GNU, 0x2000, 8, 100);
	assert_true(samples_are_compatible(&s, &more, false, &e));
	assert_true(samples_add(&s, &more, &e));
	assert_apart(&s, file_of("x", FORMAT_GNU, 0x1000, 8, 250), "with one", "250 times");
	assert_apart(&s, file_of("x", FORMAT_GNU, 0x2010, 8, 100), "with two", "overlaps");
	assert_apart(&s, file_of("x", FORMAT_GNU, 0x2000, 4, 100), "with one", "8 bytes");
	assert_apart(&s, file_of("x", FORMAT_BSD44, 0x3000, 8, 100), "with one", "0x3000");
	more = file_of("x", FORMAT_GNU, 0x1000, 8, 0);		/* rate unknown */
	assert_true(samples_are_compatible(&s, &more, false, &e));
	samples_release(&more);
	more = file_of("x", FORMAT_GNU, 0x1000, 8, 250);
	assert_true(samples_are_compatible(&s, &more, true, &e));
	samples_release(&more);
	samples_release(&s);
}

static void
test_bsd_kinds_do_not_mix(void **state)
{
	struct samples s = { 0 }, more = file_of("one", FORMAT_BSD44, 0x1000, 8, 100);
	struct err e;

	(void)state;
	assert_true(samples_add(&s, &more, &e));
	more = file_of("two", FORMAT_OLDBSD, 0x1000, 8, 0);
	assert_true(samples_are_compatible(&s, &more, false, &e));
	more.counter_bits = 32;
	assert_apart(&s, more, "with one", "32 bits");
	more = file_of("two", FORMAT_BSD44, 0x1000, 8, 128);
	assert_false(samples_are_compatible(&s, &more, true, &e));
	samples_release(&more);
	samples_release(&s);
}

/* Arcs keep their addresses and counts, also if some of them need more than 32 bits. */
static void
test_arcs_of_any_size(void **state)
{
	static const struct arc_record arcs[] = { { 0x401010, 0x401000, 7 },
		{ ARC_OUTSIDE, 0x401000, UINT32_MAX }, { 0x80401010, 0x401020, 1 },
		{ 0x401010, 0x401030, (uint64_t)UINT32_MAX + 1 },
		{ 0xffffffff80000000, 0x401000, 2 }, { 5, 0xffffffff81000000, UINT64_MAX },
	};
	enum { N = sizeof(arcs) / sizeof(*arcs) };

	(void)state;
	for (size_t from = 0; from < N; from++) {
		struct samples s = { 0 };

		for (size_t i = 0; i < N; i++) {
			struct arc_record a = arcs[(from + i) % N];

			assert_false(samples_sum_arc(&s, a.from, a.self, a.count - 1));
			assert_true(samples_sum_arc(&s, a.from, a.self, 1));
		}
		assert_int_equal(s.narcs, N);
		for (size_t i = 0; i < N; i++) {
			struct arc_record a = samples_arc(&s, i);

			assert_memory_equal(&a, &arcs[(from + i) % N], sizeof(a));
		}
		samples_release(&s);
	}
}

/* A negative bin becomes 0, no matter whether the file with negative bins is the first. */
static void
test_negative_bins(void **state)
{
	(void)state;
	for (int at = 0; at < 2; at++) {
		struct samples s = { 0 };
		struct err e;

		for (int file = 0; file < 2; file++) {
			struct samples more = file_of("x", file == at ? FORMAT_BSD44 : FORMAT_GNU,
				0x1000, 8, 100);

			more.counter_signed = file == at;
			if (file == at)
				more.histograms->bins[2].count = (uint64_t)-3;
			assert_true(samples_add(&s, &more, &e));
		}
		assert_true(samples_finish(&s, 2, &e));
		for (size_t i = 0; i < 8; i++)
			assert_int_equal(histogram_count(s.histograms, i), i == 2 ? 0 : 2);
		samples_release(&s);
	}
}

/* Histograms of different images may overlap, no matter which file has several images. */
static void
test_images_of_a_later_file(void **state)
{
	struct samples s = { 0 }, more = file_of("one", FORMAT_GNU, 0x1000, 8, 100);
	struct err e;

	(void)state;
	assert_true(samples_add(&s, &more, &e));
	more = file_of("two", FORMAT_APPLE, 0x2000, 8, 100);
	more.many_images = true;
	assert_true(samples_add(&s, &more, &e));
	more = file_of("three", FORMAT_APPLE, 0x2010, 8, 100);
	assert_true(samples_add(&s, &more, &e));
	assert_int_equal(s.nhistograms, 3);
	samples_release(&s);
}

/* The sum of a thousand files needs as much memory as the sum of two. */
static void
test_many_files_in_little_memory(void **state)
{
	enum { ADDRESSES = 3000, MANY = 1000 };
	struct samples s = { 0 };
	struct err e;

	(void)state;
	for (uint64_t file = 0; file < MANY; file++) {
		struct samples more = file_of("x", FORMAT_GNU, 0x1000, 8, 100);
		struct module module = { .address = file, .path = "lib" };

		for (uint64_t i = 0; i < ADDRESSES; i++) {
			uint64_t at = (i + file) % ADDRESSES;

			samples_add_arc(&more, at, 0x1000, 1);
			samples_add_block(&more, at, 2);
			samples_add_count(&more, at, 3);
			samples_add_pc(&more, at, 1);
		}
		samples_add_module(&more, &module);
		assert_true(samples_add(&s, &more, &e));
		assert_true(s.arcs_room <= 2 * ADDRESSES && s.slots <= 8 * ADDRESSES);
		assert_true(s.blocks_room <= 6 * ADDRESSES && s.counts_room <= 6 * ADDRESSES
			&& s.pcs_room <= 6 * ADDRESSES);
		assert_int_equal(s.nhistograms, 1);
		/* The module of this file is not added, because the sum needs only one. */
		assert_int_equal(s.nmodules, 1);
	}
	samples_sum_up(&s);
	assert_int_equal(s.narcs, ADDRESSES);
	assert_int_equal(s.nblocks, ADDRESSES);
	assert_int_equal(s.ncounts, ADDRESSES);
	assert_int_equal(s.npcs, ADDRESSES);
	for (uint64_t i = 0; i < ADDRESSES; i++) {
		assert_true(s.blocks[i].addr == i && s.blocks[i].count == 2 * MANY);
		assert_true(s.counts[i].count == 3 * MANY && s.pcs[i].count == MANY);
		assert_true(samples_arc(&s, i).from == i && samples_arc(&s, i).count == MANY);
	}
	samples_release(&s);
}

/* If arcs differ in only a few bits of their addresses, their hashes differ.  Otherwise this test
 * would take hours. */
static void
test_similar_arcs_do_not_collide(void **state)
{
	enum { MANY = 1 << 19 };

	(void)state;
	watch_for_hangs();
	for (unsigned shift = 0; shift <= 44; shift += 44) {
		struct samples s = { 0 };

		for (uint64_t i = 0; i < MANY; i++)
			assert_false(samples_sum_arc(&s, i << shift, 0, 1));
		for (uint64_t i = 1; i < MANY; i++)
			assert_false(samples_sum_arc(&s, 0, i << shift, 1));
		assert_true(samples_sum_arc(&s, 0, 0, 1));
		assert_int_equal(s.narcs, 2 * MANY - 1);
		samples_release(&s);
	}
	alarm(0);
}

/* A bin can contain the last address of the address space. */
static void
test_bins_of_the_last_addresses(void **state)
{
	(void)state;
	for (unsigned width = 1; width <= 4; width *= 2) {
		struct samples s = { .format = FORMAT_SOLARIS_PROF };
		uint64_t n = 0;
		struct err e;

		samples_add_pc(&s, 0x1000, 1);
		samples_add_pc(&s, UINT64_MAX, 2);
		samples_add_pc(&s, UINT64_MAX - width, 4);
		assert_true(samples_finish(&s, width, &e));
		assert_int_equal(s.nhistograms, 2);
		for (size_t i = 0; i < s.nhistograms; i++)
			n += histogram_total(&s.histograms[i]);
		assert_int_equal(n, 7);
		samples_release(&s);
	}
}

/* Distant addresses get separate histograms, so that there are few empty bins. */
static void
test_distant_addresses_get_own_histograms(void **state)
{
	enum { N = 100000 };

	(void)state;
	for (uint64_t apart = 1; apart <= 0x1000; apart *= 2) {
		struct samples s = { .format = FORMAT_SOLARIS_PROF };
		struct err e;
		size_t nbins = 0;

		for (uint64_t i = 0; i < N; i++)
			samples_add_pc(&s, apart * i, 1);
		assert_true(samples_finish(&s, 1, &e));
		for (size_t i = 0; i < s.nhistograms; i++)
			nbins += s.histograms[i].nbins;
		assert_in_range(nbins, N, 16 * N);
		samples_release(&s);
	}
}

/* Records with equal addresses become one record, which stands where the first of them stood. */
static void
test_sums_of_one_file(void **state)
{
	static const uint64_t at[] = { 7, 3, 7, 9, 3, 7 };
	struct samples s = { .format = FORMAT_GNU };

	(void)state;
	for (size_t i = 0; i < 6; i++) {
		samples_add_arc(&s, at[i], 1, 10);
		samples_add_block(&s, at[i], 1);
	}
	samples_sum_up(&s);
	assert_int_equal(s.narcs, 3);
	assert_int_equal(s.nblocks, 3);
	assert_true(samples_arc(&s, 0).from == 7 && samples_arc(&s, 0).count == 30);
	assert_true(samples_arc(&s, 1).from == 3 && samples_arc(&s, 1).count == 20);
	assert_true(s.blocks[2].addr == 9 && s.blocks[0].count == 3);
	samples_release(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_regular_bins),
		cmocka_unit_test(test_rounded_up_bins),
		cmocka_unit_test(test_measured_bins),
		cmocka_unit_test(test_bins_of_glibc),
		cmocka_unit_test(test_bins_are_seamless),
		cmocka_unit_test(test_bins_of_any_numbers),
		cmocka_unit_test(test_scale_and_total),
		cmocka_unit_test(test_same_range_adds_up),
		cmocka_unit_test(test_used_bins_add_up),
		cmocka_unit_test(test_short_histograms_add_up),
		cmocka_unit_test(test_disjoint_ranges_are_kept),
		cmocka_unit_test(test_what_does_not_fit_is_refused),
		cmocka_unit_test(test_empty_histograms_have_no_scale),
		cmocka_unit_test(test_too_many_histograms),
		cmocka_unit_test(test_too_many_images),
		cmocka_unit_test(test_arcs_add_up),
		cmocka_unit_test(test_which_files_can_be_added),
		cmocka_unit_test(test_bsd_kinds_do_not_mix),
		cmocka_unit_test(test_arcs_of_any_size),
		cmocka_unit_test(test_negative_bins),
		cmocka_unit_test(test_images_of_a_later_file),
		cmocka_unit_test(test_many_files_in_little_memory),
		cmocka_unit_test(test_similar_arcs_do_not_collide),
		cmocka_unit_test(test_bins_of_the_last_addresses),
		cmocka_unit_test(test_distant_addresses_get_own_histograms),
		cmocka_unit_test(test_sums_of_one_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
