/* gnu_records.c - the records of a GNU gmon.out, read with one layout; see gnu.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "base/byteorder.h"
#include "samples/formats/bins.h"
#include "samples/formats/gnu.h"

enum { TAG_HISTOGRAM = 0, TAG_ARC = 1, TAG_BLOCKS = 2 };
enum { BEST_FIT = 4 };			/* the greatest result of fit_blocks() */

bool
gnu_is_dimension(const unsigned char *p, bool strict)
{
	size_t n = 0;

	while (n < 15 && p[n] >= ' ' && p[n] < 0x7f)
		n++;
	if (strict && (n == 0 || p[15] == '\0'))
		return false;
	for (size_t i = n; i < 15; i++)
		if (p[i] != '\0')
			return false;
	return p[15] == '\0' || (p[15] >= ' ' && p[15] < 0x7f);
}

/* Returns the offset in the file of the byte that T reads next. */
static size_t
next_offset(const struct gnu_attempt *t)
{
	return (size_t)(t->c.p - t->raw->bytes);
}

static uint64_t
read_address(struct gnu_attempt *t)
{
	return cursor_uint(&t->c, t->s->address_size);
}

/* Fails because of damage at byte AT.  The caller has set T->e to the reason. */
static bool
fail_record(struct gnu_attempt *t, enum damage_kind kind, size_t at)
{
	damage_set(&t->s->damage, kind, at);
	return err_in(t->e, "byte %zu", at);
}

/* Fails because the file ends inside WHAT. */
static bool
fail_short_file(struct gnu_attempt *t, enum damage_kind kind, const char *what)
{
	(void)err_set(t->e, ERR_DAMAGED, "the file ends inside %s", what);
	return fail_record(t, kind, t->raw->size);
}

/* If H is the first histogram, sets the unit of the samples to the unit of H, and their rate to
 * RATE. */
static void
read_unit(struct gnu_attempt *t, const struct histogram *h, int32_t rate)
{
	struct samples *s = t->s;

	if (t->file.nhistograms > 1)
		return;
	memcpy(s->dimension, h->dimension, sizeof(s->dimension));
	s->abbreviation = h->abbreviation;
	s->rate = rate;
}

static void
warn_histogram(struct samples *s, const struct histogram *h)
{
	if (h->rate == 0)
		samples_warn(s, W_ZERO_RATE);
	if (h->nbins == 0)
		samples_warn(s, W_EMPTY_HIST);
	else if ((h->hi - h->lo) % h->nbins != 0)
		samples_warn(s, W_NONINTEGRAL_BIN);
}

/* Reads the bins of H, whose record begins at byte AT. */
static bool
parse_bins(struct gnu_attempt *t, struct histogram *h, size_t at)
{
	struct samples *s = t->s;
	enum damage_kind misfit = samples_check_histogram(s, h, t->e);
	bool ok;

	if (misfit != E_NONE)
		return fail_record(t, misfit, at);
	ok = bins_read(t->raw, next_offset(t), h, s, t->e);
	if (!ok)
		return err_in(t->e, "byte %zu", t->raw->size);
	warn_histogram(s, h);
	cursor_bytes(&t->c, 2 * h->nbins);
	return true;
}

