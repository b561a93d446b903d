/* GNU gmon.out, versions 0 and 1: what glibc and many others write.
 *
 *	header	"gmon", version u32, 12 bytes to spare
 *	records until the end of the file, each led by a byte that says which:
 *	  0 histogram	low, high address; bins u32, rate u32; dimension, 15 bytes;
 *			its abbreviation, 1 byte; the bins, u16 each
 *	  1 arc		from, self address; count u32
 *	  2 blocks	number u32 (or 8 bytes: glibc); of each an address and a count,
 *			both as wide as an address
 *
 * Layout: gmon_out.h of glibc and GNU gprof.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "../format.h"
#include "../mem.h"
#include "../reader.h"

enum { HEADER = 20, TAG_HISTOGRAM = 0, TAG_ARC = 1, TAG_BLOCKS = 2 };

static struct reader
reader_for(const struct raw *raw, const struct samples *s)
{
	return (struct reader){
		.bytes = raw->bytes, .size = raw->size,
		.big_endian = s->big_endian, .address_size = s->address_size,
	};
}

/* Is this a text that a histogram's dimension can be: printable, filled up with NULs? */
static bool
is_dimension(const unsigned char *p)
{
	size_t n = 0;

	while (n < 15 && p[n] >= ' ' && p[n] < 0x7f)
		n++;
	for (size_t i = n; i < 15; i++)
		if (p[i] != '\0')
			return false;
	return p[15] == '\0' || (p[15] >= ' ' && p[15] < 0x7f);
}

static void
read_bins(const unsigned char *from, size_t n, bool big_endian, uint64_t *bins)
{
	unsigned high = big_endian ? 0 : 1;

	for (size_t i = 0; i < n; i++)
		bins[i] = (uint64_t)from[2 * i + high] << 8 | from[2 * i + 1 - high];
}

static bool
parse_histogram(struct reader *r, struct samples *s, struct err *e)
{
	struct histogram h = { .bin_bits = 16 };
	const unsigned char *dimension;

	h.lo = reader_addr(r);
	h.hi = reader_addr(r);
	h.nbins = reader_u32(r);
	h.rate = reader_u32(r);
	dimension = reader_bytes(r, 16);
	if (dimension == NULL)
		return err_set(e, ERR_FORMAT, "the file ends inside the header of a histogram");
	if (!is_dimension(dimension))
		return err_set(e, ERR_FORMAT, "no histogram with %u-byte addresses: its unit is not "
			"text; give the image that was run", s->address_size);
	if (h.hi < h.lo || (h.hi == h.lo && h.nbins > 0))
		return err_set(e, ERR_FORMAT, "histogram of the impossible range 0x%llx-0x%llx",
			(unsigned long long)h.lo, (unsigned long long)h.hi);
	h.nread = h.nbins <= reader_left(r) / 2 ? h.nbins : reader_left(r) / 2;
	memcpy(h.dimension, dimension, 15);
	h.abbreviation = (char)dimension[15];
	h.bins = mem_new(h.nread, sizeof(*h.bins));
	read_bins(reader_bytes(r, h.nread * 2), h.nread, s->big_endian, h.bins);
	if (h.nread == 0 && h.nbins > 0) {
		free(h.bins);
	} else if (!samples_add_histogram(s, &h, e)) {
		free(h.bins);
		return false;
	}
	if (h.nread == h.nbins)
		return true;
	r->past_end = true;
	return err_set(e, ERR_FORMAT, "the file ends after %zu of %zu bins", h.nread, h.nbins);
}

static bool
parse_arc(struct reader *r, struct samples *s, struct err *e)
{
	uint64_t from = reader_addr(r), self = reader_addr(r);
	uint32_t count = reader_u32(r);

	if (!reader_ok(r))
		return err_set(e, ERR_FORMAT, "the file ends inside an arc");
	samples_add_arc(s, from, self, count);
	return true;
}

/* Can a record begin at AT, or does the file end there? */
static bool
can_begin(const struct reader *r, size_t at)
{
	size_t left = r->size - at, histogram = 1 + 2 * (size_t)r->address_size + 8;

	if (left == 0)
		return true;
	switch (r->bytes[at]) {
	case TAG_HISTOGRAM:
		return left >= histogram + 16 && is_dimension(r->bytes + at + histogram);
	case TAG_ARC:
		return left >= 1 + 2 * (size_t)r->address_size + 4;
	case TAG_BLOCKS:
		return left >= 1 + 4;
	default:
		return false;
	}
}

/* Is R on N blocks of code that S has a histogram of, and can a record follow them? */
static bool
blocks_fit(const struct reader *r, const struct samples *s, uint64_t n)
{
	struct reader ahead = *r;
	uint64_t lo = 0, hi = UINT64_MAX;

	if (n > reader_left(r) / (2 * r->address_size))
		return false;
	if (s->nhistograms > 0) {
		lo = s->histograms[s->by_lo[0]].lo;
		hi = s->histograms[s->by_lo[s->nhistograms - 1]].hi;
	}
	while (n-- > 0) {
		uint64_t addr = reader_addr(&ahead);

		if (addr < lo || addr > hi)
			return false;
		reader_addr(&ahead);
	}
	return can_begin(&ahead, ahead.at);
}

/* How many blocks the record has: 4 bytes as GNU gprof reads it, or as wide as an address
 * as glibc writes it, whichever fits what follows. */
