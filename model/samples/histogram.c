/* histogram.c - the addresses that the bins of a histogram stand for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <assert.h>

#include "samples/samples.h"

/* Did glibc round up the size of the buffer of H?  RANGE is the size of the code in bytes.  If so,
 * H has up to three bins more than RANGE / 4, and glibc spreads the code over all bins.  So some
 * bins stand for 2 bytes instead of 4. */
static bool
is_rounded_up(const struct histogram *h, uint64_t range)
{
	uint64_t text = 4 * (uint64_t)h->nbins;

	return h->map == MAP_GLIBC && text > range && text - range < 16;
}

/* Sets [*LO, *HI) to the addresses that profil(2) with this SCALE counts in bin I, relative to the
 * lowest address.  A bin has a counter of UNIT bytes. */
static void
unscale(uint64_t i, uint64_t unit, uint64_t scale, uint64_t *lo, uint64_t *hi)
{
	*lo = (i * unit * 65536 + scale - 1) / scale;
	*hi = ((i + 1) * unit * 65536 + scale - 1) / scale;
}

void
histogram_map(const struct histogram *h, size_t i, uint64_t *lo, uint64_t *hi)
{
	uint64_t range = h->hi - h->lo, width, rest;

	assert(i < h->nbins);
	if (h->map == MAP_PROFIL) {
		unscale(i, h->bin_bits / 8, h->scale, lo, hi);
	} else if (is_rounded_up(h, range)) {
		/* glibc gave profil(2) the scale f * 65536, but at most 65536.  profil(2) counted
		 * the address pc in bin (pc - lo) / 2 * scale / 65536. */
		float f = (float)(2 * (uint64_t)h->nbins) / (float)range;

		unscale(i, 1, f < 1 ? (uint64_t)(f * 65536) : 65536, lo, hi);
		*lo = 2 * *lo < range ? 2 * *lo : range;
		*hi = 2 * *hi < range ? 2 * *hi : range;
	} else {
		width = range / h->nbins;
		rest = range % h->nbins;
		*lo = width * i + rest * i / h->nbins;
		*hi = width * (i + 1) + rest * (i + 1) / h->nbins;
	}
	*lo += h->lo;
	*hi += h->lo;
}

void
histogram_bin(const struct histogram *h, size_t i, uint64_t *lo, uint64_t *hi)
{
	histogram_map(h, i, lo, hi);
	if (*lo < *hi)
		return;
	if (*lo >= h->hi)
		*lo = h->hi - 1;
	*hi = *lo + 1;
}

size_t
histogram_next(const struct histogram *h, size_t i)
{
	while (i < h->nread) {
		if (h->used != NULL && !h->used[i / HISTOGRAM_BLOCK])
			i += HISTOGRAM_BLOCK - i % HISTOGRAM_BLOCK;
		else if (h->bins[i] == 0)
			i++;
		else
			return i;
	}
	return h->nread;
}

uint64_t
histogram_total(const struct histogram *h)
{
	uint64_t total = 0;

	for (size_t i = histogram_next(h, 0); i < h->nread; i = histogram_next(h, i + 1))
		total += h->bins[i];
	return total;
}

double
histogram_scale(const struct histogram *h)
{
	uint64_t units = (h->hi - h->lo) / 2;

	return (double)units / (double)h->nbins;
}
