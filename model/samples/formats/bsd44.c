/* bsd44.c - 4.4BSD gmon.out: programs of NetBSD, OpenBSD, FreeBSD, DragonFly, Cygwin, mingw and
 * NuttX, and kernels (kgmon)
 *
 *	low, high address; size of header and bins u32; version u32 0x51879; rate u32;
 *	3 spare u32; the bins; arcs until the end of the file: from, self, count, each as
 *	wide as an address
 *
 * In the first spare word, FreeBSD keeps the bits of a counter, negative if counters are signed,
 * and OpenBSD the size of the arcs.  Other systems do not initialize it.  Layout: sys/gmon.h of
 * NetBSD, OpenBSD and FreeBSD.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "base/byteorder.h"
#include "base/cursor.h"
#include "samples/format.h"
#include "samples/formats/bins.h"
#include "samples/formats/bsd.h"

#define BSD44_VERSION 0x51879u

size_t
bsd44_header(unsigned address_size)
{
	return 2 * (size_t)address_size + 24;
}

uint64_t
bsd_real_count(uint64_t count, unsigned address_size)
{
	return address_size == 4 || count >> 48 == 0 ? count : count & UINT32_MAX;
}

/* Returns which bits of the counts are valid; the arcs of RAW begin at AT.  64-bit Windows has
 * counts of 4 bytes.  The other 4 bytes of a count are not set: they are equal in all arcs of a
 * file.  Programs of Cygwin, which are programs of Windows, too, have counts of 8 bytes. */
static uint64_t
count_mask(const struct raw *raw, size_t at, unsigned width, bool big)
{
	size_t size = 3 * (size_t)width;
	uint64_t high = 0;

	if (!raw->short_counts || width != 8 || at > raw->size || raw->size - at < size)
		return UINT64_MAX;
	high = byteorder_u64(raw->bytes + at + 16, big) >> 32;
	for (; raw->size - at >= size; at += size)
		if (byteorder_u64(raw->bytes + at + 16, big) >> 32 != high)
			return UINT64_MAX;
	return UINT32_MAX;
}

bool
bsd_read_arcs(const struct raw *raw, size_t at, struct samples *s, struct err *e)
{
	unsigned width = s->address_size;
	bool big = s->big_endian;
	size_t size = 3 * (size_t)width;
	uint64_t mask = count_mask(raw, at, width, big);

	/* If the file ends inside a counter, AT is behind the end of the file. */
	samples_expect_arcs(s, at < raw->size ? (raw->size - at) / size : 0);
	for (; at <= raw->size && raw->size - at >= size; at += size) {
		const unsigned char *p = raw->bytes + at;
		uint64_t field = byteorder_addr(p + 2 * (size_t)width, width, big);
		uint64_t count = bsd_real_count(field & mask, width);

		samples_add_arc(s, byteorder_addr(p, width, big),
			byteorder_addr(p + width, width, big), count);
		if (count != field)
			samples_warn(s, W_COUNT_TRUNC32);
	}
	if (s->narcs == 0)
		samples_warn(s, W_NO_ARCS);
	if (at == raw->size)
		return true;
	damage_set(&s->damage, E_TRUNC_ARC, raw->size);
	return err_set(e, ERR_DAMAGED, "byte %zu: the file ends inside an arc", raw->size);
}

/* Interprets the three words SPARE of the header.  REST bytes follow the bins. */
static void
read_spare(const int32_t spare[3], uint64_t rest, struct samples *s)
{
	int32_t bits = spare[0] < 0 && spare[0] >= -64 ? -spare[0] : spare[0];
	bool plain = spare[1] == 0 && spare[2] == 0;

	s->counter_bits = 16;
	s->counter_signed = false;
	if (plain && (bits == 8 || bits == 16 || bits == 32 || bits == 64)) {
		s->counter_bits = (unsigned)bits;
		s->counter_signed = spare[0] < 0;
	} else if (plain && spare[0] > 0 && (uint64_t)spare[0] == rest) {
		s->totarc = rest;
	} else if (!plain || spare[0] != 0) {
		samples_warn(s, W_SPARE_NONZERO);
	}
}

