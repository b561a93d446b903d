/* spread.c - how evenly a function's samples are spread over files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/spread.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "profile/attribute.h"
#include "profile/spans.h"

void
spread_file_open(struct spread_file *r, const struct profile *p, uint32_t image)
{
	*r = (struct spread_file){ .p = p, .image = image,
		.now = mem_new(p->nfuncs, sizeof(*r->now)),
		.with = mem_new(p->nfuncs, sizeof(*r->with)) };
}

void
spread_file_release(struct spread_file *r)
{
	free(r->now);
	free(r->with);
	for (size_t i = 0; i < r->nowners; i++)
		free(r->owners[i].funcs);
	free(r->owners);
	*r = (struct spread_file){ 0 };
}

static void
add_ticks(void *to, uint32_t func, uint64_t lo, uint64_t hi, double ticks)
{
	struct spread_file *r = to;

	(void)lo;
	(void)hi;
	if (func == NOBODY || ticks <= 0)
		return;
	if (r->now[func] <= 0)
		r->with[r->n++] = func;
	r->now[func] += ticks;
}

/* Returns the function that owns all of bin I of H.  NOBODY: several functions share the bin, the
 * bin begins in padding, or no function owns it. */
static uint32_t
owner_of(const struct profile *p, const struct histogram *h, size_t i)
{
	const struct spans *s = &p->spans[h->image];
	uint64_t lo, hi;
	size_t at;

	histogram_bin(h, i, &lo, &hi);
	at = spans_at(s, lo);
	return s->v[at].is_padding || hi - 1 > spans_last(s, at) ? NOBODY : s->v[at].func;
}

/* Returns an array, indexed by bin of H: the function that owns the bin, or NOBODY.  H is histogram
 * number K of its file.  The array is kept, because the next file usually has the same
 * histogram. */
static const uint32_t *
find_owners(struct spread_file *r, const struct histogram *h, size_t k)
{
	struct bin_owners *o;

	if (k >= r->nowners) {
		r->owners = mem_grow(r->owners, k + 1, &r->owners_room, sizeof(*r->owners));
		r->owners[r->nowners++] = (struct bin_owners){ .funcs = NULL };
	}
	o = &r->owners[k];
	if (o->funcs != NULL && o->of.lo == h->lo && o->of.hi == h->hi && o->of.nbins == h->nbins
	    && o->of.nread >= h->nread && o->of.map == h->map)
		return o->funcs;
	free(o->funcs);
	o->of = *h;
	o->funcs = mem_new(h->nread, sizeof(*o->funcs));
	for (size_t i = 0; i < h->nread; i++)
		o->funcs[i] = owner_of(r->p, h, i);
	return o->funcs;
}

static void
add_histogram(struct spread_file *r, struct histogram h, size_t k, uint64_t most)
{
	const uint32_t *owners;

	h.image = r->image;
	owners = find_owners(r, &h, k);
	for (size_t i = 0; i < h.nused; i++) {
		const struct bin *bin = &h.bins[i];

		if (bin->count > most)
			continue;
		if (owners[bin->number] != NOBODY)
			add_ticks(r, owners[bin->number], 0, 0, (double)bin->count);
		else
			attribute_bin(r->p, &h, bin, add_ticks, r);
	}
}

void
spread_file_read(struct spread_file *r, const struct samples *one)
{
	/* Negative counters are ignored. */
	uint64_t most = one->counter_signed ? INT64_MAX : UINT64_MAX;

	for (size_t k = 0; k < one->nhistograms; k++)
		add_histogram(r, one->histograms[k], k, most);
	for (size_t i = 0; i < one->npcs; i++)
		add_ticks(r, profile_func_at(r->p, r->image, one->pcs[i].addr), 0, 0,
			(double)one->pcs[i].count);
}

void
spread_file_clear(struct spread_file *r)
{
	for (uint32_t i = 0; i < r->n; i++)
		r->now[r->with[i]] = 0;
	r->n = 0;
}

void
spread_add(struct spread *of, const struct spread_file *r, uint32_t file)
{
	for (uint32_t i = 0; i < r->n; i++) {
		double ticks = r->now[r->with[i]];
		struct spread *s = &of[r->with[i]];

		if (s->nfiles == 0 || ticks < s->least) {
			s->least = ticks;
			s->least_file = file;
		}
		if (s->nfiles == 0 || ticks > s->most) {
			s->most = ticks;
			s->file = file;
		}
		s->sum += ticks;
		s->squares += ticks * ticks;
		s->nfiles++;
		s->ahead += s->ahead == file;
	}
}

bool
spread_of(const struct profile *p, uint32_t f, struct spread_figures *s)
{
	const struct spread *of = p->spread != NULL ? &p->spread[f] : NULL;
	size_t n = of != NULL ? p->samples[p->funcs[f].image].nfiles : 0;
	double variance;

	assert(of == NULL || f < p->nspread);
	if (n < 2 || of->nfiles == 0)
		return false;
	s->mean = of->sum / (double)n;
	variance = of->squares / (double)n - s->mean * s->mean;
	s->deviation = variance > 0 ? sqrt(variance) : 0;
	s->least = of->nfiles < n ? 0 : of->least;
	s->most = of->most;
	s->file = of->file;
	s->least_file = of->nfiles < n ? of->ahead : of->least_file;
	return true;
}
