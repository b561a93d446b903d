/* histogram.c - the bins of a histogram, and the addresses that they stand for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <assert.h>
#include <stdlib.h>

#include "base/bisect.h"
#include "base/mem.h"
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

void
histogram_append(struct histogram *h, size_t first, const uint64_t *counts, size_t n)
{
	assert(h->nused == 0 || h->bins[h->nused - 1].number < first);
	for (size_t i = 0; i < n; i++) {
		if (counts[i] == 0)
			continue;
		h->bins = mem_grow(h->bins, h->nused + 1, &h->bins_room, sizeof(*h->bins));
		h->bins[h->nused++] = (struct bin){ first + i, counts[i] };
	}
}

/* Returns the index in H->bins, from index FROM on, of the first bin whose number is at least
 * NUMBER. */
static size_t
find_bin(const struct histogram *h, size_t from, size_t number)
{
	size_t i;

	BISECT(i, h->nused - from, h->bins[from + i].number >= number);
	return from + i;
}

uint64_t
histogram_count(const struct histogram *h, size_t i)
{
	size_t at = find_bin(h, 0, i);

	return at < h->nused && h->bins[at].number == i ? h->bins[at].count : 0;
}

/* Adds to H the samples of those bins of FROM that H has, and removes these bins from FROM. */
static void
add_known(struct histogram *h, struct histogram *from)
{
	size_t at = 0, n = 0;

	for (size_t i = 0; i < from->nused; i++) {
		at = find_bin(h, at, from->bins[i].number);
		if (at < h->nused && h->bins[at].number == from->bins[i].number)
			h->bins[at].count += from->bins[i].count;
		else
			from->bins[n++] = from->bins[i];
	}
	from->nused = n;
}

void
histogram_add(struct histogram *h, struct histogram *from)
{
	size_t i, k, to;

	add_known(h, from);
	i = h->nused;
	k = from->nused;
	to = i + k;
	if (k > 0)
		h->bins = mem_grow(h->bins, to, &h->bins_room, sizeof(*h->bins));
	h->nused = to;
	while (k > 0) {
		bool is_new = i == 0 || h->bins[i - 1].number < from->bins[k - 1].number;

		h->bins[--to] = is_new ? from->bins[--k] : h->bins[--i];
	}
	h->nread = from->nread > h->nread ? from->nread : h->nread;
	free(from->bins);
	from->bins = NULL;
	from->nused = from->bins_room = 0;
}

uint64_t
histogram_total(const struct histogram *h)
{
	uint64_t total = 0;

	for (size_t i = 0; i < h->nused; i++)
		total += h->bins[i].count;
	return total;
}

double
histogram_scale(const struct histogram *h)
{
	uint64_t units = (h->hi - h->lo) / 2;

	return (double)units / (double)h->nbins;
}
