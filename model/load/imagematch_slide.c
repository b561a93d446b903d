/* imagematch_slide.c - find the load offset of an image
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "load/imagematch.h"

#include <elf.h>

#include "elf/image.h"
#include "load/open.h"
#include "profile/slide.h"

enum {
	PAGE = 0x1000,			/* load offsets are multiples of this */
	MOST = 4096,			/* at most this many arcs, bins or addresses are checked */
	FEW = 8,			/* with fewer arcs than FEW, more than half of them must fit
					 * a guess; otherwise, at least a quarter */
	MOST_GUESSES = 12,
};

/* Guesses at the load offset. */
struct guesses {
	uint64_t by[MOST_GUESSES];
	size_t n;
};

/* Sets [*LO, *HI) to the addresses from the beginning of the first function to the end of the last
 * function of image IM.  If there are no functions, the span is empty. */
static void
find_code_span(const struct profile *p, uint32_t im, uint64_t *lo, uint64_t *hi)
{
	*lo = UINT64_MAX;
	*hi = 0;
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		if (p->funcs[f].image != im || p->funcs[f].kind != FUNC_SYMBOL)
			continue;
		*lo = p->funcs[f].lo < *lo ? p->funcs[f].lo : *lo;
		*hi = p->funcs[f].hi > *hi ? p->funcs[f].hi : *hi;
	}
}

static bool
is_any_within(const struct addr_count *v, size_t n, uint64_t lo, uint64_t hi)
{
	for (size_t i = 0; i < n; i++)
		if (v[i].addr >= lo && v[i].addr < hi)
			return true;
	return false;
}

/* Is ADDR in a function of image IM?  If so, *OFFSET becomes the distance of ADDR from the
 * beginning of the function. */
static bool
is_in_function(const struct profile *p, uint32_t im, uint64_t addr, uint64_t *offset)
{
	uint32_t f = profile_func_at(p, im, addr);

	if (f == NOBODY || p->funcs[f].kind != FUNC_SYMBOL)
		return false;
	*offset = addr - p->funcs[f].lo;
	return true;
}

bool
imagematch_has_any(const struct profile *p, uint32_t im, const struct samples *s)
{
	uint64_t lo, hi, offset;

	/* Mostly, the first callee is in a function, and the loops below are not needed. */
	if (s->narcs > 0 && is_in_function(p, im, samples_arc(s, 0).self, &offset))
		return true;
	find_code_span(p, im, &lo, &hi);
	for (size_t i = 0; i < s->nhistograms; i++)
		if (s->histograms[i].lo < hi && s->histograms[i].hi > lo)
			return true;
	for (size_t i = 0; i < s->narcs; i++)
		if (samples_arc(s, i).self >= lo && samples_arc(s, i).self < hi)
			return true;
	return is_any_within(s->pcs, s->npcs, lo, hi)
		|| is_any_within(s->counts, s->ncounts, lo, hi)
		|| (s->nhistograms == 0 && s->narcs == 0 && s->npcs == 0
		&& s->ncounts == 0);
}

static void
add_guess(struct guesses *g, uint64_t from, uint64_t to)
{
	uint64_t by = (from - to) / PAGE * PAGE;

	for (uint64_t k = 0; k < 2 && g->n < MOST_GUESSES; k++)
		g->by[g->n++] = by + k * PAGE;
}

/* Guesses load offsets.  In memory, the lowest profiled address may be the beginning of the image,
 * of its first section of code, of .text, or of its first function.  The highest profiled address
 * may be the end of the last function of the image. */
static void
make_guesses(const struct profile *p, uint32_t im, const struct samples *s, struct guesses *g)
{
	const struct image *image = &p->images[im];
	const struct histogram *h = s->nhistograms > 0 ? s->histograms : NULL;
	uint64_t lo, hi, first = h != NULL ? h->lo
		: s->narcs > 0 ? samples_arc(s, 0).self : UINT64_MAX;

	for (size_t i = 0; h == NULL && i < s->narcs; i++)
		first = samples_arc(s, i).self < first ? samples_arc(s, i).self : first;
	find_code_span(p, im, &lo, &hi);
	g->n = 0;
	if (image->type == ET_DYN)
		add_guess(g, first, 0);
	if (image->ncode > 0)
		add_guess(g, first, image->code[0].lo);
	if (image->text != NULL)
		add_guess(g, first, image->text->lo);
	add_guess(g, first, lo);
	if (h != NULL)
		add_guess(g, h->hi, hi);
}

/* Returns how many arcs fit the load offset BY.  An arc fits if its callee, less BY, is at the most
 * frequent distance from the beginning of a function. */
static size_t
count_arcs(const struct profile *p, uint32_t im, const struct samples *s, uint64_t by)
{
	struct offset_counts counts = { 0 };
	uint64_t offset;

	for (size_t i = 0; i < s->narcs && i < MOST; i++)
		if (is_in_function(p, im, samples_arc(s, i).self - by, &offset))
			imagematch_count_offset(&counts, offset);
	return counts.n[imagematch_usual_offset(&counts)];
}

/* Counts the sampled addresses, and the bins that have samples, at most MOST of each.  Returns how
 * many of them are in functions after BY is subtracted.  *N becomes the number of all that were
 * tested. */
static size_t
count_samples(const struct profile *p, uint32_t im, const struct samples *s, uint64_t by,
	size_t *n)
{
	size_t inside = 0;
	uint64_t offset, lo, hi;

	*n = 0;
	for (size_t k = 0; k < s->nhistograms; k++) {
		const struct histogram *h = &s->histograms[k];

		for (size_t i = 0; i < h->nused && *n < MOST; i++, ++*n) {
			histogram_bin(h, h->bins[i].number, &lo, &hi);
			inside += is_in_function(p, im, lo - by, &offset);
		}
	}
	for (size_t i = 0; i < s->npcs && i < MOST; i++, ++*n)
		inside += is_in_function(p, im, s->pcs[i].addr - by, &offset);
	return inside;
}

/* Returns how well the load offset BY fits: the number of arcs that fit.  If there are no arcs,
 * returns the number of bins and sampled addresses that fit.  Returns 0 if too few fit. */
static size_t
rate_guess(const struct profile *p, uint32_t im, const struct samples *s, uint64_t by)
{
	size_t fit, n = s->narcs < MOST ? s->narcs : MOST;

	if (n > 0) {
		fit = count_arcs(p, im, s, by);
		return (n < FEW ? 2 * fit > n : 4 * fit >= n) ? fit : 0;
	}
	fit = count_samples(p, im, s, by, &n);
	return 2 * fit >= n ? fit : 0;
}

uint64_t
imagematch_guess(const struct profile *p, uint32_t im, const struct samples *s)
{
	struct guesses g;
	uint64_t by = 0;
	size_t best = 0;

	make_guesses(p, im, s, &g);
	for (size_t i = 0; i < g.n; i++) {
		size_t rating = rate_guess(p, im, s, g.by[i]);

		if (rating > best) {
			best = rating;
			by = g.by[i];
		}
	}
	return by;
}

uint64_t
imagematch_slide(const struct profile *p, uint32_t im, struct samples *s)
{
	uint64_t by = 0;

	if (p->options->format.slide_given)
		by = p->options->format.slide;
	else if (p->rules == RULES_EXACT && !imagematch_has_any(p, im, s))
		by = imagematch_guess(p, im, s);
	if (by != 0)
		slide_subtract(s, by);
	return by;
}
