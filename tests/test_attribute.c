/* test_attribute.c - samples are attributed to functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <elf.h>

#include "bytes.h"
#include "gprof/gprof_attribute.h"
#include "made.h"
#include "profile/attribute.h"

static void
assert_near(double got, double want)
{
	double off = got > want ? got - want : want - got;

	if (!(off <= 1e-9 * (1 + want)))
		fail_msg("%.17g is not %.17g", got, want);
}

/* Asserts that the functions f0 to f[N - 1] have the ticks WANT.  With --exact, function 0 is
 * [before], and f0 is function 1. */
static void
assert_ticks(const struct profile *p, const double *want, uint32_t n)
{
	uint32_t first = p->rules == RULES_EXACT;

	for (uint32_t f = 0; f < n; f++)
		assert_near(p->ticks[first + f], want[f]);
}

static void
test_exact_shares(void **state)
{
	static const uint64_t at[] = { 0x1000, 0x1005, 0x1006, 0x1010 };
	static const uint64_t bins[] = { 7, 8, 0, 5, 3 };
	static const double want[] = { 7 + 2, 2, 4 + 5, 3 };
	struct profile p;

	(void)state;
	made_image(&p, RULES_EXACT, at, 4, 0x1020);
	made_histogram(&p, 0x1000, 0x1014, bins, 5);
	attribute_exact(&p);
	assert_ticks(&p, want, 4);
	assert_true(p.total == 23);
	profile_release(&p);
}

struct bin_part {
	uint32_t func;
	uint64_t lo, hi;
	double ticks;
};

struct parts {
	struct bin_part v[8];
	size_t n;
};

static void
add_part(void *with, uint32_t func, uint64_t lo, uint64_t hi, double ticks)
{
	struct parts *parts = with;

	parts->v[parts->n++] = (struct bin_part){ func, lo, hi, ticks };
}

/* A bin is divided into parts, each with a function and a span of addresses. */
static void
test_parts_of_a_bin(void **state)
{
	static const uint64_t at[] = { 0x1000, 0x1005, 0x1006, 0x1020 };
	static const uint64_t bins[] = { 16, 16 };
	static const struct bin_part want[] = { { 1, 0x1000, 0x1005, 10 },
		{ 2, 0x1005, 0x1006, 2 }, { 3, 0x1006, 0x1008, 4 } };
	struct parts parts = { .n = 0 };
	struct profile p;

	(void)state;
	made_image(&p, RULES_EXACT, at, 4, 0x1030);
	made_histogram(&p, 0x1000, 0x1010, bins, 2);
	attribute_bin(&p, p.samples->histograms, p.samples->histograms->bins, add_part, &parts);
	assert_int_equal(parts.n, 3);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(parts.v[i].func, want[i].func);
		assert_true(parts.v[i].lo == want[i].lo && parts.v[i].hi == want[i].hi);
		assert_true(parts.v[i].ticks == want[i].ticks);
	}
	parts.n = 0;
	attribute_bin(&p, p.samples->histograms, p.samples->histograms->bins + 1, add_part, &parts);
	assert_int_equal(parts.n, 1);
	assert_true(parts.v[0].lo == 0x1008 && parts.v[0].hi == 0x1010);
	profile_release(&p);
}

/* If instructions are known, a bin is divided in proportion to the number of instructions that
 * begin in each part. */