static bool
fail_header(struct samples *s, enum damage_kind kind, size_t at, struct err *e)
{
	damage_set(&s->damage, kind, at);
	return err_in(e, "byte %zu", at);
}

bool
bsd44_read_histogram(const struct raw *raw, size_t at, struct samples *s, size_t *next,
	struct err *e)
{
	struct cursor c = { .p = raw->bytes + at, .end = raw->bytes + raw->size,
		.big = s->big_endian };
	size_t header = bsd44_header(s->address_size), n;
	uint64_t lo = cursor_uint(&c, s->address_size), hi = cursor_uint(&c, s->address_size);
	uint32_t size = cursor_u32(&c);
	int32_t spare[3];
	struct histogram h;

	cursor_u32(&c);
	bins_in_seconds(s, (int32_t)cursor_u32(&c));
	for (int i = 0; i < 3; i++)
		spare[i] = (int32_t)cursor_u32(&c);
	if (size < header) {
		(void)err_set(e, ERR_FORMAT, "header and bins have %lu bytes, fewer than the header "
			"alone; the file is damaged", (unsigned long)size);
		return fail_header(s, E_BAD_SIZE, at + 2 * (size_t)s->address_size, e);
	}
	if (hi <= lo) {
		(void)err_set(e, ERR_DAMAGED, "histogram of the impossible range 0x%llx-0x%llx",
			(unsigned long long)lo, (unsigned long long)hi);
		return fail_header(s, E_BAD_RANGE, at, e);
	}
	read_spare(spare, raw->size - at - size, s);
	n = (size - header) / (s->counter_bits / 8);
	h = bins_header(s, lo, hi, n);
	if (!bins_read(raw, at + header, &h, s, e))
		return err_in(e, "byte %zu", raw->size);
	if (s->rate <= 0)
		samples_warn(s, W_ZERO_RATE);
	if (n == 0)
		samples_warn(s, W_EMPTY_HIST);
	*next = at + size;
	return true;
}

/* Does RAW have the version of 4.4BSD in this byte order, in a header for this ADDRESS_SIZE? */
static bool
has_version(const struct raw *raw, unsigned address_size, bool big)
{
	return raw->size >= bsd44_header(address_size)
		&& byteorder_u32(raw->bytes + 2 * (size_t)address_size + 4, big) == BSD44_VERSION;
}

static bool
bsd44_recognise(const struct raw *raw, struct samples *s)
{
	unsigned hint = raw->address_size == 8 ? 8 : 4;

	if (raw->options != NULL && raw->options->address_size != 0)
		hint = raw->options->address_size;
	for (int big = 0; big < 2; big++) {
		for (int other = 0; other < 2; other++) {
			unsigned size = other ? 12 - hint : hint;

			if (!has_version(raw, size, big == 1))
				continue;
			s->big_endian = big == 1;
			s->address_size = size;
			return true;
		}
	}
	return false;
}

static bool
bsd44_decode(const struct raw *raw, struct samples *s, struct err *e)
{
	struct profile_file file = { 0 };
	size_t next;
	bool ok;

	if (!bsd44_recognise(raw, s)) {
		s->format = FORMAT_NONE;
		damage_set(&s->damage, E_NOT_PROFILE, 0);
		return err_set(e, ERR_DAMAGED, "is no profile of 4.4BSD: it has no version 0x51879");
	}
	s->counter_bits = 16;
	ok = bsd44_read_histogram(raw, 0, s, &next, e) && bsd_read_arcs(raw, next, s, e);
	file.nhistograms = s->nhistograms;
	file.narcs = s->narcs;
	samples_add_file(s, &file);
	return ok;
}

const struct format bsd44_format = {
	.kind = FORMAT_BSD44,
	.recognise = bsd44_recognise,
	.decode = bsd44_decode,
};
