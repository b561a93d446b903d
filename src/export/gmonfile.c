/* gmonfile.c - writes gmon.out files
 *
 * The layouts are described in model/samples/formats: gnu.c, bsd44.c and oldbsd.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/gmonfile.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

enum {
	TAG_HISTOGRAM = 0, TAG_ARC = 1, TAG_BLOCKS = 2,
	BSD44_MAGIC = 0x51879,
	BIN_MOST = UINT16_MAX,
	BIN_PART = UINT16_MAX - 1,	/* greatest number of samples in a part of a bin that is
					 * split; UINT16_MAX would look like a counter that
					 * overflowed */
	PARTS_MOST = 1 << 16,		/* greatest number of parts of a bin.  So many parts have
					 * room for 2^32 samples, more than a year at 100 Hz */
	RECORDS_MOST = 1 << 24,		/* greatest number of additional records for counts that are
					 * split */
};

/* The largest counts in fields of 4 bytes and of 8 bytes.  If a field of 8 bytes has a larger
 * count, readers use only the lower 4 bytes, because mingw does not write the upper 4. */
#define COUNT32_MOST UINT32_MAX
#define COUNT64_MOST (((uint64_t)1 << 48) - 1)

/* The state of writing a file. */
struct writer {
	struct out *out;
	const struct samples *s;
	unsigned width;			/* bytes of an address */
	bool big_endian;
};

/* Writes the N low bytes of V in the byte order of the file. */
static void
put_number(const struct writer *w, uint64_t v, unsigned n)
{
	char bytes[8];

	for (unsigned i = 0; i < n; i++)
		bytes[w->big_endian ? n - 1 - i : i] = (char)(v >> 8 * i);
	out_bytes(w->out, bytes, n);
}

static void
put_zeros(const struct writer *w, size_t n)
{
	static const char zeros[4096];

	for (; n > sizeof(zeros); n -= sizeof(zeros))
		out_bytes(w->out, zeros, sizeof(zeros));
	out_bytes(w->out, zeros, n);
}

static uint64_t
largest_bin(const struct histogram *h)
{
	uint64_t most = 0;

	for (size_t i = 0; i < h->nused; i++)
		most = h->bins[i].count > most ? h->bins[i].count : most;
	return most;
}

/* Writes the bins of H.  Of the samples of each bin, skips the first FROM, and writes at most the
 * next MOST. */
static void
put_bins(const struct writer *w, const struct histogram *h, uint64_t from, uint64_t most)
{
	size_t done = 0;

	for (size_t i = 0; i < h->nused; i++) {
		const struct bin *bin = &h->bins[i];
		uint64_t left = bin->count > from ? bin->count - from : 0;

		put_zeros(w, 2 * (bin->number - done));
		put_number(w, left < most ? left : most, 2);
		done = bin->number + 1;
	}
	put_zeros(w, 2 * (h->nbins - done));
}

static void
put_histogram(const struct writer *w, const struct histogram *h, uint64_t from, uint64_t most)
{
	put_number(w, TAG_HISTOGRAM, 1);
	put_number(w, h->lo, w->width);
	put_number(w, h->hi, w->width);
	put_number(w, h->nbins, 4);
	put_number(w, h->rate, 4);
	out_bytes(w->out, h->dimension, 15);
	out_bytes(w->out, &h->abbreviation, 1);
	put_bins(w, h, from, most);
}

static void
put_histograms(const struct writer *w)
{
	for (size_t k = 0; k < w->s->nhistograms; k++) {
		const struct histogram *h = &w->s->histograms[k];
		uint64_t all = largest_bin(h), part = all > BIN_MOST ? BIN_PART : BIN_MOST;
		uint64_t from = 0;

		do {
			put_histogram(w, h, from, part);
			from += part;
		} while (from < all);
	}
}

/* Writes the arcs with counts of COUNT_WIDTH bytes and, if TAGGED, with a tag. */
static void
put_arcs(const struct writer *w, unsigned count_width, bool tagged)
{
	const uint64_t most = count_width == 8 ? COUNT64_MOST : COUNT32_MOST;

	for (size_t i = 0; i < w->s->narcs; i++) {
		const struct arc_record a = samples_arc(w->s, i);
		uint64_t left = a.count;

		do {
			uint64_t part = left < most ? left : most;

			if (tagged)
				put_number(w, TAG_ARC, 1);
			put_number(w, a.from, w->width);
			put_number(w, a.self, w->width);
			put_number(w, part, count_width);
			left -= part;
		} while (left > 0);
	}
}

/* Returns how many records block R needs if a record has room for MOST executions. */
static uint64_t
parts_of(const struct addr_count *r, uint64_t most)
{
	return r->count == 0 ? 1 : (r->count - 1) / most + 1;
}

static void
put_blocks(const struct writer *w)
{
	const uint64_t most = w->width == 8 ? UINT64_MAX : UINT32_MAX;
	uint64_t n = 0;

	if (!w->s->has_blocks)
		return;
	for (size_t i = 0; i < w->s->nblocks; i++)
		n += parts_of(&w->s->blocks[i], most);
	put_number(w, TAG_BLOCKS, 1);
	put_number(w, n, 4);
	for (size_t i = 0; i < w->s->nblocks; i++) {
		uint64_t left = w->s->blocks[i].count;

		for (uint64_t k = parts_of(&w->s->blocks[i], most); k > 0; k--) {
			uint64_t part = left < most ? left : most;

			put_number(w, w->s->blocks[i].addr, w->width);
			put_number(w, part, w->width);
			left -= part;
		}
	}
}

static void
write_gnu(const struct writer *w)
{
	out_bytes(w->out, "gmon", 4);
	put_number(w, 1, 4);
	put_zeros(w, 12);
	put_histograms(w);
	put_arcs(w, 4, true);
	put_blocks(w);
}