static void
test_parts_by_instructions(void **state)
{
	static const uint64_t at[] = { 0x1000, 0x1006, 0x1008, 0x1014 };
	static const uint64_t bins[] = { 18, 6, 9 };
	/* Lengths of the instructions in the four functions: 2, 4; 2; 6, 4, 2; 4 bytes. */
	static const unsigned char code[] = "\x01\0\x13\0\0\0" "\x01\0"
		"\x1f\0\0\0\0\0\x13\0\0\0\x01\0" "\x13\0\0\0";
	struct parts parts = { .n = 0 };
	struct profile p;

	(void)state;
	made_image(&p, RULES_EXACT, at, 4, 0x1018);
	made_histogram(&p, 0x1000, 0x1018, bins, 3);
	p.images->machine = EM_RISCV;
	p.images->code->bytes = code;
	assert_true(attribute_knows_instructions(&p));
	attribute_bin(&p, p.samples->histograms, p.samples->histograms->bins, add_part, &parts);
	assert_int_equal(parts.n, 2);
	assert_true(parts.v[0].func == 1 && parts.v[0].ticks == 12);
	assert_true(parts.v[1].func == 2 && parts.v[1].ticks == 6);
	assert_true(parts.v[1].lo == 0x1006 && parts.v[1].hi == 0x1008);
	attribute_exact(&p);
	assert_true(p.ticks[1] == 12 && p.ticks[2] == 6 && p.ticks[3] == 6 + 4.5);
	assert_true(p.ticks[4] == 4.5 && p.total == 33);
	profile_release(&p);
	/* Without the code, or if the instructions of the machine are unknown, a bin is divided in
	 * proportion to bytes. */
	for (int i = 0; i < 2; i++) {
		made_image(&p, RULES_EXACT, at, 4, 0x1018);
		made_histogram(&p, 0x1000, 0x1018, bins, 3);
		p.images->machine = i == 0 ? EM_RISCV : EM_68K;
		p.images->code->bytes = i == 0 ? NULL : code;
		assert_true(attribute_knows_instructions(&p) == (i == 0));
		attribute_exact(&p);
		assert_true(p.ticks[1] == 13.5 && p.ticks[2] == 4.5 && p.ticks[3] == 6 + 4.5);
		profile_release(&p);
	}
}

/* Rounding loses no ticks, because the last of three equal parts gets the rest. */
static void
test_exact_last_gets_the_rest(void **state)
{
	static const uint64_t at[] = { 0x1000, 0x1001, 0x1002 };
	static const uint64_t bins[] = { 1 };
	struct profile p;

	(void)state;
	made_image(&p, RULES_EXACT, at, 3, 0x1003);
	made_histogram(&p, 0x1000, 0x1003, bins, 1);
	attribute_exact(&p);
	assert_true(p.ticks[1] == 0x55555p-20 && p.ticks[2] == 0x55555p-20);
	assert_true(p.ticks[3] == 0x55556p-20);
	profile_release(&p);
}

/* Padding between functions gets no share, unless the bin contains only padding. */
static void
test_exact_padding(void **state)
{
	static const uint64_t at[] = { 0x1000, 0x1004 };
	static const uint64_t bins[] = { 8, 4, 2 };
	struct profile p;

	(void)state;
	made_image(&p, RULES_EXACT, at, 2, 0x1020);
	spans_release(p.spans);
	spans_add(p.spans, 0, 0, false);
	spans_add(p.spans, 0x1000, 1, false);
	spans_add(p.spans, 0x1003, 1, true);
	spans_add(p.spans, 0x100b, 2, false);
	spans_add(p.spans, 0x1020, 3, false);
	spans_index(p.spans);
	made_histogram(&p, 0x1000, 0x100c, bins, 3);
	attribute_exact(&p);
	assert_true(p.ticks[1] == 12);
	assert_true(p.ticks[2] == 2);
	profile_release(&p);
}

/* A histogram with 8 bins over 20 bytes, by gprof's rules and with --exact. */
static void
test_uneven_bins(void **state)
{
	static const uint64_t at[] = { 0x1000, 0x1008, 0x1012, 0x1020 };
	static const uint64_t bins[] = { 0, 1, 0, 2, 0, 0, 0, 4 };
	static const double exact[] = { 1, 2, 4, 0 }, gprof[] = { 2.4, 4.8, 3.2, 0 };
	struct profile p;

	(void)state;
	made_image(&p, RULES_EXACT, at, 4, 0x1030);
	made_histogram(&p, 0x1000, 0x1014, bins, 8);
	attribute_exact(&p);
	assert_ticks(&p, exact, 4);
	assert_true(p.total == 7);
	profile_release(&p);

	made_image(&p, RULES_GPROF, at, 4, 0x1030);
	made_histogram(&p, 0x1000, 0x1014, bins, 8);
	gprof_attribute(&p);
	assert_ticks(&p, gprof, 4);
	assert_true(p.total == 7);
	profile_release(&p);
}

static void
test_excluded_functions_get_no_ticks(void **state)
{
	static const uint64_t at[] = { 0x1000, 0x1006, 0x1010 };
	static const uint64_t bins[] = { 6, 4, 2, 1 };
	struct profile p;

	(void)state;
	for (int rules = 0; rules < 2; rules++) {
		uint32_t first = rules == RULES_EXACT;

		made_image(&p, (enum rules)rules, at, 3, 0x1020);
		made_histogram(&p, 0x1000, 0x1010, bins, 4);
		made_selection(&p, EXCL_FLAT, "f1");
		if (rules == RULES_EXACT)
			attribute_exact(&p);
		else
			gprof_attribute(&p);
		assert_true(p.ticks[first] == 8);
		assert_true(p.ticks[first + 1] == 0);
		assert_true(p.total == 8);
		profile_release(&p);
	}
}

