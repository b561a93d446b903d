/* attribute.c - attribute the samples of bins to functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/attribute.h"

#include <assert.h>

#include "elf/image.h"
#include "elf/insn_length.h"
#include "elf/insns.h"
#include "profile/spans.h"
#include "samples/samples.h"

void
attribute_credit(struct profile *p, uint32_t f, double ticks)
{
	assert(f < p->nfuncs);
	if (select_chosen(&p->named, INCL_FLAT, f))
		p->ticks[f] += ticks;
	else
		p->total -= ticks;
}

/* The addresses at which a span and a part of a bin overlap. */
struct overlap {
	uint64_t lo, last;
	double bytes;			/* number of these addresses; 0: the overlap gets no
					 * samples */
};

/* Returns the overlap of [LO, LAST] and span I.  Its .bytes is 0 if no function owns the span, or
 * if the span's .is_padding differs from PADDING. */
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

/* A bin whose samples are shared among the functions of spans .begin to .end - 1, and how they are
 * shared. */
struct division {
	const struct spans *spans;
	struct image *image;
	uint64_t lo, last;		/* the addresses of the bin */
	size_t begin, end;
	bool padding;			/* only padding gets samples; false: only other code */
	bool by_starts;			/* weights are numbers of instructions; false: numbers of
					 * bytes */
};

/* Sets *WEIGHT to the weight of span I.  False: the weight is not known. */
static bool
weigh(const struct division *d, size_t i, double *weight)
{
	struct overlap o = overlap_of(d->spans, i, d->lo, d->last, d->padding);
	uint64_t n;

	*weight = o.bytes;
	if (!d->by_starts || o.bytes <= 0)
		return true;
	if (!insns_count(d->image, d->spans->v[i].lo, o.lo, o.last + 1, &n))
		return false;
	*weight = (double)n;
	return true;
}

/* Returns the sum of the weights of all spans of D, or 0 if a weight is not known.  *FINAL becomes
 * the last span with a weight above 0. */
static double
weigh_all(const struct division *d, size_t *final)
{
	double sum = 0, weight;

	for (size_t i = d->begin; i < d->end; i++) {
		if (!weigh(d, i, &weight))
			return 0;
		if (weight > 0)
			*final = i;
		sum += weight;
	}
	return sum;
}

/* Chooses the weights of D.  Padding has a weight only if the bin has nothing else.  Weights are
 * numbers of bytes only if the instructions are not known, or no instruction begins in the bin.
 * Returns the sum of the weights, and sets *FINAL, as weigh_all() does. */
static double
choose_weights(struct division *d, size_t *final)
{
	double sum = 0;

	d->by_starts = false;
	d->padding = weigh_all(d, final) <= 0;
	d->by_starts = true;
	sum = weigh_all(d, final);
	if (sum > 0)
		return sum;
	d->by_starts = false;
	return weigh_all(d, final);
}

/* Calls GIVE for each function of D with its share of COUNT samples.  The last function gets the
 * remainder, so that no sample is lost to rounding. */
static void
share_out(struct division *d, double count, attribute_to *give, void *with)
{
	size_t final = d->begin;
	double sum = choose_weights(d, &final), left = count, weight;
	struct overlap o;

	for (size_t i = d->begin; i < final; i++) {
		double share;

		if (!weigh(d, i, &weight) || weight <= 0)
			continue;
		o = overlap_of(d->spans, i, d->lo, d->last, d->padding);
		share = attribute_part(count * weight / sum);
		give(with, d->spans->v[i].func, o.lo, o.last + 1, share);
		left -= share;
	}
	o = overlap_of(d->spans, final, d->lo, d->last, d->padding);
	give(with, d->spans->v[final].func, o.lo, o.last + 1, left);
}

void
attribute_bin(const struct profile *p, const struct histogram *h, const struct bin *bin,
	attribute_to *give, void *with)
{
	struct division d = { .spans = &p->spans[h->image], .image = &p->images[h->image] };
	uint64_t hi;

	histogram_bin(h, bin->number, &d.lo, &hi);
	d.last = hi - 1;
	d.begin = d.end = spans_at(d.spans, d.lo);
	while (d.end < d.spans->n && d.spans->v[d.end].lo <= d.last)
		d.end++;
	if (d.end == d.begin + 1)
		give(with, d.spans->v[d.begin].func, d.lo, hi, (double)bin->count);
	else
		share_out(&d, (double)bin->count, give, with);
}

bool
attribute_knows_instructions(const struct profile *p)
{
	for (uint32_t im = 0; im < p->nimages; im++)
		if (!insn_length_is_known(&p->images[im]))
			return false;
	return true;
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

			for (size_t i = 0; i < h->nused; i++) {
				p->total += (double)h->bins[i].count;
				attribute_bin(p, h, &h->bins[i], credit_part, p);
			}
		}
	}
}