static bool
parse_histogram(struct gnu_attempt *t)
{
	size_t at = next_offset(t) - 1;
	struct histogram h = { .bin_bits = 16, .map = MAP_GLIBC };
	const unsigned char *dimension;
	int32_t rate;

	t->file.nhistograms++;
	h.lo = read_address(t);
	h.hi = read_address(t);
	h.nbins = cursor_u32(&t->c);
	rate = (int32_t)cursor_u32(&t->c);
	h.rate = rate > 0 ? (uint32_t)rate : 0;
	dimension = cursor_bytes(&t->c, 16);
	if (dimension == NULL)
		return fail_short_file(t, E_TRUNC_HIST, "the header of a histogram");
	if (!gnu_is_dimension(dimension, raw_address_size(t->raw) != t->s->address_size)) {
		(void)err_set(t->e, ERR_FORMAT, "not a histogram with %u-byte addresses: the unit of time "
			"would not be text; give the image that was run", t->s->address_size);
		return fail_record(t, E_BAD_DIMENSION, at);
	}
	t->done = next_offset(t);
	if (h.hi < h.lo || (h.hi == h.lo && h.nbins > 0)) {
		(void)err_set(t->e, ERR_DAMAGED, "histogram of the impossible range 0x%llx-0x%llx",
			(unsigned long long)h.lo, (unsigned long long)h.hi);
		(void)fail_record(t, E_BAD_RANGE, at);
		t->s->damage.offset++;
		return false;
	}
	memcpy(h.dimension, dimension, 15);
	h.abbreviation = (char)dimension[15];
	read_unit(t, &h, rate);
	return parse_bins(t, &h, at);
}

/* Reads the arc whose tag was just read, and all arcs directly behind it. */
static bool
parse_arcs(struct gnu_attempt *t)
{
	unsigned width = t->s->address_size;
	size_t size = 1 + 2 * (size_t)width + 4;
	const unsigned char *p = t->c.p - 1, *end = t->c.end;
	bool big = t->c.big;

	samples_expect_arcs(t->s, (size_t)(end - p) / size);
	for (; p < end && *p == TAG_ARC; p += size) {
		if ((size_t)(end - p) < size) {
			t->done = (size_t)(p - t->raw->bytes);
			return fail_short_file(t, E_TRUNC_ARC, "an arc");
		}
		samples_add_arc(t->s, byteorder_addr(p + 1, width, big),
			byteorder_addr(p + 1 + width, width, big),
			byteorder_u32(p + 1 + 2 * (size_t)width, big));
		t->file.narcs++;
	}
	t->c.p = p;
	return true;
}

/* Can a record begin at P, or does the file end there? */
static bool
can_begin(const struct gnu_attempt *t, const unsigned char *p)
{
	size_t left = (size_t)(t->c.end - p), width = t->s->address_size;
	size_t histogram = 1 + 2 * width + 8;

	if (left == 0)
		return true;
	switch (*p) {
	case TAG_HISTOGRAM:
		return left >= histogram + 16 && gnu_is_dimension(p + histogram, false);
	case TAG_ARC:
		return left >= 1 + 2 * width + 4;
	case TAG_BLOCKS:
		return left >= 1 + 4;
	default:
		return false;
	}
}

/* Are the addresses of all N blocks at P in the first histogram?  True if there is no histogram. */
static bool
is_inside(const struct gnu_attempt *t, const unsigned char *p, size_t n)
{
	unsigned width = t->s->address_size;
	const struct histogram *h = t->s->histograms;

	for (size_t i = 0; t->s->nhistograms > 0 && i < n; i++) {
		uint64_t addr = byteorder_addr(p + 2 * i * width, width, t->c.big);

		if (addr < h->lo || addr >= h->hi)
			return false;
	}
	return true;
}

/* Returns how likely it is that N blocks begin at C, from 0 (impossible) to BEST_FIT. */
static int
fit_blocks(const struct gnu_attempt *t, const struct cursor *c, uint64_t n)
{
	size_t pair = 2 * (size_t)t->s->address_size;
	const unsigned char *end;

	if (c->past || n > cursor_left(c) / pair)
		return 0;
	end = c->p + n * pair;
	if (end < c->end && *end > TAG_BLOCKS)
		return 0;
	return 1 + 2 * is_inside(t, c->p, (size_t)n) + can_begin(t, end);
}

/* Reads the number of blocks of a record into *N.  GNU gprof reads 4 bytes; glibc writes as many
 * bytes as an address has.  Both widths are tried.  Returns false if neither number fits: blocks
 * are missing in the file, or no record can follow them.  Tests the addresses of blocks only if
 * their number fits.  Otherwise, a crafted file with many records could make this function test the
 * same blocks again and again. */
