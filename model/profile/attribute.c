/* From bins to functions.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/attribute.h"

#include "profile/spans.h"
#include "samples/samples.h"

/* Give TICKS samples to function F, unless they were asked to be left out. */
static void
credit(struct profile *p, uint32_t f, double ticks)
{
	if (select_chosen(&p->selection, INCL_FLAT, f))
		p->ticks[f] += ticks;
	else
		p->total -= ticks;
}

/* What [lo, last] and span I have in common. */
struct overlap {
	uint64_t lo, last;
	double bytes;			/* 0: nothing */
};

/* Padding counts only where PADDING asks for it, and then nothing else does. */
static struct overlap
overlap(const struct spans *s, size_t i, uint64_t lo, uint64_t last, bool padding)
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

/* Share COUNT samples out among the functions in [lo, last], by bytes.  The last one gets
 * what the others leave, so that nothing is lost to rounding. */
static void
share_out(const struct spans *s, uint64_t lo, uint64_t last, double count,
	attribute_to *give, void *with)
{
	size_t begin = spans_at(s, lo), end = begin, final = begin;
	bool padding = false;
	double width = 0, left = count;
	struct overlap o;

	for (; end < s->n && s->v[end].lo <= last; end++)
		width += overlap(s, end, lo, last, false).bytes;
	if (width <= 0) {
		padding = true;
		for (size_t i = begin; i < end; i++)
			width += overlap(s, i, lo, last, true).bytes;
	}
	for (size_t i = begin; i < end; i++)
		if (overlap(s, i, lo, last, padding).bytes > 0)
			final = i;
	for (size_t i = begin; i < final; i++) {
		double share;

		o = overlap(s, i, lo, last, padding);
		share = attribute_part(count * o.bytes / width);
		if (o.bytes > 0)
			give(with, s->v[i].func, o.lo, o.last + 1, share);
		left -= share;
	}
	o = overlap(s, final, lo, last, padding);
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
	credit(with, func, ticks);
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

/* In units of 2 bytes: where function F begins, and where the one after it does.  GNU gprof
 * reads one element past its table for the last one, and finds 0 there. */
static uint64_t
first_unit(const struct profile *p, uint32_t f)
{
	return f < p->nfuncs ? p->funcs[f].lo / 2 : 0;
}

/* The first function that may own something at B0 or after, not before function A, which
 * owned something before: mostly it is that or the next, and never looked for in all. */
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

/* Share out the COUNT samples of a bin from unit B0 to B1, SCALE of them, functions from
 * F on. */
static void
share_out_gprof(struct profile *p, uint32_t f, uint64_t b0, uint64_t b1, double scale,
	double count)
{
	for (; f + 1 < p->nfuncs && b1 >= first_unit(p, f); f++) {
		uint64_t from = first_unit(p, f) > b0 ? first_unit(p, f) : b0;
		uint64_t to = first_unit(p, f + 1) < b1 ? first_unit(p, f + 1) : b1;

		if (to > from)
			credit(p, f, (double)(to - from) * count / scale);
	}
}

void
attribute_gprof(struct profile *p)
{
	for (size_t k = 0; k < p->samples->nhistograms; k++) {
		const struct histogram *h = &p->samples->histograms[k];
		uint32_t owner = 0;
		/* gprof knows no files where histograms differ. */
		double scale = p->samples->many_images ? histogram_scale(h) : p->scale;

		for (size_t i = 0; i < h->nread; i++) {
			uint64_t b0 = h->lo / 2 + (uint64_t)(scale * (double)i);
			uint64_t b1 = h->lo / 2 + (uint64_t)(scale * (double)(i + 1));

			if (h->bins[i] == 0)
				continue;
			p->total += (double)h->bins[i];
			owner = next_owner(p, owner, b0);
			share_out_gprof(p, owner, b0, b1, scale, (double)h->bins[i]);
		}
	}
}
