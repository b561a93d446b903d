/* test_layouts.c - every format in both address sizes and byte orders has the same contents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "bytes.h"
#include "samples/format.h"

static const uint64_t bins[8] = { 1, 0, 2, 3, 4, 0, 0, 5 };
static const struct arc_record arcs[] = {
	{ 0x1004, 0x1008, 3 }, { 0x1004, 0x1012, 2 }, { 0x100c, 0x1012, 6 },
};

enum { NARCS = sizeof(arcs) / sizeof(*arcs), LO = 0x1000, HI = 0x1020, MIDDLE = 0x1010 };

/* .write() writes a file of .format.  .option selects a variant of the format. */
struct layout_case {
	const char *format;
	void (*write)(struct bytes *b, int option);
	int option;
	unsigned only;			/* the only address size to test, 4 or 8; 0: both sizes */
	uint32_t warnings;		/* a bit for each expected warning */
	bool no_arcs;
};

#define WARNS(w) ((uint32_t)1 << (w))

static void
put_counters(struct bytes *b, size_t from, size_t n, unsigned bits)
{
	for (size_t i = from; i < from + n; i++)
		put_number(b, bins[i], bits / 8);
}

/* Writes the arcs with counts of WIDTH bytes, each followed by SPARE bytes of garbage. */
static void
put_arcs(struct bytes *b, unsigned width, unsigned spare)
{
	for (size_t i = 0; i < NARCS; i++) {
		put_addr(b, arcs[i].from);
		put_addr(b, arcs[i].self);
		put_number(b, arcs[i].count, width);
		put_bytes(b, "\xcc\xcc\xcc\xcc", spare);
	}
}

/* Writes a file of GNU's format.  If OPTION is 0, the file has no basic blocks.  Otherwise OPTION
 * is the size in bytes of the field with the number of basic blocks. */
static void
write_gnu(struct bytes *b, int option)
{
	uint16_t narrow[8];

	for (size_t i = 0; i < 8; i++)
		narrow[i] = (uint16_t)bins[i];
	put_gmon_header(b, 1);
	put_histogram(b, LO, HI, 100, narrow, 8);
	for (size_t i = 0; i < NARCS; i++)
		put_arc(b, arcs[i].from, arcs[i].self, (uint32_t)arcs[i].count);
	if (option == 0)
		return;
	put_number(b, 2, 1);
	put_number(b, 1, (unsigned)option);
	put_addr(b, MIDDLE);
	put_addr(b, 7);
}

/* Writes a table with two entries for the first arc and one entry with count 0.  The table has one
 * entry less than the file says. */
static void
write_ldprofile(struct bytes *b, int option)
{
	(void)option;
	put_gmon_header(b, 0x1ffff);
	put_number(b, 0, 4);
	put_addr(b, LO);
	put_addr(b, HI);
	put_number(b, 8, 4);
	put_number(b, 100, 4);
	put_bytes(b, "seconds\0\0\0\0\0\0\0\0s", 16);
	put_counters(b, 0, 8, 16);
	put_number(b, 1, 4);
	put_number(b, NARCS + 3, 4);
	for (size_t i = 0; i < NARCS + 2; i++) {
		put_addr(b, arcs[i % NARCS].from - LO);
		put_addr(b, arcs[i % NARCS].self - LO);
		put_number(b, i == 0 ? 1 : i == NARCS ? 2 : i > NARCS ? 0 : arcs[i].count, 4);
	}
}

static void
put_bsd44(struct bytes *b, uint64_t lo, uint64_t hi, unsigned bytes, const uint32_t spare[3])
{
	put_addr(b, lo);
	put_addr(b, hi);
	put_number(b, 2 * b->address_size + 24 + bytes, 4);
	put_number(b, 0x51879, 4);
	put_number(b, 100, 4);
	for (int i = 0; i < 3; i++)
		put_number(b, spare[i], 4);
}

/* The option of write_bsd44() is the number of bits of a counter, which FreeBSD writes into the
 * header.  It is negative for counters with a sign.  The other options, for counters of 16 bits,
 * are 0, TOTARC, DIRTY and PADDED. */
