/* test_gnu.c - GNU profiles: every field, and damaged files
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

#include "bytes.h"
#include "samples/format.h"

static const uint16_t bins[] = { 1, 0, 2, 3, 4, 0, 0x1234, 65535 };

/* The four layouts, twice.  If .told, the decoder is told the layout, otherwise it must detect
 * it. */
static const struct gnu_layout {
	unsigned address_size;
	bool big_endian, told;
} layouts[] = {
	{ 4, false, true }, { 4, true, true }, { 8, false, true }, { 8, true, true },
	{ 4, false, false }, { 4, true, false }, { 8, false, false }, { 8, true, false },
};

enum { NLAYOUTS = sizeof(layouts) / sizeof(*layouts) };

static struct bytes
begin_file(const struct gnu_layout *l, uint32_t version)
{
	struct bytes b = { .big_endian = l->big_endian, .address_size = l->address_size };

	put_gmon_header(&b, version);
	return b;
}

static void
put_blocks(struct bytes *b, unsigned width, uint64_t lo, uint32_t n)
{
	put_number(b, 2, 1);
	put_number(b, n, width);
	for (uint32_t i = 0; i < n; i++) {
		put_addr(b, lo + 4 * i);
		put_addr(b, i == 1 ? 0x01020304 : i);
	}
}

static bool
decode(const struct bytes *b, const struct gnu_layout *l, struct samples *s, struct err *e)
{
	struct raw raw = { .bytes = b->v, .size = b->n,
		.address_size = l->told ? l->address_size : 0,
		.big_endian = l->told && l->big_endian };

	*e = (struct err){ 0 };
	return format_decode(&raw, s, e);
}

/* Returns a file with a histogram, two arcs, two blocks (not in version 0), another histogram and
 * an arc. */
static struct bytes
all_records(const struct gnu_layout *l, uint32_t version)
{
	struct bytes b = begin_file(l, version);

	put_histogram(&b, 0x401000, 0x401020, 1000, bins, 8);
	put_arc(&b, 0x401004, 0x401008, 0xfedcba98);
	put_arc(&b, 0x401005, 0x401012, 2);
	if (version > 0)
		put_blocks(&b, 4, 0x401000, 2);
	put_histogram(&b, 0x402000, 0x402010, 100, bins, 4);
	put_arc(&b, 0x401004, 0x401008, 7);
	return b;
}

static void
check_all_records(const struct samples *s, const struct gnu_layout *l, uint32_t version)
{
	const struct histogram *h = s->histograms;

	assert_int_equal(s->format, FORMAT_GNU);
	assert_int_equal(s->address_size, l->address_size);
	assert_int_equal(s->big_endian, l->big_endian);
	assert_int_equal(s->nhistograms, 2);
	assert_true(h->lo == 0x401000 && h->hi == 0x401020);
	assert_int_equal(h->nbins, 8);
	assert_int_equal(h->nread, 8);
	assert_int_equal(h->bin_bits, 16);
	assert_int_equal(h->rate, 1000);
	assert_string_equal(h->dimension, "seconds");
	assert_int_equal(h->abbreviation, 's');
	for (size_t i = 0; i < 8; i++)
		assert_int_equal(histogram_count(h, i), bins[i]);
	assert_true(h[1].lo == 0x402000 && h[1].nbins == 4 && h[1].rate == 100);
	assert_int_equal(s->narcs, 3);
	assert_true(samples_arc(s, 0).from == 0x401004 && samples_arc(s, 0).self == 0x401008);
	assert_true(samples_arc(s, 0).count == 0xfedcba98);
	assert_true(samples_arc(s, 1).from == 0x401005 && samples_arc(s, 1).count == 2);
	assert_true(samples_arc(s, 2).from == 0x401004 && samples_arc(s, 2).count == 7);
	assert_int_equal(s->nblocks, version > 0 ? 2 : 0);
	assert_int_equal(s->has_blocks, version > 0);
	for (size_t i = 0; i < s->nblocks; i++)
		assert_true(s->blocks[i].addr == 0x401000 + 4 * i
			&& s->blocks[i].count == (i == 1 ? 0x01020304 : 0));
	assert_int_equal(s->nfiles, 1);
	assert_int_equal(s->files->version, version);
	assert_int_equal(s->files->nhistograms, 2);
	assert_int_equal(s->files->narcs, 3);
	assert_int_equal(s->files->nblocks, version > 0);
}

static void
test_every_field(void **state)
{
	(void)state;
	for (size_t i = 0; i < NLAYOUTS; i++) {
		for (uint32_t version = 0; version < 2; version++) {
			struct bytes b = all_records(&layouts[i], version);
			struct samples s;
			struct err e;

			assert_true(decode(&b, &layouts[i], &s, &e));
			check_all_records(&s, &layouts[i], version);
			samples_release(&s);
			bytes_release(&b);
		}
	}
}

