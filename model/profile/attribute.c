/* attribute.c - attribute the samples of bins to functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/attribute.h"

#include <assert.h>

#include "profile/spans.h"
#include "samples/samples.h"

void
attribute_credit(struct profile *p, uint32_t f, double ticks)
{
	assert(f < p->nfuncs);
	if (select_chosen(&p->selection, INCL_FLAT, f))
		p->ticks[f] += ticks;
	else
		p->total -= ticks;
}

/* The addresses that a part of a bin and a span have in common. */
struct overlap {
	uint64_t lo, last;
	double bytes;			/* number of these addresses; may be 0 */
};

/* Returns the overlap of [LO, LAST] and span I.  It has no bytes if no function owns the span,
 * or if the span's is_padding is not PADDING. */
static struct overlap
overlap_of(const struct spans *s, size_t i, uint64_t lo, uint64_t last, bool padding)
{
	struct overlap o = { s->v[i].lo, spans_last(s, i), 0 };

	if (o.lo < lo)
		o.lo = lo;
	if (o.last > last)
		o.last = last;
	if (s->v[i].func != NOBODY && s->v[i].is_padding == padding && o.lo <= o.last)
		o.bytes = (double)(o.last - o.lo) + 1;
	return o;
}

double
attribute_part(double ticks)
{
	return ticks < 0x1p32 ? (double)(uint64_t)(ticks * 0x1p20) * 0x1p-20 : ticks;
}

/* Share COUNT samples among the functions in [LO, LAST], in proportion to their bytes; padding
 * counts only if [LO, LAST] has nothing else.  The last function gets the remainder, so that no
 * sample is lost to rounding. */
static void
share_out(const struct spans *s, uint64_t lo, uint64_t last, double count,
	attribute_to *give, void *with)
{
	size_t begin = spans_at(s, lo), end = begin, final = begin;
	bool padding = false;
	double width = 0, left = count;
	struct overlap o;

	for (; end < s->n && s->v[end].lo <= last; end++)
		width += overlap_of(s, end, lo, last, false).bytes;
	if (width <= 0) {
		padding = true;
		for (size_t i = begin; i < end; i++)
			width += overlap_of(s, i, lo, last, true).bytes;
	}
	for (size_t i = begin; i < end; i++)
		if (overlap_of(s, i, lo, last, padding).bytes > 0)
			final = i;
	for (size_t i = begin; i < final; i++) {
		double share;

		o = overlap_of(s, i, lo, last, padding);
		share = attribute_part(count * o.bytes / width);
		if (o.bytes > 0)
			give(with, s->v[i].func, o.lo, o.last + 1, share);
		left -= share;
	}
	o = overlap_of(s, final, lo, last, padding);
	give(with, s->v[final].func, o.lo, o.last + 1, left);
}

void
attribute_bin(const struct profile *p, const struct histogram *h, size_t i,
	attribute_to *give, void *with)
{
	uint64_t lo, hi;

	histogram_bin(h, i, &lo, &hi);
	share_out(&p->spans[h->image], lo, hi - 1, (double)h->bins[i], give, with);
}

static void
credit_part(void *with, uint32_t func, uint64_t lo, uint64_t hi, double ticks)
{
	(void)lo;
	(void)hi;
	attribute_credit(with, func, ticks);
}

void
attribute_exact(struct profile *p)
{
	for (uint32_t im = 0; im < p->nimages; im++) {
		for (size_t k = 0; k < p->samples[im].nhistograms; k++) {
			const struct histogram *h = &p->samples[im].histograms[k];

			for (size_t i = 0; i < h->nread; i++) {
				if (h->bins[i] == 0)
					continue;
				p->total += (double)h->bins[i];
				attribute_bin(p, h, i, credit_part, p);
			}
		}
	}
}
