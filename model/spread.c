/* How evenly a function's samples are spread over files.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "spread.h"

#include <math.h>
#include <stdlib.h>

#include "attribute.h"
#include "samples.h"

void
spreader_open(struct spreader *r, const struct profile *p, uint32_t image)
{
	*r = (struct spreader){ .p = p, .image = image,
		.now = mem_new(p->nfuncs, sizeof(*r->now)),
		.with = mem_new(p->nfuncs, sizeof(*r->with)) };
}

void
spreader_release(struct spreader *r)
{
	free(r->now);
	free(r->with);
	*r = (struct spreader){ 0 };
}

static void
give(void *to, uint32_t func, uint64_t lo, uint64_t hi, double ticks)
{
	struct spreader *r = to;

	(void)lo;
	(void)hi;
	if (func == NOBODY || ticks <= 0)
		return;
	if (r->now[func] <= 0)
		r->with[r->n++] = func;
	r->now[func] += ticks;
}

void
spreader_take(struct spreader *r, const struct samples *one)
{
	for (size_t k = 0; k < one->nhistograms; k++) {
		struct histogram h = one->histograms[k];

		h.image = r->image;
		for (size_t i = 0; i < h.nread; i++)
			if (h.bins[i] > 0 && !(one->counter_signed && h.bins[i] > INT64_MAX))
				attribute_bin(r->p, &h, i, give, r);
	}
	for (size_t i = 0; i < one->npcs; i++)
		give(r, profile_func_at(r->p, r->image, one->pcs[i].addr), 0, 0,
			(double)one->pcs[i].count);
}

void
spreader_clear(struct spreader *r)
{
	for (uint32_t i = 0; i < r->n; i++)
		r->now[r->with[i]] = 0;
	r->n = 0;
}

void
spread_add(struct spread *of, const struct spreader *r, uint32_t file)
{
	for (uint32_t i = 0; i < r->n; i++) {
		double ticks = r->now[r->with[i]];
		struct spread *s = &of[r->with[i]];

		if (s->nfiles == 0 || ticks < s->least)
			s->least = ticks;
		if (s->nfiles == 0 || ticks > s->most) {
			s->most = ticks;
			s->file = file;
		}
		s->sum += ticks;
		s->squares += ticks * ticks;
		s->nfiles++;
	}
}

bool
spread_of(const struct profile *p, uint32_t f, struct spread_figures *s)
{
	const struct spread *of = p->spread != NULL ? &p->spread[f] : NULL;
	size_t n = of != NULL ? p->samples[p->funcs[f].image].nfiles : 0;
	double variance;

	if (n < 2 || of->nfiles == 0)
		return false;
	s->mean = of->sum / (double)n;
	variance = of->squares / (double)n - s->mean * s->mean;
	s->deviation = variance > 0 ? sqrt(variance) : 0;
	s->least = of->nfiles < n ? 0 : of->least;
	s->most = of->most;
	s->file = of->file;
	return true;
}