enum { TOTARC = 1000, DIRTY, PADDED };

static void
write_bsd44(struct bytes *b, int option)
{
	unsigned bits = option >= TOTARC ? 16 : option == 0 ? 16 : (unsigned)abs(option);
	uint32_t spare[3] = { (uint32_t)option, 0, 0 };

	if (option == TOTARC)
		spare[0] = 3 * NARCS * b->address_size;
	else if (option >= DIRTY)
		spare[0] = spare[1] = spare[2] = option == DIRTY ? 32 : 0xcccccccc;
	put_bsd44(b, LO, HI, bits, spare);
	put_counters(b, 0, 8, bits);
	put_arcs(b, option == PADDED ? 4 : b->address_size, option == PADDED ? 4 : 0);
}

/* The option of write_oldbsd() is the width in bytes of the field that stores the size.  If four
 * unused bytes follow the field, SPARE is added to the option. */
enum { SPARE = 100 };

static void
write_oldbsd(struct bytes *b, int option)
{
	unsigned width = (unsigned)option % SPARE, spare = option >= SPARE ? 4 : 0;

	put_addr(b, LO);
	put_addr(b, HI);
	put_number(b, 2 * b->address_size + width + spare + 16, width);
	put_zeros(b, spare);
	put_counters(b, 0, 8, 16);
	put_arcs(b, b->address_size, 0);
}

/* Writes two images with half of the bins each.  OPTION is the kind of arcs. */
static void
write_apple(struct bytes *b, int option)
{
	static const uint32_t none[3] = { 0 };
	unsigned tail = b->address_size == 8 || option == 3 ? 4 : 0;

	put_number(b, b->address_size == 8 ? 0xbeefbabf : 0xbeefbabe, 4);
	for (unsigned half = 0; half < 2; half++) {
		put_number(b, 1, 4);
		put_number(b, 2 * b->address_size + 24 + 8, 4);
		put_bsd44(b, LO + half * 16, MIDDLE + half * 16, 8, none);
		put_counters(b, 4 * half, 4, 16);
	}
	put_number(b, (unsigned)option, 4);
	put_number(b, NARCS * (2 * b->address_size + 4 + tail), 4);
	put_arcs(b, 4, tail);
}

static void
put_words(struct bytes *b, size_t n, const uint64_t *words)
{
	for (size_t i = 0; i < n; i++)
		put_number(b, words[i], 8);
}

/* Writes the callers of the first function, then the callers of the second.  If OPTION is not 0, an
 * object of kind OPTION follows. */
static void
write_solaris(struct bytes *b, int option)
{
	static const uint64_t next[NARCS][2] = { { 72, 0 }, { 0, 120 }, { 0, 0 } };

	put_number(b, 0x50524f46, 4);
	put_number(b, 1, 2);
	put_number(b, 0, 2);
	put_number(b, 16, 8);
	put_number(b, 1, 4);
	put_number(b, 1, 4);
	put_words(b, 3, (uint64_t[]){ 32 + 8 * 15, 32, 15 });
	for (size_t i = 0; i < 8; i++)
		for (uint64_t k = 0; k < bins[i]; k++)
			put_number(b, LO + 4 * i + k % 2, 8);
	put_number(b, 2, 4);
	put_number(b, 1, 4);
	put_words(b, 2, (uint64_t[]){ 24 + 48 * NARCS, 24 });
	for (size_t i = 0; i < NARCS; i++)
		put_words(b, 6, (uint64_t[]){ next[i][0], next[i][1], arcs[i].from, arcs[i].self,
			arcs[i].count, 0 });
	if (option == 0)
		return;
	put_number(b, (uint32_t)option, 4);
	put_number(b, 1, 4);
	put_words(b, 2, (uint64_t[]){ 24, 0 });
}

