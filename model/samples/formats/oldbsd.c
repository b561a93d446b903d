/* oldbsd.c - old gmon.out: 4.2BSD and 4.3BSD, SunOS, Solaris, small embedded systems, and what
 * GNU gprof writes with -O bsd -s
 *
 *	low, high address; size of header and bins; the bins, u16 each; arcs until the end
 *	of the file: from, self, count, each as wide as an address
 *
 * The header has one of four layouts.  The file has no magic number: it is recognized if all of it
 * makes sense.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/byteorder.h"
#include "samples/format.h"
#include "samples/formats/bins.h"
#include "samples/formats/bsd.h"

/* The layouts that the header can have. */
static const struct shape {
	const char *name;
	unsigned address_size;
	unsigned size_width;		/* bytes of the field that has the size of header and
					 * bins */
	unsigned header;
} shapes[] = {
	{ "h12", 4, 4, 12 },
	{ "h24", 8, 4, 24 },		/* two longs, an int, and 4 bytes of padding */
	{ "h24wide", 8, 8, 24 },
	{ "h20", 8, 4, 20 },		/* written by GNU gprof */
};

enum { NSHAPES = sizeof(shapes) / sizeof(*shapes) };

/* A possible layout of the file, with the numbers in its header. */
struct oldbsd_layout {
	const struct shape *shape;
	bool big_endian;
	uint64_t lo, hi, nbins, arcs;	/* .arcs: offset of the arcs */
};

/* Reads the header into T.  Returns false if its sizes and addresses do not fit the file. */
static bool
read_header(const struct raw *raw, struct oldbsd_layout *t)
{
	const struct shape *h = t->shape;
	const unsigned char *p = raw->bytes;
	uint64_t size;

	if (raw->size < h->header)
		return false;
	t->lo = byteorder_addr(p, h->address_size, t->big_endian);
	t->hi = byteorder_addr(p + h->address_size, h->address_size, t->big_endian);
	size = byteorder_addr(p + 2 * h->address_size, h->size_width, t->big_endian);
	if (h->header == 24 && h->size_width == 4 && byteorder_u32(p + 20, t->big_endian) != 0)
		return false;
	if (t->lo >= t->hi || size <= h->header || size > raw->size)
		return false;
	t->nbins = (size - h->header) / 2;
	t->arcs = size;
	return (size - h->header) % 2 == 0;
}

/* Does each bin stand for a usual number of bytes of code?  And does the rest of the file have a
 * whole number of arcs? */
static bool
has_sane_sizes(const struct raw *raw, const struct oldbsd_layout *t)
{
	uint64_t range = t->hi - t->lo, width = range / t->nbins;

	return (raw->size - t->arcs) % (3 * (uint64_t)t->shape->address_size) == 0
		&& range % t->nbins == 0 && width >= 2 && width <= 64
		&& (width & (width - 1)) == 0;
}

/* Are the addresses of all arcs in the histogram, and all counts above 0? */
static bool
has_sane_arcs(const struct raw *raw, const struct oldbsd_layout *t)
{
	unsigned width = t->shape->address_size;

	for (size_t at = (size_t)t->arcs; at < raw->size; at += 3 * (size_t)width) {
		const unsigned char *p = raw->bytes + at;
		uint64_t from = byteorder_addr(p, width, t->big_endian);
		uint64_t self = byteorder_addr(p + width, width, t->big_endian);
		uint64_t count = byteorder_addr(p + 2 * (size_t)width, width, t->big_endian);

		if (self < t->lo || self >= t->hi || from < t->lo || from > t->hi
		    || bsd_real_count(count, width) == 0)
			return false;
	}
	return true;
}

/* Some programs write the number of bins where other programs write their size in bytes.  Changes T
 * to the layout of such a program.  Returns false if the file is too short for so many bins. */
static bool
read_size_as_bins(const struct raw *raw, struct oldbsd_layout *t)
{
	uint64_t nbins = 2 * t->nbins;

	if (t->arcs + nbins > raw->size)
		return false;
	t->nbins = nbins;
	t->arcs += nbins;
	return true;
}

static bool
means_the_same(const struct oldbsd_layout *a, const struct oldbsd_layout *b)
{
	return a->big_endian == b->big_endian && a->shape->header == b->shape->header
		&& a->shape->address_size == b->shape->address_size && a->nbins == b->nbins;
}

/* How much of a file must make sense.  STRICT: everything.  COUNTS_BINS: everything, if the size of
 * the bins is read as in read_size_as_bins().  ONLY_SIZES: what has_sane_sizes() tests.  ANYTHING:
 * only the header.  Only STRICT is used unless the user has named the format. */
