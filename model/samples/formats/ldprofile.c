/* ldprofile.c - profiles of shared libraries, LIBRARY.profile: what glibc's ld.so writes for
 * LD_PROFILE
 *
 * The format resembles the GNU format.  But several processes share the file: everything is aligned
 * to 4 bytes, and each arc has a slot of a table.
 *
 *	"gmon", version u32 0x1ffff, 12 bytes; 0 u32; low, high address; bins u32, rate u32;
 *	dimension and abbreviation, 16 bytes; the bins, u16 each
 *	1 u32; number of used slots u32; the slots: from, self, count u32
 *
 * The addresses in a slot are relative to the low address.  If from is 0, the caller is outside the
 * library.
 * Layout: dl-profile.c of glibc.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "base/byteorder.h"
#include "base/cursor.h"
#include "samples/format.h"
#include "samples/formats/bins.h"
#include "samples/formats/gnu.h"

enum { START = 24 };			/* offset of the low address */

static size_t
header_size(unsigned address_size)
{
	return START + 2 * (size_t)address_size + 24;
}

static bool
ldprofile_recognise(const struct raw *raw, struct samples *s)
{
	uint32_t little, big;

	(void)s;
	if (raw->size < 8 || memcmp(raw->bytes, "gmon", 4) != 0)
		return false;
	little = byteorder_u32(raw->bytes + 4, false);
	big = byteorder_u32(raw->bytes + 4, true);
	return (little == GNU_SHARED || big == GNU_SHARED) && little > 1 && big > 1;
}

/* Returns the size of an address in bytes, 8 or 4, or 0 if the header fits neither.  The size
 * decides at which offset the header has the name of a unit, such as "seconds". */
static unsigned
find_address_size(const struct raw *raw)
{
	for (unsigned size = 8; size >= 4; size -= 4) {
		size_t end = header_size(size);

		if (raw->size >= end && gnu_is_dimension(raw->bytes + end - 16, true))
			return size;
	}
	return 0;
}

/* Returns the arc in the slot at P, whose addresses are relative to LO. */
static struct arc_record
read_slot(const unsigned char *p, uint64_t lo, const struct samples *s)
{
	unsigned width = s->address_size;
	uint64_t from = byteorder_addr(p, width, s->big_endian);

	return (struct arc_record){ from == 0 ? ARC_OUTSIDE : lo + from,
		lo + byteorder_addr(p + width, width, s->big_endian),
		byteorder_u32(p + 2 * (size_t)width, s->big_endian) };
}

/* Adds the arcs in the N slots that begin at byte AT of RAW. */
static void
read_arcs(const struct raw *raw, size_t at, size_t n, uint64_t lo, struct samples *s)
{
	enum { AHEAD = 16, USUAL = 1 << 20 };	/* AHEAD: how many arcs earlier to prefetch; USUAL:
						 * glibc writes at most this many arcs */
	size_t size = 2 * (size_t)s->address_size + 4;
	const unsigned char *p = raw->bytes + at;

	samples_expect_sums(s, n < USUAL ? n : USUAL);
	for (size_t i = 0; i < n; i++, p += size) {
		struct arc_record a = read_slot(p, lo, s);

		if (i + AHEAD < n) {
			struct arc_record soon = read_slot(p + AHEAD * size, lo, s);

			samples_prefetch_arc(s, soon.from, soon.self);
		}
		if (a.count == 0) {	/* the process reserved the slot, and ended before it
					 * counted the call */
			if (samples_has_arc(s, a.from, a.self))
				samples_warn(s, W_DUP_ARCS);
		} else if (samples_sum_arc(s, a.from, a.self, a.count)) {
			samples_warn(s, W_DUP_ARCS);
		}
	}
}

/* Reads the table of arcs at byte AT of RAW. */
static bool
read_table(const struct raw *raw, size_t at, uint64_t lo, struct samples *s, struct err *e)
{
	size_t room, slot = 2 * (size_t)s->address_size + 4;
	uint32_t tag, n;

	if (raw->size - at < 8) {
		damage_set(&s->damage, E_TRUNC_ARC, raw->size);
		return err_set(e, ERR_DAMAGED, "byte %zu: the file ends before its arcs", raw->size);
	}
	tag = byteorder_u32(raw->bytes + at, s->big_endian);
	if (tag != 1) {
		damage_set(&s->damage, E_BAD_TAG, at);
		damage_fact(&s->damage, "tag", tag);
		return err_set(e, ERR_FORMAT, "byte %zu: arcs cannot begin with %lu; the file is "
			"damaged", at, (unsigned long)tag);
	}
	n = byteorder_u32(raw->bytes + at + 4, s->big_endian);
	room = (raw->size - at - 8) / slot;
	if (n > room)			/* a process increases the number of used slots before it
					 * tests whether the table has a slot left */
		samples_warn(s, W_NARCS_CLAMPED);
	read_arcs(raw, at + 8, n < room ? n : room, lo, s);
	return true;
}

static bool
read_all(const struct raw *raw, struct samples *s, struct err *e)
{
	struct cursor c = { .p = raw->bytes + START, .end = raw->bytes + raw->size,
		.big = s->big_endian };
	uint64_t lo = cursor_uint(&c, s->address_size), hi = cursor_uint(&c, s->address_size);
	uint32_t nbins = cursor_u32(&c);
	struct histogram h;
	size_t bins;

	s->rate = (int32_t)cursor_u32(&c);
	memcpy(s->dimension, c.p, 15);
	s->abbreviation = (char)c.p[15];
	bins = (size_t)(c.p - raw->bytes) + 16;
	if (hi <= lo) {
		damage_set(&s->damage, E_BAD_RANGE, START);
		return err_set(e, ERR_DAMAGED, "byte %d: histogram of the impossible range 0x%llx-0x%llx",
			START, (unsigned long long)lo, (unsigned long long)hi);
	}
	h = bins_header(s, lo, hi, nbins);
	if (!bins_read(raw, bins, &h, s, e))
		return err_in(e, "byte %zu", raw->size);
	return read_table(raw, bins + 2 * (size_t)nbins, lo, s, e);
}

static bool
ldprofile_decode(const struct raw *raw, struct samples *s, struct err *e)
{
	struct profile_file file = { .version = GNU_SHARED };
	bool ok;

	if (!ldprofile_recognise(raw, s)) {
		s->format = FORMAT_NONE;
		damage_set(&s->damage, E_NOT_PROFILE, 0);
		return err_set(e, ERR_DAMAGED, "is no profile of a shared library, made with LD_PROFILE");
	}
	s->big_endian = byteorder_u32(raw->bytes + 4, true) == GNU_SHARED;
	s->counter_bits = 16;
	s->has_outside = true;
	s->address_size = find_address_size(raw);
	s->size_unknown = s->address_size == 0;
	if (s->size_unknown) {
		damage_set(&s->damage, E_TRUNC_HEADER, raw->size);
		return err_set(e, ERR_FORMAT, "the header is cut short or damaged; delete the file and "
			"run the program again");
	}
	ok = read_all(raw, s, e);
	file.nhistograms = s->nhistograms;
	file.narcs = s->narcs;
	samples_add_file(s, &file);
	return ok;
}

const struct format ldprofile_format = {
	.kind = FORMAT_LDPROFILE,
	.recognise = ldprofile_recognise,
	.decode = ldprofile_decode,
};
