/* samples.c - the contents of profile files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "samples/samples.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bisect.h"
#include "base/mem.h"

/* Limits against crafted files. */
enum {
	HISTOGRAMS_MAX = 65536,		/* greatest number of histograms of one image, in addition
					 * to one histogram for each sampled address */
	IMAGES_MAX = 4096,		/* greatest number of histograms, if they may be of
					 * different images */
};

static size_t
max_histograms(const struct samples *s)
{
	return s->many_images ? IMAGES_MAX : HISTOGRAMS_MAX + s->npcs;
}

/* Returns the index in S->by_lo of the first histogram that ends above LO. */
static size_t
first_after(const struct samples *s, uint64_t lo)
{
	size_t i;

	BISECT(i, s->nby_lo, s->histograms[s->by_lo[i]].hi > lo);
	return i;
}

/* Do bins of A stand for more or fewer bytes than bins of B? */
static bool
scales_differ(const struct histogram *a, const struct histogram *b)
{
	double change;

	if (a->nbins == 0 || b->nbins == 0)
		return false;
	change = (double)(a->hi - a->lo) / (double)a->nbins
		- (double)(b->hi - b->lo) / (double)b->nbins;
	return change > 2e-6 || change < -2e-6;
}

static bool
same_range(const struct histogram *a, const struct histogram *b)
{
	return a->lo == b->lo && a->hi == b->hi;
}

/* Does A begin before B, or at the same address and end before B? */
static bool
comes_before(const struct histogram *a, const struct histogram *b)
{
	return a->lo < b->lo || (a->lo == b->lo && a->hi < b->hi);
}

/* Returns the index in S->by_lo of the histogram with the range of H, or the index where H must be
 * inserted. */
static size_t
find_position(const struct samples *s, const struct histogram *h)
{
	size_t i;

	BISECT(i, s->nby_lo, !comes_before(&s->histograms[s->by_lo[i]], h));
	return i;
}

/* Returns the first histogram in S->histograms that overlaps H but does not have the same range, or
 * NULL.  *SAME becomes the histogram with the same range, or NULL. */
static struct histogram *
find_overlap(const struct samples *s, const struct histogram *h, struct histogram **same)
{
	struct histogram *found = NULL;

	*same = NULL;
	if (h->lo >= h->hi)
		return NULL;
	for (size_t at = first_after(s, h->lo); at < s->nby_lo; at++) {
		struct histogram *next = &s->histograms[s->by_lo[at]];

		if (next->lo >= h->hi)
			break;
		if (same_range(next, h))
			*same = next;
		else if (found == NULL || next < found)
			found = next;
	}
	return found;
}

/* Returns the first histogram of S that has bins, or NULL. */
static const struct histogram *
first_with_bins(const struct samples *s)
{
	return s->nempty < s->nhistograms ? &s->histograms[s->nempty] : NULL;
}

/* Returns the histogram of S to which the bins of H can be added, because it has the same range and
 * number of bins; or NULL. */
static struct histogram *
find_same(const struct samples *s, const struct histogram *h)
{
	struct histogram *last = s->nhistograms > 0 ? &s->histograms[s->nhistograms - 1] : NULL;
	struct histogram *same;
	size_t at;

	if (last != NULL && same_range(last, h) && last->nbins == h->nbins)
		return last;
	at = find_position(s, h);
	if (at == s->nby_lo)
		return NULL;
	same = &s->histograms[s->by_lo[at]];
	return same_range(same, h) && same->nbins == h->nbins ? same : NULL;
}

static enum damage_kind
fail_too_many(const struct samples *s, struct err *e)
{
	(void)err_set(e, ERR_FORMAT, "more than %zu histograms; no program writes that many",
		max_histograms(s));
	return E_UNSUPPORTED;
}

/* As samples_check_histogram().  Also sets *WITH to the histogram of S that H does not match. */
static enum damage_kind
find_misfit(const struct samples *s, const struct histogram *h, const struct histogram **with,
	struct err *e)
{
	const struct histogram *first = s->histograms, *sized = first_with_bins(s);
	struct histogram *same = NULL;
	struct histogram *other = s->many_images ? NULL : find_overlap(s, h, &same);