/* The highest addresses are read correctly, and so is a dimension without a NUL. */
static void
test_extreme_fields(void **state)
{
	const struct gnu_layout l = { 8, false, true };
	struct bytes b = begin_file(&l, 1);
	struct samples s;
	struct err e;

	(void)state;
	put_histogram(&b, 0xffffffff80000000u, 0xffffffff80000010u, 0, bins, 4);
	memcpy(b.v + 20 + 1 + 16 + 8, "fifteen letters!", 16);
	put_arc(&b, UINT64_MAX, UINT64_MAX, UINT32_MAX);
	assert_true(decode(&b, &l, &s, &e));
	assert_true(s.histograms->lo == 0xffffffff80000000u);
	assert_string_equal(s.histograms->dimension, "fifteen letters");
	assert_int_equal(s.histograms->abbreviation, '!');
	assert_int_equal(s.histograms->rate, 0);
	assert_true(samples_arc(&s, 0).from == UINT64_MAX && samples_arc(&s, 0).self == UINT64_MAX);
	assert_true(samples_arc(&s, 0).count == UINT32_MAX);
	samples_release(&s);
	bytes_release(&b);
}

/* The number of blocks in a record has 4 bytes if gprof wrote the file, and 8 bytes if glibc wrote
 * it.  Both widths are detected, whether the record is at the end of the file, before an arc or
 * before a histogram, and also if it has no blocks. */
static void
test_width_of_block_counts(void **state)
{
	(void)state;
	for (size_t i = 0; i < 4; i++) {
		const struct gnu_layout *l = &layouts[i];

		for (unsigned width = 4; width <= l->address_size; width += 4) {
			for (uint32_t n = 0; n < 4; n++) {
				for (int after = 0; after < 3; after++) {
					struct bytes b = begin_file(l, 1);
					struct samples s;
					struct err e;

					put_histogram(&b, 0x401000, 0x401020, 100, bins, 8);
					put_blocks(&b, width, 0x401000, n);
					if (after == 1)
						put_arc(&b, 0x401004, 0x401008, 9);
					if (after == 2)
						put_histogram(&b, 0, 0x20, 100, bins, 8);
					assert_true(decode(&b, l, &s, &e));
					assert_int_equal(s.nblocks, n);
					for (uint32_t k = 0; k < n; k++)
						assert_true(s.blocks[k].addr == 0x401000 + 4 * k);
					assert_int_equal(s.narcs, after == 1);
					assert_int_equal(s.nhistograms, after == 2 ? 2 : 1);
					assert_true(s.has_blocks);
					samples_release(&s);
					bytes_release(&b);
				}
			}
		}
	}
}

/* Each record has 0 blocks, and stores this number in 4 bytes.  If the decoder read 8 bytes, it
 * would get a large number.  Testing so many blocks for each record would take hours. */
static void
test_many_numbers_of_blocks(void **state)
{
	enum { MANY = 1 << 20 };
	const uint64_t claimed = (uint64_t)1 << 60;
	const struct gnu_layout *l = &layouts[3];
	struct bytes b = begin_file(l, 1);
	struct samples s;
	struct err e;

	(void)state;
	put_histogram(&b, 0, UINT64_MAX - 1, 100, NULL, 0);
	for (int i = 0; i < MANY; i++) {
		put_blocks(&b, 4, 0, 0);
		put_histogram(&b, claimed, claimed, 100, NULL, 0);
	}
	watch_for_hangs();
	assert_true(decode(&b, l, &s, &e));
	alarm(0);
	assert_int_equal(s.nblocks, 0);
	samples_release(&s);
	bytes_release(&b);
}

/* Without a histogram, blocks may have any address.  The width of the counts is still detected. */
static void
test_blocks_alone(void **state)
{
	(void)state;
	for (size_t i = 2; i < 4; i++) {
		for (unsigned width = 4; width <= 8; width += 4) {
			struct bytes b = begin_file(&layouts[i], 1);
			struct samples s;
			struct err e;

			put_blocks(&b, width, 0x401000, 3);
			assert_true(decode(&b, &layouts[i], &s, &e));
			assert_int_equal(s.nblocks, 3);
			assert_true(s.blocks[2].addr == 0x401008 && s.blocks[2].count == 2);
			samples_release(&s);
			bytes_release(&b);
		}
	}
}

/* Asserts that decoding B fails with a message that contains AT, after NHISTOGRAMS histograms and
 * NARCS arcs. */