static void
write_monout(struct bytes *b, int option)
{
	(void)option;
	put_addr(b, LO);
	put_addr(b, HI);
	put_addr(b, 3);
	put_addr(b, 0x1002);
	put_addr(b, 1);
	put_addr(b, 0x100a);
	put_addr(b, 3);
	put_zeros(b, 2 * b->address_size);
	put_counters(b, 0, 8, 16);
}

static const struct layout_case layouts[] = {
	{ "gnu", write_gnu, 0, 0, 0, false },
	{ "gnu", write_gnu, 4, 0, 0, false },
	{ "gnu", write_gnu, 8, 8, WARNS(W_BB_COUNT64), false },
	{ "ldprofile", write_ldprofile, 0, 0, WARNS(W_DUP_ARCS) | WARNS(W_NARCS_CLAMPED), false },
	{ "bsd44", write_bsd44, 0, 0, 0, false },
	{ "bsd44", write_bsd44, 8, 0, 0, false },
	{ "bsd44", write_bsd44, -8, 0, 0, false },
	{ "bsd44", write_bsd44, 16, 0, 0, false },
	{ "bsd44", write_bsd44, -16, 0, 0, false },
	{ "bsd44", write_bsd44, 32, 0, 0, false },
	{ "bsd44", write_bsd44, -32, 0, 0, false },
	{ "bsd44", write_bsd44, 64, 0, 0, false },
	{ "bsd44", write_bsd44, -64, 0, 0, false },
	{ "bsd44", write_bsd44, TOTARC, 0, 0, false },
	{ "bsd44", write_bsd44, DIRTY, 0, WARNS(W_SPARE_NONZERO), false },
	{ "oldbsd", write_oldbsd, 4, 0, WARNS(W_ZERO_RATE), false },
	{ "oldbsd", write_oldbsd, 4 + SPARE, 8, WARNS(W_ZERO_RATE), false },
	{ "oldbsd", write_oldbsd, 8, 8, WARNS(W_ZERO_RATE), false },
	{ "apple", write_apple, 2, 0, 0, false },
	{ "apple", write_apple, 3, 0, 0, false },
	{ "solaris_prof", write_solaris, 0, 8, WARNS(W_ZERO_RATE), false },
	{ "solaris_prof", write_solaris, -1, 8, WARNS(W_ZERO_RATE), false },
	{ "solaris_prof", write_solaris, 4, 8, WARNS(W_ZERO_RATE) | WARNS(W_UNKNOWN_SECTION),
		false },
	{ "monout", write_monout, 0, 0, WARNS(W_ZERO_RATE), true },
};

/* Adds the samples of S to WORDS, which has an element for every 4 bytes of code from LO on. */
static void
count_words(const struct samples *s, uint64_t words[8])
{
	uint64_t lo, hi;

	for (size_t k = 0; k < s->nhistograms; k++)
		for (size_t i = 0; i < s->histograms[k].nread; i++) {
			histogram_map(&s->histograms[k], i, &lo, &hi);
			assert_true(lo >= LO && hi <= HI);
			words[(lo - LO) / 4] += histogram_count(&s->histograms[k], i);
		}
	for (size_t i = 0; i < s->npcs; i++)
		words[(s->pcs[i].addr - LO) / 4] += s->pcs[i].count;
}

static void
assert_same(const struct samples *s, const struct layout_case *l)
{
	uint64_t words[8] = { 0 };

	count_words(s, words);
	assert_memory_equal(words, bins, sizeof(bins));
	assert_int_equal(s->narcs, l->no_arcs ? 0 : NARCS);
	for (size_t i = 0; i < s->narcs; i++) {
		const struct arc_record a = samples_arc(s, i);

		assert_memory_equal(&a, &arcs[i], sizeof(a));
	}
	assert_int_equal(s->warnings, l->warnings);
	assert_int_equal(s->ncounts, l->no_arcs ? 2 : 0);
}

/* If an image is of another machine, the error message is about the image, not about the
 * profile. */