	*with = first;
	if (s->nhistograms == 0)
		return E_NONE;
	if (memcmp(first->dimension, h->dimension, sizeof(h->dimension)) != 0
	    || first->abbreviation != h->abbreviation) {
		(void)err_set(e, ERR_FORMAT, "its unit is %s (%c), but that of the first "
			"histogram is %s (%c); open the files one by one", h->dimension,
			h->abbreviation, first->dimension, first->abbreviation);
		return E_DIMENSION;
	}
	if (sized != NULL && !s->many_images && scales_differ(h, sized)
	    && (other == NULL || sized < other)) {
		*with = sized;
		(void)err_set(e, ERR_FORMAT, "a bin has %g bytes, but a bin of the first histogram "
			"%g; open the files one by one", 2 * histogram_scale(h),
			2 * histogram_scale(sized));
		return E_HIST_SCALE;
	}
	if (other != NULL || (same != NULL && scales_differ(h, same))) {
		other = other != NULL ? other : same;
		*with = other;
		(void)err_set(e, ERR_FORMAT, "histogram of 0x%llx-0x%llx overlaps that of "
			"0x%llx-0x%llx; give profiles of one program",
			(unsigned long long)h->lo, (unsigned long long)h->hi,
			(unsigned long long)other->lo, (unsigned long long)other->hi);
		return E_HIST_OVERLAP;
	}
	if (s->nhistograms >= max_histograms(s) && find_same(s, h) == NULL)
		return fail_too_many(s, e);
	return E_NONE;
}

enum damage_kind
samples_check_histogram(const struct samples *s, const struct histogram *h, struct err *e)
{
	const struct histogram *with;

	return find_misfit(s, h, &with, e);
}

/* Adds histogram number I to the index S->by_lo. */
static void
index_histogram(struct samples *s, uint32_t i)
{
	size_t at = find_position(s, &s->histograms[i]);

	if (at < s->nby_lo && same_range(&s->histograms[s->by_lo[at]], &s->histograms[i])) {
		/* The histogram in the index has the same range but another number of bins, mostly
		 * none: histogram I replaces it. */
		s->by_lo[at] = i;
		return;
	}
	s->by_lo = mem_grow(s->by_lo, s->nby_lo + 1, &s->by_lo_room, sizeof(*s->by_lo));
	memmove(s->by_lo + at + 1, s->by_lo + at, (s->nby_lo - at) * sizeof(*s->by_lo));
	s->by_lo[at] = i;
	s->nby_lo++;
	assert(s->nby_lo <= s->nhistograms);
}

enum damage_kind
samples_check_all(const struct samples *s, const struct samples *more,
	const struct histogram **with, struct err *e)
{
	enum damage_kind kind = E_NONE;
	size_t n = s->nhistograms;

	for (size_t i = 0; kind == E_NONE && i < more->nhistograms; i++) {
		kind = find_misfit(s, &more->histograms[i], with, e);
		n += find_same(s, &more->histograms[i]) == NULL;
	}
	if (kind == E_NONE && n > max_histograms(s))
		kind = fail_too_many(s, e);
	return kind;
}

bool
samples_add_histogram(struct samples *s, struct histogram *h, struct err *e)
{
	struct histogram *same;

	if (samples_check_histogram(s, h, e) != E_NONE)
		return false;
	same = find_same(s, h);
	if (same != NULL) {
		histogram_add(same, h);
		return true;
	}
	s->histograms = mem_grow(s->histograms, s->nhistograms + 1, &s->histograms_room,
		sizeof(*s->histograms));
	s->nempty += h->nbins == 0 && s->nempty == s->nhistograms;
	s->histograms[s->nhistograms++] = *h;
	if (h->lo < h->hi)
		index_histogram(s, (uint32_t)s->nhistograms - 1);
	h->bins = NULL;
	h->nused = h->bins_room = 0;
	return true;
}

void
samples_warn(struct samples *s, enum warning w)
{
	s->warnings |= (uint32_t)1 << w;
}