/* Writes W->s in the format of BSD, with the header of 4.4BSD if WITH_RATE, else with the old
 * header.  The old header has no field for the rate; readers, such as gprof, assume the rate of the
 * system. */
static void
write_bsd(const struct writer *w, bool with_rate)
{
	const struct histogram *h = w->s->histograms;
	unsigned header = 2 * w->width + 4 + (with_rate ? 20 : 0);

	put_number(w, h->lo, w->width);
	put_number(w, h->hi, w->width);
	put_number(w, header + 2 * h->nbins, 4);
	if (with_rate) {
		put_number(w, BSD44_MAGIC, 4);
		put_number(w, h->rate, 4);
		put_zeros(w, 12);
	}
	put_bins(w, h, 0, BIN_MOST);
	put_arcs(w, w->width, false);
}

/* Does each bin of H have the addresses that a reader of the file will assign to this bin? */
static bool
has_even_bins(const struct histogram *h)
{
	struct histogram even = *h;

	even.map = MAP_GLIBC;
	for (size_t i = 0; h->map != MAP_GLIBC && i < h->nbins; i++) {
		uint64_t lo, hi, even_lo, even_hi;

		histogram_map(h, i, &lo, &hi);
		histogram_map(&even, i, &even_lo, &even_hi);
		if (lo != even_lo || hi != even_hi)
			return false;
	}
	return true;
}

/* Do histograms of S overlap? */
static bool
has_overlap(const struct samples *s)
{
	uint64_t hi = 0;

	for (size_t i = 0; i < s->nby_lo; i++) {
		const struct histogram *h = &s->histograms[s->by_lo[i]];

		if (h->lo < hi)
			return true;
		hi = h->hi;
	}
	return false;
}

static bool
fits_gnu(const struct samples *s, struct err *e)
{
	const struct histogram *first = s->histograms;

	for (size_t k = 0; k < s->nhistograms; k++) {
		const struct histogram *h = &s->histograms[k];

		if (!has_even_bins(h))
			return err_set(e, ERR_FORMAT, "a gmon.out cannot describe the scale of these buffers "
				"of profil(2); sum up the buffers themselves");
		if (h->nbins > UINT32_MAX)
			return err_set(e, ERR_FORMAT, "a gmon.out has no room for %zu bins", h->nbins);
		if (s->many_images && h->nbins > 0 && (h->hi - h->lo) * first->nbins
				!= (first->hi - first->lo) * h->nbins)
			return err_set(e, ERR_FORMAT, "bins of different widths do not go into one gmon.out; "
				"sum up the original files");
	}
	if (s->many_images && has_overlap(s))
		return err_set(e, ERR_FORMAT, "images that were at the same addresses do not go into one "
			"gmon.out; sum up the original files");
	if (s->nblocks > UINT32_MAX)
		return err_set(e, ERR_FORMAT, "a gmon.out has no room for %zu basic blocks", s->nblocks);
	return true;
}

static bool
fits_bsd(const struct samples *s, struct err *e)
{
	if (s->nhistograms != 1)
		return err_set(e, ERR_FORMAT, "a BSD gmon.out has one histogram, not %zu; omit -O",
			s->nhistograms);
	if (largest_bin(s->histograms) > BIN_MOST)
		return err_set(e, ERR_FORMAT, "a bin has %" PRIu64 " samples, for which a BSD gmon.out has "
			"no room; omit -O", largest_bin(s->histograms));
	if (s->has_blocks)
		return err_set(e, ERR_FORMAT, "basic blocks do not go into a BSD gmon.out; omit -O");
	return true;
}

/* Do the counts of S fit in a reasonable number of records?  A small file with large counts must
 * not become a sum that fills the disk. */
static bool
has_few_parts(const struct samples *s, const struct gmon_layout *layout, struct err *e)
{
	bool wide = layout->address_size == 8;
	uint64_t narcs = 0, nblocks = 0;

	for (size_t k = 0; k < s->nhistograms; k++)
		if (largest_bin(&s->histograms[k]) / BIN_PART >= PARTS_MOST)
			return err_set(e, ERR_FORMAT, "a bin has %" PRIu64 " samples, more than %d histograms "
				"can hold; its file is probably damaged", largest_bin(&s->histograms[k]),
				PARTS_MOST);
	for (size_t i = 0; i < s->narcs && narcs <= RECORDS_MOST; i++)
		narcs += samples_arc(s, i).count / (layout->format != GMON_GNU && wide
			? COUNT64_MOST : COUNT32_MOST);
	for (size_t i = 0; i < s->nblocks && nblocks <= RECORDS_MOST; i++)
		nblocks += s->blocks[i].count / (wide ? UINT64_MAX : UINT32_MAX);
	return (narcs <= RECORDS_MOST && nblocks <= RECORDS_MOST) || err_set(e, ERR_FORMAT,
		"so many calls were counted that a gmon.out would need more than %d records for them; "
		"a file is probably damaged", RECORDS_MOST);
}

bool
gmonfile_fits(const struct samples *s, const struct gmon_layout *layout, struct err *e)
{
	return fits_gnu(s, e) && (layout->format == GMON_GNU || fits_bsd(s, e))
		&& has_few_parts(s, layout, e);
}

void
gmonfile_write(struct out *o, const struct samples *s, const struct gmon_layout *layout)
{
	struct writer w = { .out = o, .s = s, .width = layout->address_size,
		.big_endian = layout->big_endian };

	if (layout->format == GMON_GNU)
		write_gnu(&w);
	else
		write_bsd(&w, layout->format == GMON_BSD44 || (s->histograms->rate != 0
			&& s->histograms->rate != (uint32_t)sysconf(_SC_CLK_TCK)));
}