/* gprof rounds odd addresses down and gives the last function no samples.  Samples below the first
 * and above the last function are included in the total only. */
static void
test_gprof_rounds_and_drops(void **state)
{
	static const uint64_t at[] = { 0x1003, 0x1009, 0x1010 };
	static const uint64_t bins[] = { 2, 4, 8, 16, 32, 64 };
	static const double want[] = { 1 + 4, 8 + 16, 0 };
	struct profile p;

	(void)state;
	made_image(&p, RULES_GPROF, at, 3, 0x1014);
	made_histogram(&p, 0x1000, 0x1018, bins, 6);
	gprof_attribute(&p);
	assert_ticks(&p, want, 3);
	assert_true(p.total == 126);
	profile_release(&p);
}

/* A file that gprof cannot read may have histograms of different scales.  Each histogram uses its
 * own scale. */
static void
test_gprof_mixed_scales(void **state)
{
	static const uint64_t at[] = { 0x1000, 0x1004 };
	uint64_t bins[100] = { 0 };
	struct profile p;

	(void)state;
	made_image(&p, RULES_GPROF, at, 2, 0x1010);
	p.samples->many_images = true;
	made_histogram(&p, 0x2000, 1ull << 63, bins, 1);
	bins[0] = 8;
	bins[99] = 16;
	made_histogram(&p, 0x1000, 0x1000 + 100 * 4, bins, 100);
	gprof_attribute(&p);
	assert_near(p.ticks[0], 8);
	assert_true(p.total == 24);
	profile_release(&p);
}

/* gprof uses the scale of the first histogram for all histograms. */
static void
test_gprof_two_histograms(void **state)
{
	static const uint64_t at[] = { 0x1000, 0x1004, 0x2000, 0x2006, 0x3000 };
	static const uint64_t low[] = { 1, 2 }, high[] = { 4, 8 };
	static const double want[] = { 1, 2, 8, 4, 0 };
	struct profile p;

	(void)state;
	made_image(&p, RULES_GPROF, at, 5, 0x3010);
	made_histogram(&p, 0x2000, 0x2008, high, 2);
	made_histogram(&p, 0x1000, 0x1008, low, 2);
	gprof_attribute(&p);
	assert_near(p.ticks[0], want[0]);
	assert_near(p.ticks[1], want[1]);
	assert_near(p.ticks[2], 4 + 4);
	assert_near(p.ticks[3], 4);
	assert_true(p.total == 15);
	profile_release(&p);
}

/* Shares COUNT equally among the bytes of [LO, HI) that are not padding, or among all bytes if all
 * are padding.  Adds each share to the TICKS of the byte's function. */
static void
share_bytes(const struct profile *p, uint64_t lo, uint64_t hi, double count, double *ticks)
{
	double bytes[2] = { 0, 0 };

	for (int pass = 0; pass < 2; pass++) {
		for (uint64_t at = lo; at < hi; at++) {
			const struct span *s = &p->spans->v[spans_at(p->spans, at)];
			bool counts = bytes[0] > 0 ? !s->is_padding : s->is_padding;

			if (pass == 0)
				bytes[s->is_padding]++;
			else if (counts)
				ticks[s->func] += count / (bytes[0] > 0 ? bytes[0] : bytes[1]);
		}
	}
}

/* Gives P random spans of functions, numbered from 1 to N, and of padding.  A function can have
 * several spans. */
static void
random_spans(struct profile *p, uint64_t *seed, uint32_t n)
{
	uint64_t at = 0x1000;

	spans_release(p->spans);
	spans_add(p->spans, 0, 0, false);
	for (uint32_t i = 0; i < 40; i++) {
		spans_add(p->spans, at, 1 + random_below(seed, n), random_below(seed, 3) == 0);
		at += 1 + random_below(seed, 12);
	}
	spans_add(p->spans, at, n + 1, false);
	spans_index(p->spans);
}

