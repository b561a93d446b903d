/* bins.c - counters of histograms, as most formats have them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "samples/formats/bins.h"

#include <stdlib.h>
#include <string.h>

#include "base/byteorder.h"
#include "base/mem.h"

/* Converts the N counters of 8 bits at FROM to numbers at BINS. */
static void
read_u8(const unsigned char *from, size_t n, bool is_signed, uint64_t *bins)
{
	for (size_t i = 0; i < n; i++)
		bins[i] = is_signed ? (uint64_t)(int8_t)from[i] : from[i];
}

/* As read_u8(), for unsigned counters of 16 bits.  Returns the largest number. */
static uint64_t
read_u16(const unsigned char *from, size_t n, bool big, uint64_t *bins)
{
	uint16_t most = 0;

	for (size_t i = 0; i < n; i++) {
		uint16_t v = byteorder_u16(from + 2 * i, big);

		bins[i] = v;
		most = v > most ? v : most;
	}
	return most;
}

/* As read_u8(), for counters of 32 or 64 bits, and signed counters of 16 bits. */
static void
read_wide(const unsigned char *from, size_t n, const struct samples *s, uint64_t *bins)
{
	for (size_t i = 0; i < n; i++) {
		if (s->counter_bits == 64)
			bins[i] = byteorder_u64(from + 8 * i, s->big_endian);
		else if (s->counter_bits == 32 && s->counter_signed)
			bins[i] = (uint64_t)(int32_t)byteorder_u32(from + 4 * i, s->big_endian);
		else if (s->counter_bits == 32)
			bins[i] = byteorder_u32(from + 4 * i, s->big_endian);
		else
			bins[i] = (uint64_t)(int16_t)byteorder_u16(from + 2 * i, s->big_endian);
	}
}

/* As read_u8(), for the kind of counters that S has.  Returns the largest number if they are
 * unsigned and have 16 bits, otherwise 0. */
static uint64_t
read_block(const unsigned char *from, size_t n, const struct samples *s, uint64_t *bins)
{
	if (s->counter_bits == 8)
		read_u8(from, n, s->counter_signed, bins);
	else if (s->counter_bits != 16 || s->counter_signed)
		read_wide(from, n, s, bins);
	else if (s->big_endian)		/* a constant argument lets the compiler make two fast
					 * loops */
		return read_u16(from, n, true, bins);
	else
		return read_u16(from, n, false, bins);
	return 0;
}

/* Most bins of a large program are 0.  A block is this number of counters; if all of them are 0, it
 * is skipped. */
enum { BLOCK = 64 };

/* Are the BLOCK counters of WIDTH bytes at FROM all 0? */
static bool
is_zero(const unsigned char *from, size_t width)
{
	uint64_t any = 0;

	for (size_t i = 0; i < BLOCK * width; i += 8) {
		uint64_t v;

		memcpy(&v, from + i, sizeof(v));
		any |= v;
	}
	return any == 0;
}

/* Sets H->bins from the H->nread counters at FROM. */
static void
read_counters(const unsigned char *from, struct histogram *h, struct samples *s)
{
	size_t width = s->counter_bits / 8, n = h->nread;
	uint64_t most = 0, counts[BLOCK];

	for (size_t at = 0; at < n; at += BLOCK) {
		size_t block = n - at < BLOCK ? n - at : BLOCK;
		uint64_t v;

		if (block == BLOCK && is_zero(from + at * width, width))
			continue;
		v = read_block(from + at * width, block, s, counts);
		most = v > most ? v : most;
		histogram_append(h, at, counts, block);
	}
	if (most == UINT16_MAX)
		samples_warn(s, W_SATURATED);
}

/* Returns how many of the N counters that begin at byte AT are completely in RAW. */
static size_t
count_bins(const struct raw *raw, const struct samples *s, size_t at, size_t n)
{
	size_t have = at < raw->size ? (raw->size - at) / (s->counter_bits / 8) : 0;

	return have < n ? have : n;
}

/* Does S have a histogram with the range of H?  If so, bins_read() does not add an incomplete H. */
static bool
is_known(const struct samples *s, const struct histogram *h)
{
	for (size_t i = 0; i < s->nhistograms; i++)
		if (s->histograms[i].lo == h->lo && s->histograms[i].hi == h->hi)
			return true;
	return false;
}

bool
bins_read(const struct raw *raw, size_t at, struct histogram *h, struct samples *s,
	struct err *e)
{
	enum damage_kind misfit = samples_check_histogram(s, h, e);

	if (misfit != E_NONE) {
		damage_set(&s->damage, misfit, at);
		return false;
	}
	h->nread = count_bins(raw, s, at, h->nbins);
	if (h->nread == h->nbins || (h->nread > 0 && !is_known(s, h))) {
		read_counters(raw->bytes + at, h, s);
		(void)samples_add_histogram(s, h, e);
	}
	if (h->nread == h->nbins)
		return true;
	damage_set(&s->damage, E_TRUNC_HIST, raw->size);
	damage_fact(&s->damage, "have_bins", h->nread);
	damage_fact(&s->damage, "want_bins", h->nbins);
	return err_set(e, ERR_DAMAGED, "the file ends after %zu of %zu bins", h->nread, h->nbins);
}

struct histogram
bins_header(const struct samples *s, uint64_t lo, uint64_t hi, size_t n)
{
	struct histogram h = { .lo = lo, .hi = hi, .nbins = n, .bin_bits = s->counter_bits,
		.map = MAP_EVEN,
		.rate = s->rate > 0 ? (uint32_t)s->rate : 0, .abbreviation = s->abbreviation };

	memcpy(h.dimension, s->dimension, sizeof(h.dimension));
	return h;
}

void
bins_in_seconds(struct samples *s, int32_t rate)
{
	strcpy(s->dimension, "seconds");
	s->abbreviation = 's';
	s->rate = rate;
}