static uint64_t
parse_number_of_blocks(struct reader *r, const struct samples *s)
{
	struct reader wide = *r;
	uint64_t n = reader_u32(r), n_wide = reader_addr(&wide);

	if (!reader_ok(&wide) || blocks_fit(r, s, n) || !blocks_fit(&wide, s, n_wide))
		return n;
	*r = wide;
	return n_wide;
}

static bool
parse_blocks(struct reader *r, struct samples *s, struct err *e)
{
	uint64_t n = parse_number_of_blocks(r, s);

	if (!reader_ok(r))
		return err_set(e, ERR_FORMAT, "the file ends inside a number of basic blocks");
	s->has_blocks = true;
	for (uint64_t i = 0; i < n; i++) {
		uint64_t addr = reader_addr(r), count = reader_addr(r);

		if (!reader_ok(r))
			return err_set(e, ERR_FORMAT, "the file ends after %llu of %llu basic blocks",
				(unsigned long long)i, (unsigned long long)n);
		samples_add_block(s, addr, count);
	}
	return true;
}

/* Read the record that R stands on; count it in FILE. */
static bool
parse_record(struct reader *r, struct samples *s, struct profile_file *file, struct err *e)
{
	uint8_t tag = reader_u8(r);

	switch (tag) {
	case TAG_HISTOGRAM:
		file->nhistograms++;
		return parse_histogram(r, s, e);
	case TAG_ARC:
		file->narcs++;
		return parse_arc(r, s, e);
	case TAG_BLOCKS:
		file->nblocks++;
		if (file->version == 0)
			return err_set(e, ERR_FORMAT, "basic blocks of version 0 cannot be read; "
				"no current program writes them");
		return parse_blocks(r, s, e);
	default:
		return err_set(e, ERR_FORMAT, "a record cannot begin with %u; "
			"the file is damaged or was written by another program", tag);
	}
}

/* Read all of RAW into S.  *AT becomes the place of the damage, if there is any. */
static bool
parse(const struct raw *raw, struct samples *s, size_t *at, struct err *e)
{
	struct reader r = reader_for(raw, s);
	struct profile_file file = { 0 };
	bool ok = true;

	reader_bytes(&r, 4);
	file.version = reader_u32(&r);
	reader_bytes(&r, HEADER - 8);
	*at = r.at;
	while (ok && reader_left(&r) > 0) {
		*at = r.at;
		ok = parse_record(&r, s, &file, e);
	}
	if (!reader_ok(&r))
		*at = raw->size;
	samples_add_file(s, &file);
	return ok;
}

/* How far RAW can be read with this layout; all of it: one byte further still. */
static size_t
reach(const struct raw *raw, unsigned address_size, bool big_endian)
{
	struct samples s = { .address_size = address_size, .big_endian = big_endian };
	struct err e;
	size_t at;
	bool ok = parse(raw, &s, &at, &e);

	samples_release(&s);
	return ok ? raw->size + 1 : at;
}

/* No image says how wide addresses are: take the width with which more can be read, of
 * equal ones the larger.  The version gives the byte order, unless it is 0. */
static void
guess_layout(const struct raw *raw, struct samples *s, bool order_known)
{
	bool order = s->big_endian;
	size_t best = 0;

	for (unsigned size = 8; size >= 4; size -= 4) {
		for (int big = 0; big < 2; big++) {
			size_t far;

			if (order_known && (big == 1) != order)
				continue;
			far = reach(raw, size, big == 1);
			if (far <= best)
				continue;
			best = far;
			s->address_size = size;
			s->big_endian = big == 1;
		}
	}
}

static bool
gnu_recognise(const struct raw *raw, struct samples *s)
{
	struct reader r = { .bytes = raw->bytes, .size = raw->size, .at = 4 };
	uint32_t version;

	if (raw->size < 4 || memcmp(raw->bytes, "gmon", 4) != 0)
		return false;
	version = reader_u32(&r);
	s->big_endian = version > __builtin_bswap32(version);	/* it is a small number */
	s->address_size = raw->address_size;
	if (version == 0 && raw->address_size != 0)
		s->big_endian = raw->big_endian;
	else if (raw->address_size == 0 && raw->size >= HEADER)
		guess_layout(raw, s, version != 0);
	return true;
}

static bool
gnu_decode(const struct raw *raw, struct samples *s, struct err *e)
{
	struct reader r = reader_for(raw, s);
	uint32_t version;
	size_t at;

	if (raw->size < HEADER)
		return err_set(e, ERR_FORMAT, "the file ends inside its header, after %zu bytes; "
			"run the program again", raw->size);
	reader_bytes(&r, 4);
	version = reader_u32(&r);
	if (version > 1)
		return err_set(e, ERR_FORMAT, "version %lu of the GNU format is not known, only 0 and 1",
			(unsigned long)version);
	if (version == 1 && raw->address_size != 0 && raw->big_endian != s->big_endian)
		return err_set(e, ERR_FORMAT, "was written by a %s-endian program, the image is %s-endian; "
			"give the image that was run", s->big_endian ? "big" : "little",
			raw->big_endian ? "big" : "little");
	if (!parse(raw, s, &at, e))
		return err_in(e, "byte %zu", at);
	return true;
}

const struct format gnu_format = {
	.name = "gnu",
	.recognise = gnu_recognise,
	.decode = gnu_decode,
};