static bool
parse_number_of_blocks(struct gnu_attempt *t, uint64_t *n)
{
	struct cursor narrow = t->c, wide = t->c;
	uint64_t n_wide = cursor_uint(&wide, t->s->address_size);
	int fit, fit_wide = 0;

	*n = cursor_u32(&narrow);
	fit = fit_blocks(t, &narrow, *n);
	if (fit < BEST_FIT && t->s->address_size == 8)
		fit_wide = fit_blocks(t, &wide, n_wide);
	t->c = narrow;
	if (fit_wide > fit) {
		samples_warn(t->s, W_BB_COUNT64);
		*n = n_wide;
		t->c = wide;
	}
	return fit > 0 || fit_wide > 0;
}

/* Fails because no record can begin with TAG, the byte at AT. */
static bool
fail_tag(struct gnu_attempt *t, size_t at, uint8_t tag)
{
	(void)err_set(t->e, ERR_FORMAT, "a record cannot begin with %u; "
		"the file is damaged or was written by another program", tag);
	(void)fail_record(t, E_BAD_TAG, at);
	damage_fact(&t->s->damage, "tag", tag);
	return false;
}

/* Fails because the blocks of the record at byte AT cannot be read.  In version 0, blocks have
 * names and lines, which are not supported.  In version 1, the file ends inside the blocks or, if
 * HAS_ALL is set, no record can follow them. */
static bool
fail_blocks(struct gnu_attempt *t, size_t at, bool has_all)
{
	if (t->file.version > 0)
		return has_all ? fail_tag(t, next_offset(t), *t->c.p)
			: fail_short_file(t, E_TRUNC_BB, "its basic blocks");
	(void)err_set(t->e, ERR_FORMAT, "basic blocks of version 0 cannot be read; no current program "
		"writes them");
	return fail_record(t, E_UNSUPPORTED, at);
}

static bool
parse_blocks(struct gnu_attempt *t)
{
	size_t at = next_offset(t) - 1;
	uint64_t n, room;
	bool fits, has_all;

	t->file.nblocks++;
	fits = parse_number_of_blocks(t, &n);
	room = cursor_left(&t->c) / (2 * t->s->address_size);
	has_all = !t->c.past && n <= room;
	if (!has_all)
		n = room;
	for (uint64_t i = 0; i < n; i++) {
		uint64_t addr = read_address(t);

		samples_add_block(t->s, addr, read_address(t));
	}
	if (!fits)
		return fail_blocks(t, at, has_all);
	t->s->has_blocks = true;
	return true;
}

static bool
parse_record(struct gnu_attempt *t)
{
	size_t at = next_offset(t);
	uint8_t tag = cursor_u8(&t->c);

	switch (tag) {
	case TAG_HISTOGRAM:
		return parse_histogram(t);
	case TAG_ARC:
		return parse_arcs(t);
	case TAG_BLOCKS:
		return parse_blocks(t);
	default:
		return fail_tag(t, at, tag);
	}
}

bool
gnu_parse(struct gnu_attempt *t)
{
	struct samples *s = t->s;
	bool ok = true;

	t->c = (struct cursor){ .p = t->raw->bytes + GNU_HEADER,
		.end = t->raw->bytes + t->raw->size, .big = s->big_endian };
	s->counter_bits = 16;
	t->file.version = byteorder_u32(t->raw->bytes + 4, s->big_endian);
	t->done = GNU_HEADER;
	while (ok && cursor_left(&t->c) > 0) {
		ok = parse_record(t);
		if (ok)
			t->done = next_offset(t);
	}
	if (s->nhistograms == 0)
		samples_warn(s, W_NO_HIST);
	if (s->narcs == 0)
		samples_warn(s, W_NO_ARCS);
	samples_add_file(s, &t->file);
	return ok;
}
