/* apple.c - gmon.out of Mac OS X and NeXT
 *
 *	magic u32: 0xbeefbabe (32-bit programs) or 0xbeefbabf (64-bit programs)
 *	sections: kind u32, size u32, then this many bytes
 *	  1 samples	header and bins as in 4.4BSD; one section for each image
 *	  2 arcs	from, self, count u32, and 4 unused bytes if addresses have 64 bits
 *	  3 arcs	from, self, count u32, u32: rank in the order of first calls
 *	  4, 5 images	number of images u32; for each image its address, path, NUL
 *
 * Layout: gmon.h of xnu.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "base/arena.h"
#include "base/byteorder.h"
#include "base/cursor.h"
#include "samples/format.h"
#include "samples/formats/bins.h"
#include "samples/formats/bsd.h"

#define APPLE_32 0xbeefbabeu
#define APPLE_64 0xbeefbabfu

enum section { SAMPLES = 1, RAW_ARCS, ORDERED_ARCS, IMAGES, IMAGES2 };

static bool
apple_recognise(const struct raw *raw, struct samples *s)
{
	if (raw->size < 8)
		return false;
	for (int big = 0; big < 2; big++) {
		uint32_t magic = byteorder_u32(raw->bytes, big == 1);

		if (magic != APPLE_32 && magic != APPLE_64)
			continue;
		s->big_endian = big == 1;
		s->address_size = magic == APPLE_64 ? 8 : 4;
		return true;
	}
	return false;
}

static bool
fail_section(struct samples *s, size_t at, struct err *e)
{
	damage_set(&s->damage, E_TRUNC_SECTION, at);
	return err_set(e, ERR_DAMAGED, "byte %zu: the section is too short for what it holds", at);
}

/* Reads the histogram at byte AT of PART. */
static bool
read_samples(const struct raw *part, size_t at, struct samples *s, struct err *e)
{
	size_t next;

	if (part->size - at < bsd44_header(s->address_size)) {
		damage_set(&s->damage, E_BAD_SIZE, at - 8);
		return err_set(e, ERR_DAMAGED, "byte %zu: too short for a histogram", at - 8);
	}
	return bsd44_read_histogram(part, at, s, &next, e);
}

/* Reads arcs of SIZE bytes each, from byte AT of PART on.  Ignores an incomplete arc at the end. */
static void
read_arcs(const struct raw *part, size_t at, size_t size, struct samples *s)
{
	unsigned width = s->address_size;

	samples_expect_arcs(s, (part->size - at) / size);
	for (; part->size - at >= size; at += size) {
		const unsigned char *p = part->bytes + at;

		samples_add_arc(s, byteorder_addr(p, width, s->big_endian),
			byteorder_addr(p + width, width, s->big_endian),
			byteorder_u32(p + 2 * (size_t)width, s->big_endian));
	}
}

static bool
read_images(const struct raw *part, size_t at, struct samples *s, struct err *e)
{
	struct cursor c = { .p = part->bytes + at, .end = part->bytes + part->size,
		.big = s->big_endian };
	uint32_t n = cursor_u32(&c);

	if (c.past)
		return fail_section(s, part->size, e);
	for (uint32_t i = 0; i < n; i++) {
		size_t begin = (size_t)(c.p - part->bytes);
		struct module m = { .address = cursor_uint(&c, s->address_size) };
		const char *path;

		if (c.past)
			return fail_section(s, part->size, e);
		path = cursor_text(&c);
		if (path == NULL)
			return fail_section(s, begin, e);
		m.path = arena_text(&s->texts, path, strlen(path));
		samples_add_module(s, &m);
	}
	return true;
}

static bool
read_section(const struct raw *part, uint32_t kind, size_t at, struct samples *s, struct err *e)
{
	switch (kind) {
	case SAMPLES:
		return read_samples(part, at, s, e);
	case RAW_ARCS:
		read_arcs(part, at, s->address_size == 8 ? 24 : 12, s);
		return true;
	case ORDERED_ARCS:
		read_arcs(part, at, 2 * (size_t)s->address_size + 8, s);
		return true;
	case IMAGES:
	case IMAGES2:
		return read_images(part, at, s, e);
	default:
		samples_warn(s, W_UNKNOWN_SECTION);
		return true;
	}
}

static bool
read_sections(const struct raw *raw, struct samples *s, struct err *e)
{
	size_t at = 4;

	while (at < raw->size) {
		struct raw part = *raw;
		uint32_t kind, size;

		if (raw->size - at < 8)
			return fail_section(s, raw->size, e);
		kind = byteorder_u32(raw->bytes + at, s->big_endian);
		size = byteorder_u32(raw->bytes + at + 4, s->big_endian);
		if (size > raw->size - at - 8) {
			damage_set(&s->damage, E_TRUNC_SECTION, at);
			damage_fact(&s->damage, "want", size);
			damage_fact(&s->damage, "have", raw->size - at - 8);
			return err_set(e, ERR_DAMAGED, "byte %zu: the file ends after %zu of %lu bytes of "
				"a section", at, raw->size - at - 8, (unsigned long)size);
		}
		part.size = at + 8 + size;
		if (!read_section(&part, kind, at + 8, s, e))
			return false;
		at = part.size;
	}
	return true;
}

static bool
apple_decode(const struct raw *raw, struct samples *s, struct err *e)
{
	struct profile_file file = { 0 };
	bool ok;

	if (!apple_recognise(raw, s)) {
		s->format = FORMAT_NONE;
		damage_set(&s->damage, E_NOT_PROFILE, 0);
		return err_set(e, ERR_DAMAGED, "is no profile of Mac OS X: it does not begin with "
			"0xbeefbabe or 0xbeefbabf");
	}
	s->counter_bits = 16;
	s->many_images = true;
	ok = read_sections(raw, s, e);
	if (s->narcs == 0)
		samples_warn(s, W_NO_ARCS);
	file.nhistograms = s->nhistograms;
	file.narcs = s->narcs;
	samples_add_file(s, &file);
	return ok;
}

const struct format apple_format = {
	.kind = FORMAT_APPLE,
	.recognise = apple_recognise,
	.decode = apple_decode,
};