static void
assert_damaged(const struct bytes *b, const struct gnu_layout *l, const char *at,
	size_t nhistograms, size_t narcs)
{
	struct samples s;
	struct err e;

	assert_false(decode(b, l, &s, &e));
	assert_int_equal(e.kind, ERR_FORMAT);
	if (strstr(e.text, at) == NULL)
		fail_msg("\"%s\" in \"%s\"", at, e.text);
	assert_int_equal(s.nhistograms, nhistograms);
	assert_int_equal(s.narcs, narcs);
	samples_release(&s);
}

static void
test_damage(void **state)
{
	const struct gnu_layout l = { 8, false, true }, other = { 8, true, true };
	struct bytes b = begin_file(&l, 1);

	(void)state;
	b.n = 19;
	assert_damaged(&b, &l, "after 19 bytes", 0, 0);
	b.n = 20;
	put_histogram(&b, 0x1000, 0x1020, 100, bins, 8);	/* 57 bytes */
	put_arc(&b, 1, 2, 3);				/* 21 bytes */
	b.n--;
	assert_damaged(&b, &l, "byte 97: the file ends inside an arc", 1, 0);
	b.n++;
	put_number(&b, 7, 1);
	assert_damaged(&b, &l, "byte 98: a record cannot begin with 7", 1, 1);
	b.n--;
	put_histogram(&b, 0x1010, 0x1030, 100, bins, 8);
	assert_damaged(&b, &l, "byte 98: histogram of 0x1010-0x1030 overlaps", 1, 1);
	b.n = 98;
	put_histogram(&b, 0x3000, 0x2000, 100, bins, 8);
	assert_damaged(&b, &l, "byte 98: histogram of the impossible range", 1, 1);
	b.n = 98;
	put_histogram(&b, 0x3000, 0x3020, 100, bins, 8);
	b.n -= 11;
	assert_damaged(&b, &l, "byte 144: the file ends after 2 of 8 bins", 2, 1);
	b.n -= 5;
	assert_damaged(&b, &l, "byte 139: the file ends after 0 of 8 bins", 1, 1);
	b.n = 98;
	put_histogram(&b, 0x3000, 0x3000, 100, bins, 1);
	assert_damaged(&b, &l, "byte 98: histogram of the impossible range", 1, 1);
	b.n = 98;
	put_blocks(&b, 4, 0x1000, 1);			/* 21 bytes */
	put_number(&b, 7, 1);
	assert_damaged(&b, &l, "byte 119: a record cannot begin with 7", 1, 1);
	b.n = 118;
	assert_damaged(&b, &l, "byte 118: the file ends inside its basic blocks", 1, 1);
	b.n = 98;
	assert_damaged(&b, &other, "little-endian", 0, 0);
	b.v[4] = 2;
	assert_damaged(&b, &l, "version 2", 0, 0);
	bytes_release(&b);
}

/* If a big-endian file has version 2, the message says 2, not 2 with its bytes reversed. */
static void
test_version_of_other_order(void **state)
{
	const struct gnu_layout l = { 8, true, true };
	struct bytes b = begin_file(&l, 2);

	(void)state;
	assert_damaged(&b, &l, "version 2", 0, 0);
	bytes_release(&b);
}

/* A histogram without bins is valid, whether it covers addresses or not. */
static void
test_no_bins(void **state)
{
	const struct gnu_layout l = { 8, false, true };
	struct bytes b = begin_file(&l, 1);
	struct samples s;
	struct err e;

	(void)state;
	put_histogram(&b, 0x1000, 0x1000, 50, bins, 0);
	put_histogram(&b, 0x2000, 0x2020, 100, bins, 0);
	assert_true(decode(&b, &l, &s, &e));
	assert_int_equal(s.nhistograms, 2);
	assert_int_equal(s.histograms[0].rate, 50);
	assert_int_equal(s.histograms[1].nread, 0);
	samples_release(&s);
	bytes_release(&b);
}

/* A count larger than the file does not make the decoder allocate much. */
static void
test_huge_counts(void **state)
{
	const struct gnu_layout l = { 8, false, true };
	struct bytes b = begin_file(&l, 1);
	struct samples s;
	struct err e;

	(void)state;
	put_histogram(&b, 0x1000, 0x1020, 100, bins, 8);
	memset(b.v + 20 + 17, 0xff, 4);
	assert_false(decode(&b, &l, &s, &e));
	assert_non_null(strstr(e.text, "after 8 of 4294967295 bins"));
	assert_int_equal(s.histograms->nread, 8);
	samples_release(&s);
	b.n = 20;
	put_number(&b, 2, 1);
	put_number(&b, UINT32_MAX, 4);
	put_zeros(&b, 40);
	assert_false(decode(&b, &l, &s, &e));
	assert_int_equal(s.nblocks, 2);
	samples_release(&s);
	bytes_release(&b);
}