void
samples_expect_arcs(struct samples *s, size_t n)
{
	if (s->short_arcs != NULL || s->long_arcs != NULL)
		return;
	s->short_arcs = mem_uncleared(n, sizeof(*s->short_arcs));
	s->arcs_room = n;
}

/* Sets *TO to A with addresses less BASE.  Returns false if a distance or the count does not
 * fit. */
static bool
shorten(const struct arc_record *a, uint64_t base, struct short_arc *to)
{
	*to = (struct short_arc){ (int32_t)(a->from - base), (int32_t)(a->self - base),
		(uint32_t)a->count };
	return (uint64_t)(int64_t)to->from == a->from - base
		&& (uint64_t)(int64_t)to->self == a->self - base && to->count == a->count;
}

/* Stores the arcs of S as long arcs from now on. */
static void
lengthen_arcs(struct samples *s)
{
	struct arc_record *arcs = mem_uncleared(s->arcs_room, sizeof(*arcs));

	for (size_t i = 0; i < s->narcs; i++)
		arcs[i] = samples_arc(s, i);
	free(s->short_arcs);
	s->short_arcs = NULL;
	s->long_arcs = arcs;
}

void
samples_set_arc(struct samples *s, size_t i, struct arc_record a)
{
	struct short_arc less;

	if (s->long_arcs == NULL && shorten(&a, s->arc_base, &less)) {
		s->short_arcs[i] = less;
		return;
	}
	if (s->long_arcs == NULL)
		lengthen_arcs(s);
	s->long_arcs[i] = a;
}

void
samples_add_arc(struct samples *s, uint64_t from, uint64_t self, uint64_t count)
{
	if (s->narcs == 0)
		s->arc_base = self;
	if (s->long_arcs != NULL)
		s->long_arcs = mem_grow(s->long_arcs, s->narcs + 1, &s->arcs_room,
			sizeof(*s->long_arcs));
	else
		s->short_arcs = mem_grow(s->short_arcs, s->narcs + 1, &s->arcs_room,
			sizeof(*s->short_arcs));
	samples_set_arc(s, s->narcs, (struct arc_record){ from, self, count });
	s->narcs++;
}

static void
add_record(struct addr_count **v, size_t *n, size_t *room, uint64_t addr, uint64_t count)
{
	*v = mem_grow(*v, *n + 1, room, sizeof(**v));
	(*v)[(*n)++] = (struct addr_count){ addr, count };
}

void
samples_add_block(struct samples *s, uint64_t addr, uint64_t count)
{
	add_record(&s->blocks, &s->nblocks, &s->blocks_room, addr, count);
}

void
samples_add_count(struct samples *s, uint64_t addr, uint64_t count)
{
	add_record(&s->counts, &s->ncounts, &s->counts_room, addr, count);
}

void
samples_add_pc(struct samples *s, uint64_t addr, uint64_t count)
{
	add_record(&s->pcs, &s->npcs, &s->pcs_room, addr, count);
}

void
samples_add_module(struct samples *s, const struct module *module)
{
	s->modules = mem_grow(s->modules, s->nmodules + 1, &s->modules_room,
		sizeof(*s->modules));
	s->modules[s->nmodules++] = *module;
}

void
samples_add_file(struct samples *s, const struct profile_file *file)
{
	s->files = mem_grow(s->files, s->nfiles + 1, &s->files_room, sizeof(*s->files));
	s->files[s->nfiles++] = *file;
}

bool
samples_hold_any(const struct samples *s)
{
	return s->nhistograms > 0 || s->narcs > 0 || s->npcs > 0 || s->ncounts > 0
		|| s->nblocks > 0;
}

void
samples_release(struct samples *s)
{
	for (size_t i = 0; i < s->nhistograms; i++)
		free(s->histograms[i].bins);
	free(s->histograms);
	free(s->by_lo);
	free(s->short_arcs);
	free(s->long_arcs);
	free(s->blocks);
	free(s->files);
	free(s->table);
	free(s->counts);
	free(s->pcs);
	free(s->modules);
	free(s->param);
	arena_release(&s->texts);
	*s = (struct samples){ 0 };
}
