/* From bins to functions.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "attribute.h"

#include "samples.h"
#include "spans.h"

/* Give TICKS samples to function F, unless they were asked to be left out. */
static void
credit(struct profile *p, uint32_t f, double ticks)
{
	if (select_chosen(&p->selection, INCL_FLAT, f))
		p->ticks[f] += ticks;
	else
		p->total -= ticks;
}

/* How many bytes of [lo, last] span I covers; none if it is padding, unless PADDING is
 * asked for. */
static double
covered(const struct spans *s, size_t i, uint64_t lo, uint64_t last, bool padding)
{
	uint64_t from = s->v[i].lo, to = spans_last(s, i);

	if (s->v[i].func == NOBODY || s->v[i].is_padding != padding)
		return 0;
	if (from < lo)
		from = lo;
	if (to > last)
		to = last;
	return from <= to ? (double)(to - from) + 1 : 0;
}

/* Share COUNT samples out among the functions in [lo, last].  The last one gets what the
 * others leave, so that nothing is lost to rounding. */
static void
share_out(struct profile *p, const struct spans *s, uint64_t lo, uint64_t last, double count)
{
	size_t begin = spans_at(s, lo), end = begin, final = begin;
	bool padding = false;
	double width = 0, left = count;

	while (end < s->n && s->v[end].lo <= last)
		width += covered(s, end++, lo, last, false);
	if (width <= 0) {
		padding = true;
		for (size_t i = begin; i < end; i++)
			width += covered(s, i, lo, last, true);
	}
	for (size_t i = begin; i < end; i++)
		if (covered(s, i, lo, last, padding) > 0)
			final = i;
	for (size_t i = begin; i < final; i++) {
		double share = count * covered(s, i, lo, last, padding) / width;

		if (share > 0)
			credit(p, s->v[i].func, share);
		left -= share;
	}
	credit(p, s->v[final].func, left);
}

void
attribute_exact(struct profile *p)
{
	for (uint32_t im = 0; im < p->nimages; im++) {
		for (size_t k = 0; k < p->samples[im].nhistograms; k++) {
			const struct histogram *h = &p->samples[im].histograms[k];

			for (size_t i = 0; i < h->nread; i++) {
				uint64_t lo, hi;

				if (h->bins[i] == 0)
					continue;
				histogram_bin(h, i, &lo, &hi);
				p->total += (double)h->bins[i];
				share_out(p, &p->spans[im], lo, hi - 1, (double)h->bins[i]);
			}
		}
	}
}

/* In units of 2 bytes: where function F begins, and where the one after it does.  GNU gprof
 * reads one element past its table for the last one, and finds 0 there. */
static uint64_t
begins(const struct profile *p, uint32_t f)
{
	return f < p->nfuncs ? p->funcs[f].lo / 2 : 0;
}

/* The first function that may own something at B0 or after. */
static uint32_t
first_owner(const struct profile *p, uint64_t b0)
{
	uint32_t a = 0, b = p->nfuncs - 1;

	while (a < b) {
		uint32_t mid = a + (b - a) / 2;

		if (begins(p, mid + 1) <= b0)
			a = mid + 1;
		else
			b = mid;
	}
	return a;
}

/* Share out the COUNT samples of a bin from unit B0 to B1. */
static void
share_out_gprof(struct profile *p, uint64_t b0, uint64_t b1, double count)
{
	for (uint32_t f = first_owner(p, b0); f + 1 < p->nfuncs && b1 >= begins(p, f); f++) {
		uint64_t from = begins(p, f) > b0 ? begins(p, f) : b0;
		uint64_t to = begins(p, f + 1) < b1 ? begins(p, f + 1) : b1;

		if (to > from)
			credit(p, f, (double)(to - from) * count / p->scale);
	}
}

void
attribute_gprof(struct profile *p)
{
	for (size_t k = 0; k < p->samples->nhistograms; k++) {
		const struct histogram *h = &p->samples->histograms[k];

		for (size_t i = 0; i < h->nread; i++) {
			uint64_t b0 = h->lo / 2 + (uint64_t)(p->scale * (double)i);
			uint64_t b1 = h->lo / 2 + (uint64_t)(p->scale * (double)(i + 1));

			if (h->bins[i] == 0)
				continue;
			p->total += (double)h->bins[i];
			share_out_gprof(p, b0, b1, (double)h->bins[i]);
		}
	}
}