static void
check_other_images(const struct raw *known, unsigned width, bool big)
{
	for (unsigned other = 4; other <= 8; other += 4)
		for (int order = 0; order < 2; order++) {
			struct raw raw = *known;
			struct samples s;
			struct err e = { 0 };
			bool right = other == width && (order == 1) == big;

			raw.address_size = other;
			raw.big_endian = order == 1;
			assert_int_equal(format_decode(&raw, &s, &e), right);
			if (!right)
				assert_non_null(strstr(e.text, (order == 1) != big
					? "-endian program, the image is "
					: "-bit program, the image is "));
			samples_release(&s);
		}
}

static void
check_layout(const struct layout_case *l, unsigned width, bool big)
{
	struct bytes b = { .big_endian = big, .address_size = width };
	struct raw raw = { .bytes = NULL };
	struct samples s;
	struct err e = { 0 };

	if (l->only != 0 && l->only != width)
		return;
	print_message("%s, option %d, %u bytes, %s-endian\n", l->format, l->option, width,
		big ? "big" : "little");
	l->write(&b, l->option);
	raw.bytes = b.v;
	raw.size = b.n;
	if (!format_decode(&raw, &s, &e))
		fail_msg("%s", e.text);
	assert_string_equal(format_name(s.format), l->format);
	assert_int_equal(s.address_size, width);
	assert_int_equal(s.big_endian, big);
	assert_same(&s, l);
	samples_release(&s);
	if (strcmp(l->format, "solaris_prof") != 0)
		check_other_images(&raw, width, big);
	bytes_release(&b);
}

static void
test_every_layout(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(layouts) / sizeof(*layouts); i++)
		for (unsigned width = 4; width <= 8; width += 4)
			for (int big = 0; big < 2; big++)
				check_layout(&layouts[i], width, big == 1);
}

/* Little-endian mingw writes only 4 of the 8 bytes of a count.  The other 4 bytes are garbage. */
static void
test_padded_counts(void **state)
{
	static const struct layout_case padded = { "bsd44", write_bsd44, PADDED, 8,
		WARNS(W_SPARE_NONZERO) | WARNS(W_COUNT_TRUNC32), false };

	(void)state;
	check_layout(&padded, 8, false);
}

/* Fills the arrays of a kernel.  COUNT is the count of the second arc. */
static void
fill_parts(struct bytes parts[NPARTS], uint64_t count)
{
	struct bytes *p = &parts[PART_PARAM], *tos = &parts[PART_TOS];
	const uint64_t words[] = { 1, 16, 2, 16, 3, 4 * 3 * p->address_size, 4, LO, HI,
		HI - LO, 2 };

	put_number(p, 3, 4);
	put_zeros(p, p->address_size - 4);
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		put_addr(p, words[i]);
	put_counters(&parts[PART_KCOUNT], 0, 8, 16);
	for (size_t i = 0; i < 8; i++)
		put_number(&parts[PART_FROMS], i == 1 ? 1 : i == 3 ? 3 : 0, 2);
	for (size_t i = 0; i < 4; i++) {
		put_addr(tos, i == 0 ? 0 : arcs[i - 1].self);
		put_addr(tos, i == 0 ? 0 : i == 2 ? count : arcs[i - 1].count);
		put_number(tos, i == 0 ? 3 : i == 1 ? 2 : 0, 2);
		put_zeros(tos, tos->address_size - 2);
	}
}

static void
decode_parts(unsigned width, bool big, uint64_t count, struct samples *s)
{
	struct bytes parts[NPARTS] = { { 0 } };
	struct file files[NPARTS];
	struct raw raw = { .parts = files };
	struct err e = { 0 };

	for (int i = 0; i < NPARTS; i++)
		parts[i] = (struct bytes){ .big_endian = big, .address_size = width };
	fill_parts(parts, count);
	for (int i = 0; i < NPARTS; i++)
		files[i] = (struct file){ parts[i].v, parts[i].n };
	if (!format_decode(&raw, s, &e))
		fail_msg("%s", e.text);
	for (int i = 0; i < NPARTS; i++)
		bytes_release(&parts[i]);
}

