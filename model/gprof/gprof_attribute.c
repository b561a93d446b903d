/* gprof_attribute.c - attribute the samples of bins to functions, as GNU gprof does
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gprof/gprof_attribute.h"

#include "profile/attribute.h"
#include "samples/samples.h"

/* Returns where function F begins, in units of 2 bytes.  F may be the number of functions: GNU
 * gprof reads one element past the end of its table, and finds 0 there. */
static uint64_t
first_unit(const struct profile *p, uint32_t f)
{
	return f < p->nfuncs ? p->funcs[f].lo / 2 : 0;
}

/* Returns the first function that may own samples of a bin that begins at B0.  A is the result for
 * the previous bin.  The result for this bin is mostly A or the next function, so the search begins
 * at A and doubles its steps. */
static uint32_t
next_owner(const struct profile *p, uint32_t a, uint64_t b0)
{
	uint32_t b = p->nfuncs - 1, step = 1;

	while (step < b - a && first_unit(p, a + step) <= b0) {
		a += step;
		step *= 2;
	}
	if (step < b - a)
		b = a + step;
	while (a < b) {
		uint32_t mid = a + (b - a) / 2;

		if (first_unit(p, mid + 1) <= b0)
			a = mid + 1;
		else
			b = mid;
	}
	return a;
}

/* Divides the COUNT samples of a bin among function F and the functions after F.  In units of 2
 * bytes, the bin begins at B0, ends at B1, and has the size SCALE. */
static void
share_out(struct profile *p, uint32_t f, uint64_t b0, uint64_t b1, double scale,
	double count)
{
	for (; f + 1 < p->nfuncs && b1 >= first_unit(p, f); f++) {
		uint64_t from = first_unit(p, f) > b0 ? first_unit(p, f) : b0;
		uint64_t to = first_unit(p, f + 1) < b1 ? first_unit(p, f + 1) : b1;

		if (to > from)
			attribute_credit(p, f, (double)(to - from) * count / scale);
	}
}

void
gprof_attribute(struct profile *p)
{
	for (size_t k = 0; k < p->samples->nhistograms; k++) {
		const struct histogram *h = &p->samples->histograms[k];
		uint32_t owner = 0;
		/* gprof has one scale for all histograms, but cannot read profiles of several
		 * images.  The histograms of such profiles each have a scale. */
		double scale = p->samples->many_images ? histogram_scale(h) : p->scale;

		for (size_t i = 0; i < h->nused; i++) {
			const struct bin *bin = &h->bins[i];
			uint64_t b0 = h->lo / 2 + (uint64_t)(scale * (double)bin->number);
			uint64_t b1 = h->lo / 2 + (uint64_t)(scale * (double)(bin->number + 1));

			p->total += (double)bin->count;
			owner = next_owner(p, owner, b0);
			share_out(p, owner, b0, b1, scale, (double)bin->count);
		}
	}
}