enum oldbsd_strictness { STRICT, COUNTS_BINS, ONLY_SIZES, ANYTHING };

static bool
makes_sense(const struct raw *raw, struct oldbsd_layout *t, enum oldbsd_strictness how)
{
	if (!read_header(raw, t))
		return false;
	switch (how) {
	case STRICT:
		return has_sane_sizes(raw, t) && has_sane_arcs(raw, t);
	case COUNTS_BINS:
		return read_size_as_bins(raw, t) && has_sane_sizes(raw, t) && has_sane_arcs(raw, t);
	case ONLY_SIZES:
		return has_sane_sizes(raw, t);
	case ANYTHING:
		return true;
	}
	return false;
}

/* Does layout T contradict what is known about the file?  The address size is known from the user's
 * option or from the image, the byte order only from the image. */
static bool
is_excluded(const struct raw *raw, const struct oldbsd_layout *t)
{
	if (raw_address_size(raw) != 0 && raw_address_size(raw) != t->shape->address_size)
		return true;
	return raw->address_size != 0 && raw->big_endian != t->big_endian;
}

/* Sets FOUND to the layouts of RAW that make sense, and returns their number.  Of several layouts
 * with the same meaning, FOUND has only the first.  Omits layouts that contradict the image or
 * the user's option.  If no other layout makes sense, tries the omitted layouts, too, unless HOW is
 * ANYTHING. */
static size_t
find_layouts(const struct raw *raw, enum oldbsd_strictness how,
	struct oldbsd_layout found[2 * NSHAPES])
{
	struct raw alone = { .bytes = raw->bytes, .size = raw->size };
	size_t n = 0;

	for (size_t i = 0; i < 2 * NSHAPES; i++) {
		struct oldbsd_layout t = { .shape = &shapes[i % NSHAPES],
			.big_endian = i >= NSHAPES };
		bool known = false;

		if (is_excluded(raw, &t) || !makes_sense(raw, &t, how))
			continue;
		for (size_t k = 0; k < n; k++)
			known |= means_the_same(&found[k], &t);
		if (!known)
			found[n++] = t;
	}
	if (n == 0 && raw_address_size(raw) != 0 && how < ANYTHING)
		return find_layouts(&alone, how, found);
	return n;
}

static bool
oldbsd_recognise(const struct raw *raw, struct samples *s)
{
	struct oldbsd_layout found[2 * NSHAPES];

	(void)s;
	return find_layouts(raw, STRICT, found) > 0;
}

static bool
fail_ambiguous(struct samples *s, const struct oldbsd_layout *found, size_t n, struct err *e)
{
	s->format = FORMAT_NONE;
	s->damage = (struct damage){ .kind = E_AMBIGUOUS };
	for (size_t i = 0; i < n; i++)
		s->damage.candidates[s->damage.ncandidates++] = found[i].shape->name;
	return err_set(e, ERR_FORMAT, "fits several layouts of the old BSD format; give the program, "
		"or say how wide addresses are: --address-size=4 or 8");
}

static bool
read_all(const struct raw *raw, const struct oldbsd_layout *t, struct samples *s, struct err *e)
{
	struct histogram h;
	struct profile_file file = { .nhistograms = 1 };
	bool ok;

	s->big_endian = t->big_endian;
	s->address_size = t->shape->address_size;
	s->counter_bits = 16;
	bins_in_seconds(s, 0);
	samples_warn(s, W_ZERO_RATE);
	h = bins_header(s, t->lo, t->hi, (size_t)t->nbins);
	ok = bins_read(raw, t->shape->header, &h, s, e)
		&& bsd_read_arcs(raw, (size_t)t->arcs, s, e);
	file.narcs = s->narcs;
	samples_add_file(s, &file);
	return ok;
}

/* Decodes RAW by the first test that it passes.  Tests weaker than STRICT are reached only if the
 * user has named the format. */
static bool
oldbsd_decode(const struct raw *raw, struct samples *s, struct err *e)
{
	struct oldbsd_layout found[2 * NSHAPES];

	for (enum oldbsd_strictness how = STRICT; how <= ANYTHING; how++) {
		size_t n = find_layouts(raw, how, found);

		if (n > 1 && how < ANYTHING)
			return fail_ambiguous(s, found, n, e);
		if (n > 0)
			return read_all(raw, &found[n - 1], s, e);
	}
	s->format = FORMAT_NONE;
	damage_set(&s->damage, E_NOT_PROFILE, 0);
	return err_set(e, ERR_DAMAGED, "is no profile in the old BSD format: its first words are not "
		"a range of addresses and a size");
}

const struct format oldbsd_format = {
	.kind = FORMAT_OLDBSD,
	.recognise = oldbsd_recognise,
	.decode = oldbsd_decode,
};