static void
test_no_profile(void **state)
{
	static const struct { const char *bytes; size_t n; const char *says; } files[] = {
		{ "", 0, "is empty" },
		{ "\177ELF....................", 24, "is a program" },
		{ "\037\213......................", 24, "is compressed twice" },
		{ "Flat profile:\n\nEach sample counts\n", 34, "is a listing" },
		{ "Each sample counts\n", 19, "is text" },
		{ "\1\2\3", 3, "has only 3 bytes" },
	};
	const struct gnu_layout l = { 8, false, true };

	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		struct bytes b = { 0 };

		put_bytes(&b, files[i].bytes, files[i].n);
		assert_damaged(&b, &l, files[i].says, 0, 0);
		bytes_release(&b);
	}
}

/* Asserts that decoding B gives no more records than fit in B, and a message if it fails. */
static void
check_bounded(const struct bytes *b, const struct gnu_layout *l)
{
	unsigned char *exact = malloc(b->n > 0 ? b->n : 1);	/* exact size, so that sanitizers
								 * see reads beyond the end */
	struct bytes copy = { .v = exact, .n = b->n };
	struct samples s;
	struct err e;
	size_t seen = 0;

	if (b->n > 0)
		memcpy(exact, b->v, b->n);
	if (!decode(&copy, l, &s, &e))
		assert_true(e.kind == ERR_FORMAT && e.text[0] != '\0');
	for (size_t i = 0; i < s.nhistograms; i++) {
		const struct histogram *h = &s.histograms[i];

		assert_true(h->nread <= h->nbins);
		assert_true(h->lo < h->hi || h->nbins == 0);
		seen += 2 * h->nread;
	}
	seen += 13 * s.narcs + 8 * s.nblocks;
	assert_true(seen <= b->n);
	assert_true(s.narcs == 0 || s.address_size == 4 || s.address_size == 8);
	samples_release(&s);
	free(exact);
}

static void
test_every_prefix(void **state)
{
	(void)state;
	for (size_t i = 0; i < NLAYOUTS; i++) {
		const struct gnu_layout *l = &layouts[i];
		struct bytes b = all_records(l, 1);
		size_t a = l->address_size, arc = 1 + 2 * a + 4, histogram = 1 + 2 * a + 24;
		size_t ends[] = { 20, histogram + 16, arc, arc, 5 + 4 * a, histogram + 8, arc };
		size_t whole = 0, end = 0, n = b.n;

		for (b.n = 0; b.n <= n; b.n++) {
			struct samples s;
			struct err e;
			bool ok;

			check_bounded(&b, l);
			if (!l->told)
				continue;
			if (end < sizeof(ends) / sizeof(*ends) && b.n == whole + ends[end])
				whole += ends[end++];
			ok = decode(&b, l, &s, &e);
			if (ok != (b.n > 0 && b.n == whole))
				fail_msg("the first %zu bytes, of them %zu whole, give %d",
					b.n, whole, ok);
			samples_release(&s);
		}
		bytes_release(&b);
	}
}

static void
test_every_changed_byte(void **state)
{
	(void)state;
	for (size_t i = 0; i < NLAYOUTS; i++) {
		for (unsigned width = 4; width <= 8; width += 4) {
			struct bytes b = begin_file(&layouts[i], 1);

			put_histogram(&b, 0x1000, 0x1020, 100, bins, 8);
			put_arc(&b, 0x1004, 0x1008, 3);
			put_blocks(&b, width, 0x1000, 2);
			put_arc(&b, 0x1004, 0x1008, 3);
			for (size_t at = 0; at < b.n; at++) {
				unsigned char was = b.v[at];

				/* In layout 2, try all other values of the byte.  In the other
				 * layouts, change each single bit. */
				for (unsigned x = 1; x < 256; x = i == 2 ? x + 1 : 2 * x) {
					b.v[at] = (unsigned char)(was ^ x);
					check_bounded(&b, &layouts[i]);
				}
				b.v[at] = was;
			}
			bytes_release(&b);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_field),
		cmocka_unit_test(test_extreme_fields),
		cmocka_unit_test(test_width_of_block_counts),
		cmocka_unit_test(test_blocks_alone),
		cmocka_unit_test(test_many_numbers_of_blocks),
		cmocka_unit_test(test_damage),
		cmocka_unit_test(test_version_of_other_order),
		cmocka_unit_test(test_no_bins),
		cmocka_unit_test(test_huge_counts),
		cmocka_unit_test(test_no_profile),
		cmocka_unit_test(test_every_prefix),
		cmocka_unit_test(test_every_changed_byte),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