static void
test_exact_like_reference(void **state)
{
	enum { N = 9 };
	static const uint64_t at[N] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
	uint64_t seed = 29;

	(void)state;
	for (int round = 0; round < 1000; round++) {
		double ticks[N + 2] = { 0 };
		uint64_t bins[100], lo = 0xff0 + random_below(&seed, 32);
		uint64_t range = 1 + random_below(&seed, 300);
		uint32_t n = 1 + random_below(&seed, 99);
		uint32_t biggest = round % 10 == 0 ? UINT32_MAX : 100;
		long double all = 0, got = 0;
		struct profile p;

		made_image(&p, RULES_EXACT, at, N, 10);
		random_spans(&p, &seed, N);
		for (uint32_t i = 0; i < n; i++) {
			bins[i] = random_below(&seed, 3) == 0 ? 0 : random_below(&seed, biggest);
			all += bins[i];
		}
		made_histogram(&p, lo, lo + range, bins, n);
		attribute_exact(&p);
		for (uint32_t i = 0; i < n; i++) {
			uint64_t a, b;

			histogram_bin(p.samples->histograms, i, &a, &b);
			share_bytes(&p, a, b, (double)bins[i], ticks);
		}
		for (uint32_t f = 0; f < N + 2; f++) {
			/* A bin has at most 42 parts, because there are 42 spans. */
			double most = n * 42 * 0x1p-20 + 1e-9 * ticks[f];

			assert_true(p.ticks[f] - ticks[f] <= most && ticks[f] - p.ticks[f] <= most);
			got += p.ticks[f];
		}
		if (biggest == 100)
			assert_true(got == all);
		else
			assert_near((double)got, (double)all);
		assert_true(p.total == (double)all);
		profile_release(&p);
	}
}

/* Attributes samples to TICKS by gprof's rules in a slow way, which compares every bin with every
 * function. */
static void
share_slowly(const struct profile *p, double *ticks)
{
	const struct histogram *h = p->samples->histograms;

	for (size_t i = 0; i < h->nbins; i++) {
		uint64_t b0 = h->lo / 2 + (uint64_t)(p->scale * (double)i);
		uint64_t b1 = h->lo / 2 + (uint64_t)(p->scale * (double)(i + 1));

		for (uint32_t f = 0; f < p->nfuncs; f++) {
			uint64_t s0 = p->funcs[f].lo / 2;
			uint64_t s1 = f + 1 < p->nfuncs ? p->funcs[f + 1].lo / 2 : 0;
			uint64_t from = b0 > s0 ? b0 : s0, to = b1 < s1 ? b1 : s1;

			if (b1 >= s0 && b0 < s1 && to > from)
				ticks[f] += (double)(to - from) * (double)histogram_count(h, i)
					/ p->scale;
		}
	}
}

static void
test_gprof_like_reference(void **state)
{
	uint64_t seed = 31;

	(void)state;
	for (int round = 0; round < 1000; round++) {
		uint64_t at[12], bins[64], next = 0x1000 + random_below(&seed, 8);
		double ticks[12] = { 0 };
		uint32_t n = 1 + random_below(&seed, 12), nbins = 1 + random_below(&seed, 64);
		struct profile p;

		for (uint32_t f = 0; f < n; f++) {
			at[f] = next;
			next += 1 + random_below(&seed, 30);
		}
		for (uint32_t i = 0; i < nbins; i++)
			bins[i] = random_below(&seed, 50);
		made_image(&p, RULES_GPROF, at, n, next);
		made_histogram(&p, 0x1000, 0x1000 + nbins * (1 + random_below(&seed, 9))
			+ random_below(&seed, 5), bins, nbins);
		gprof_attribute(&p);
		share_slowly(&p, ticks);
		for (uint32_t f = 0; f < n; f++)
			assert_true(p.ticks[f] == ticks[f]);
		profile_release(&p);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_exact_shares),
		cmocka_unit_test(test_parts_of_a_bin),
		cmocka_unit_test(test_parts_by_instructions),
		cmocka_unit_test(test_exact_last_gets_the_rest),
		cmocka_unit_test(test_exact_padding),
		cmocka_unit_test(test_uneven_bins),
		cmocka_unit_test(test_excluded_functions_get_no_ticks),
		cmocka_unit_test(test_gprof_rounds_and_drops),
		cmocka_unit_test(test_gprof_two_histograms),
		cmocka_unit_test(test_gprof_mixed_scales),
		cmocka_unit_test(test_exact_like_reference),
		cmocka_unit_test(test_gprof_like_reference),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
