/* monout.c - mon.out, for prof(1): System V, SunOS, Solaris
 *
 *	low, high address; number of slots; slots, each an address near the entry of a
 *	function and the number of its calls; all numbers so far as wide as an address;
 *	then the bins, u16 each
 *
 * The file has no magic number: it is recognized if all of it makes sense.
 * Layout: mon.h of illumos.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/byteorder.h"
#include "samples/format.h"
#include "samples/formats/bins.h"

/* A possible layout of the file, with the numbers in its header. */
struct monout_layout {
	const char *name;
	bool big_endian;
	unsigned address_size;
	uint64_t lo, hi, nslots;
	size_t bins;			/* offset of the bins */
};

/* Reads the header into T.  Returns false if its sizes and addresses do not fit the file. */
static bool
read_header(const struct raw *raw, struct monout_layout *t)
{
	enum { SLOTS_MAX = 100000 };	/* usual tables have 300 or 600 slots */
	unsigned width = t->address_size;
	size_t n;

	if (raw->size < 3 * (size_t)width)
		return false;
	t->lo = byteorder_addr(raw->bytes, width, t->big_endian);
	t->hi = byteorder_addr(raw->bytes + width, width, t->big_endian);
	t->nslots = byteorder_addr(raw->bytes + 2 * (size_t)width, width, t->big_endian);
	if (t->lo >= t->hi || t->nslots > SLOTS_MAX)
		return false;
	t->bins = 3 * (size_t)width + (size_t)t->nslots * 2 * width;
	if (t->bins >= raw->size || (raw->size - t->bins) % 2 != 0)
		return false;
	n = (raw->size - t->bins) / 2;
	return t->hi - t->lo >= n && (t->hi - t->lo) / n <= 65536;
}

static struct addr_count
read_slot(const struct raw *raw, const struct monout_layout *t, size_t i)
{
	unsigned width = t->address_size;
	const unsigned char *p = raw->bytes + (3 + 2 * i) * (size_t)width;

	return (struct addr_count){ byteorder_addr(p, width, t->big_endian),
		byteorder_addr(p + width, width, t->big_endian) };
}

/* How certain a layout must be.  CALLED: at least one slot must have a call.  SILENT: as CALLED,
 * but a file without slots is accepted, too.  ANYTHING: every layout is accepted, because the user
 * has named the format. */
enum monout_strictness { CALLED, SILENT, ANYTHING };

/* Is layout T as certain as HOW demands?  Unless HOW is ANYTHING, the addresses of all called
 * functions must be in [T->lo, T->hi). */
static bool
makes_sense(const struct raw *raw, const struct monout_layout *t, enum monout_strictness how)
{
	bool any = how == SILENT && t->nslots == 0;

	if (how == ANYTHING)
		return true;
	for (size_t i = 0; i < t->nslots; i++) {
		struct addr_count b = read_slot(raw, t, i);

		if (b.count != 0 && (b.addr < t->lo || b.addr >= t->hi))
			return false;
		any |= b.count != 0;
	}
	return any;
}

static bool
is_excluded(const struct raw *raw, const struct monout_layout *t)
{
	if (raw->options != NULL && raw->options->address_size != 0
	    && raw->options->address_size != t->address_size)
		return true;
	return raw->address_size != 0 && (raw->big_endian != t->big_endian
		|| raw->address_size != t->address_size);
}

static size_t
find_layouts_with(const struct raw *raw, enum monout_strictness how, struct monout_layout found[4])
{
	static const char *const names[4] = { "32le", "64le", "32be", "64be" };
	size_t n = 0;

	for (unsigned i = 0; i < 4; i++) {
		struct monout_layout t = { .name = names[i], .big_endian = i >= 2,
			.address_size = i % 2 == 0 ? 4 : 8 };

		if (!is_excluded(raw, &t) && read_header(raw, &t)
		    && makes_sense(raw, &t, how))
			found[n++] = t;
	}
	return n;
}

/* Sets FOUND to the layouts of RAW that pass a test, and returns their number.  The first test is
 * CALLED.  If no layout passes a test, the next test follows, up to LEAST.  Each test omits the
 * layouts that contradict the image.  If no other layout passes, CALLED and SILENT also try the
 * omitted layouts. */
static size_t
find_layouts(const struct raw *raw, enum monout_strictness least, struct monout_layout found[4])
{
	struct raw alone = { .bytes = raw->bytes, .size = raw->size, .options = raw->options };
	size_t n = 0;

	for (enum monout_strictness how = CALLED; n == 0 && how <= least; how++) {
		n = find_layouts_with(raw, how, found);
		if (n == 0 && how < ANYTHING)
			n = find_layouts_with(&alone, how, found);
	}
	return n;
}

static bool
monout_recognise(const struct raw *raw, struct samples *s)
{
	struct monout_layout found[4];

	(void)s;
	return find_layouts(raw, SILENT, found) > 0;
}

/* Was the table of N slots full?  System V has tables of 300 or 600 slots.  A program with fewer
 * functions does not use all of them. */
static bool
is_full(size_t ncounted, size_t n)
{
	return ncounted == n && (n == 300 || n == 600);
}

static bool
read_all(const struct raw *raw, const struct monout_layout *t, struct samples *s, struct err *e)
{
	struct histogram h;
	struct profile_file file = { .nhistograms = 1 };
	bool ok;

	s->big_endian = t->big_endian;
	s->address_size = t->address_size;
	s->counter_bits = 16;
	bins_in_seconds(s, 0);
	samples_warn(s, W_ZERO_RATE);
	h = bins_header(s, t->lo, t->hi, (raw->size - t->bins) / 2);
	ok = bins_read(raw, t->bins, &h, s, e);
	s->has_counts = true;
	for (size_t i = 0; i < t->nslots; i++) {
		struct addr_count b = read_slot(raw, t, i);

		if (b.count != 0)
			samples_add_count(s, b.addr, b.count);
	}
	file.is_full = is_full(s->ncounts, t->nslots);
	samples_add_file(s, &file);
	return ok;
}

static bool
monout_decode(const struct raw *raw, struct samples *s, struct err *e)
{
	struct monout_layout found[4];
	size_t n = find_layouts(raw, ANYTHING, found);

	if (n == 1)
		return read_all(raw, found, s, e);
	s->format = FORMAT_NONE;
	if (n == 0) {
		damage_set(&s->damage, E_NOT_PROFILE, 0);
		return err_set(e, ERR_DAMAGED, "is no mon.out: its first words are not a range of "
			"addresses and a number of functions");
	}
	s->damage = (struct damage){ .kind = E_AMBIGUOUS };
	for (size_t i = 0; i < n; i++)
		s->damage.candidates[s->damage.ncandidates++] = found[i].name;
	return err_set(e, ERR_FORMAT, "fits several layouts of mon.out; give the program, or say how "
		"wide addresses are: --address-size=4 or 8");
}

const struct format monout_format = {
	.kind = FORMAT_MONOUT,
	.recognise = monout_recognise,
	.decode = monout_decode,
};