static void
test_kernel_arrays(void **state)
{
	static const struct layout_case kmem = { .format = "kmem", .warnings = WARNS(W_ZERO_RATE) };
	struct samples s;

	(void)state;
	for (unsigned width = 4; width <= 8; width += 4)
		for (int big = 0; big < 2; big++) {
			decode_parts(width, big == 1, 2, &s);
			assert_int_equal(s.address_size, width);
			assert_same(&s, &kmem);
			samples_release(&s);
		}
	/* kgmon writes counts of 32 bits, so larger counts in the arrays are cut to 32 bits. */
	decode_parts(8, true, UINT64_MAX, &s);
	assert_true(samples_arc(&s, 1).count == UINT32_MAX);
	assert_int_equal(s.warnings, kmem.warnings | WARNS(W_COUNT_TRUNC32));
	samples_release(&s);
}

/* Images with the same range share a histogram.  Images that only overlap have one each. */
static void
test_overlapping_images(void **state)
{
	static const uint32_t none[3] = { 0 };
	static const uint64_t ranges[4][2] = { { LO, HI }, { MIDDLE, 0x1030 }, { LO, 0x1030 },
		{ LO, HI } };
	struct bytes b = { .big_endian = true, .address_size = 4 };
	struct raw raw = { .bytes = NULL };
	struct samples s;
	struct err e = { 0 };

	(void)state;
	put_number(&b, 0xbeefbabe, 4);
	for (size_t i = 0; i < 4; i++) {
		put_number(&b, 1, 4);
		put_number(&b, 32 + 16, 4);
		put_bsd44(&b, ranges[i][0], ranges[i][1], 16, none);
		put_counters(&b, 0, 8, 16);
	}
	raw.bytes = b.v;
	raw.size = b.n;
	assert_true(format_decode(&raw, &s, &e));
	assert_int_equal(s.nhistograms, 3);
	for (size_t i = 0; i < 3; i++) {
		assert_true(s.histograms[i].lo == ranges[i][0]);
		assert_true(s.histograms[i].hi == ranges[i][1]);
		assert_int_equal(histogram_total(&s.histograms[i]), i == 0 ? 30 : 15);
	}
	samples_release(&s);
	bytes_release(&b);
}

/* If --profile-format is wrong, the message names the format, and does not say that the file is
 * damaged. */
static void
test_forced_formats(void **state)
{
	static const unsigned char text[] = "neither this nor that";
	static const char *const names[] = { "gnu", "ldprofile", "bsd44", "oldbsd", "apple",
		"solaris_prof", "monout" };

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct format_options how = { .format = format_named(names[i]) };
		struct raw raw = { .bytes = text, .size = sizeof(text) - 1, .options = &how };
		struct samples s;
		struct err e = { 0 };

		assert_false(format_decode(&raw, &s, &e));
		assert_non_null(strstr(e.text, "; without --profile-format or -O, gprowse finds"));
		assert_null(strstr(e.text, "damaged"));
		samples_release(&s);
	}
}

/* If a mon.out can be read in both byte orders, decoding fails, and .damage names both layouts. */
static void
test_ambiguous_monout(void **state)
{
	unsigned char bytes[12 + 2 * 512] = { [4] = 1, [7] = 1 };
	struct format_options how = { .format = FORMAT_MONOUT };
	struct raw raw = { .bytes = bytes, .size = sizeof(bytes), .options = &how };
	struct samples s;
	struct err e = { 0 };

	(void)state;
	assert_false(format_decode(&raw, &s, &e));
	assert_int_equal(s.damage.kind, E_AMBIGUOUS);
	assert_int_equal(s.damage.ncandidates, 2);
	assert_string_equal(s.damage.candidates[0], "32le");
	assert_string_equal(s.damage.candidates[1], "32be");
	samples_release(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_layout),
		cmocka_unit_test(test_padded_counts),
		cmocka_unit_test(test_kernel_arrays),
		cmocka_unit_test(test_overlapping_images),
		cmocka_unit_test(test_forced_formats),
		cmocka_unit_test(test_ambiguous_monout),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
