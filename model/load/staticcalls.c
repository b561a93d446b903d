/* Calls that are in the code.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "load/staticcalls.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bisect.h"
#include "base/mem.h"
#include "base/sort.h"
#include "elf/image.h"
#include "elf/isa.h"
#include "samples/samples.h"

/* Addresses [lo, hi) of a histogram. */
struct histogram_span {
	uint64_t lo, hi;
	size_t number;			/* of the histogram, in the order of the files */
};

struct code_scan {
	struct profile *p;
	bool wanted;			/* the user asked for it */
	uint32_t image;
	const struct code_section *code;	/* the section at hand */
	uint32_t caller;		/* gprof: whose code it is */
	struct found {
		uint32_t caller, callee;
		uint64_t end;		/* exact: the address it returns to */
	} *found;			/* owned */
	size_t n, room;
	struct histogram_span *ranges;		/* owned; gprof: of the histograms, by address */
	size_t nranges;
};

/* The first of the histograms that ends behind ADDR. */
static size_t
span_after(const struct code_scan *w, uint64_t addr)
{
	size_t i;

	BISECT(i, w->nranges, w->ranges[i].hi > addr);
	return i;
}

/* gprof looks up the lower half of the address. */
static bool
is_sampled(const struct code_scan *w, uint64_t addr)
{
	size_t i = span_after(w, (uint32_t)addr);

	return i < w->nranges && w->ranges[i].lo <= (uint32_t)addr;
}

static void
add_call(struct code_scan *w, uint32_t caller, uint32_t callee, uint64_t end)
{
	w->found = mem_grow(w->found, w->n + 1, &w->room, sizeof(*w->found));
	w->found[w->n++] = (struct found){ caller, callee, end };
}

/* There is a call to TARGET, if a function begins at TARGET. */
static void
add_gprof(struct code_scan *w, uint64_t target)
{
	uint32_t callee;

	if (!is_sampled(w, target))
		return;
	callee = profile_func_at(w->p, w->image, target);
	if (callee != NOBODY && w->p->funcs[callee].lo == target)
		add_call(w, w->caller, callee, 0);
}

/* Add the calls of [LO, HI), as far as the section at hand has it. */
static void
scan(struct code_scan *w, uint64_t lo, uint64_t hi)
{
	const struct code_section *c = w->code;
	uint64_t target;

	if (lo < c->lo)
		lo = c->lo;
	if (hi > c->hi)
		hi = c->hi;
	while (lo < hi && isa_next_gprof_call(&w->p->images[w->image], c, &lo, hi, &target))
		add_gprof(w, target);
}

static int
by_lo(const void *a, const void *b)
{
	const struct histogram_span *r = a, *s = b;

	return r->lo < s->lo ? -1 : r->lo > s->lo;
}

static void
find_spans(struct code_scan *w)
{
	const struct samples *s = &w->p->samples[w->image];

	free(w->ranges);
	w->ranges = mem_new(s->nhistograms, sizeof(*w->ranges));
	w->nranges = s->nhistograms;
	for (size_t i = 0; i < s->nhistograms; i++)
		w->ranges[i] = (struct histogram_span){ s->histograms[i].lo, s->histograms[i].hi, i };
	qsort(w->ranges, w->nranges, sizeof(*w->ranges), by_lo);
}

/* Of the histograms that reach into [LO, HI) the one that was read first, or NULL. */
static const struct histogram_span *
first_span(const struct code_scan *w, uint64_t lo, uint64_t hi)
{
	const struct histogram_span *first = NULL;

	for (size_t i = span_after(w, lo); i < w->nranges && w->ranges[i].lo < hi; i++)
		if (first == NULL || w->ranges[i].number < first->number)
			first = &w->ranges[i];
	return first;
}

/* gprof: look into every function up to where the next one begins, which of the last one
 * is not known, as far as the first histogram in it reaches and .text. */
static void
find_gprof(struct code_scan *w)
{
	const struct profile *p = w->p;

	w->code = p->images[w->image].text;
	if (w->code == NULL)
		return;
	find_spans(w);
	for (uint32_t f = 0; f + 1 < p->nfuncs; f++) {
		uint64_t lo = p->funcs[f].lo, hi = p->funcs[f + 1].lo;
		const struct histogram_span *range;

		if (p->funcs[f].image != w->image || p->funcs[f + 1].image != w->image)
			continue;
		range = first_span(w, lo, hi);
		if (range == NULL)
			continue;
		w->caller = f;
		scan(w, lo > range->lo ? lo : range->lo, hi < range->hi ? hi : range->hi);
	}
}

/* The instruction that ends at END calls TARGET: if that is where a function begins.  The
 * profiler is called by everybody, and by nobody in the source. */
static void
add_exact(struct code_scan *w, uint64_t end, uint64_t target)
{
	const struct profile *p = w->p;
	uint32_t caller = profile_func_at(p, w->image, end - 1);
	uint32_t callee = profile_func_at(p, w->image, target);

	if (caller == NOBODY || callee == NOBODY || p->funcs[caller].kind != FUNC_SYMBOL
	    || p->funcs[callee].kind != FUNC_SYMBOL || p->funcs[callee].is_profiler)
		return;
	if (p->funcs[callee].lo == target && !p->funcs[callee].is_line)
		add_call(w, caller, callee, end);
}

static void
find_exact(struct code_scan *w)
{
	const struct image *im = &w->p->images[w->image];

	for (size_t i = 0; i < im->ncode; i++) {
		const struct code_section *c = &im->code[i];
		uint64_t target, end = c->lo;

		while (isa_next_direct_call(im, c, &end, &target))
			add_exact(w, end, target);
	}
}

static void
find_calls(struct code_scan *w)
{
	struct profile *p = w->p;
	const struct image *im = &p->images[w->image];

	if (p->rules == RULES_EXACT && isa_is_known(im))
		find_exact(w);
	else if (p->rules == RULES_GPROF && isa_gprof_knows(im))
		find_gprof(w);
	else if (w->wanted)
		profile_note(p, NOBODY,
			arena_printf(&p->names, "-c cannot read the code of ELF machine %u.", im->machine),
			"Only counted calls are shown; -c works for x86, AArch64, ARM and RISC-V.");
}

static int
by_caller(uint32_t a, uint32_t b, const void *with)
{
	const struct found *found = with;

	return found[a].caller < found[b].caller ? -1 : found[a].caller > found[b].caller;
}

/* Make an arc of each pair of functions that is new, and set *ARC_OF of what was found, in
 * ORDER: the number of its arc, or NOBODY. */
static void
add_arcs(struct code_scan *w, const uint32_t *order, uint32_t *arc_of)
{
	struct profile *p = w->p;
	uint32_t *last = mem_new(p->nfuncs, sizeof(*last));	/* arc to each function, plus 1 */
	uint32_t caller = NOBODY, old = p->narcs;
	size_t room = p->narcs;

	for (size_t i = 0; i < w->n; i++) {
		const struct found *found = &w->found[order[i]];
		uint32_t *arc = &last[found->callee];

		if (found->caller != caller) {
			caller = found->caller;
			for (uint32_t k = p->out_at[caller]; k < p->out_at[caller + 1]; k++)
				last[p->arcs[p->out[k]].callee] = p->out[k] + 1;
		}
		if (*arc == 0 || p->arcs[*arc - 1].caller != caller) {
			p->arcs = mem_grow(p->arcs, (size_t)p->narcs + 1, &room, sizeof(*p->arcs));
			p->arcs[p->narcs++] = (struct arc){ caller, found->callee, 0 };
			*arc = p->narcs;
		}
		arc_of[i] = *arc - 1 >= old ? *arc - 1 : NOBODY;
	}
	p->npossible = p->narcs - old;
	free(last);
}

/* Where the new arcs, from number OLD on, are in the code: each found call is a site, which
 * were found in ORDER. */
static void
add_sites(struct code_scan *w, uint32_t old, const uint32_t *order, const uint32_t *arc_of)
{
	struct profile *p = w->p;
	uint32_t nsites = p->site_at != NULL ? p->site_at[old] : 0, n = 0;
	uint32_t *at;

	at = p->site_at != NULL ? mem_resize(p->site_at, (size_t)p->narcs + 1, sizeof(*at))
		: mem_new((size_t)p->narcs + 1, sizeof(*at));
	p->site_at = at;
	for (uint32_t a = old; a <= p->narcs; a++)
		at[a] = 0;
	for (size_t i = 0; i < w->n && p->rules == RULES_EXACT; i++)
		if (arc_of[i] != NOBODY)
			at[arc_of[i] + 1]++;
	at[old] = nsites;
	for (uint32_t a = old; a < p->narcs; a++)
		at[a + 1] += at[a];
	n = at[p->narcs];
	p->sites = mem_resize(p->sites, n, sizeof(*p->sites));
	p->possible = mem_new(n - nsites, sizeof(*p->possible));
	for (size_t i = w->n; i-- > 0 && n > nsites;)
		if (arc_of[i] != NOBODY) {
			uint32_t k = --at[arc_of[i] + 1];

			p->sites[k] = k - nsites;
			p->possible[k - nsites] = (struct arc_record){ .from = w->found[order[i]].end,
				.self = p->funcs[w->found[order[i]].callee].lo };
		}
	/* Filled from the back, the sites of an arc begin where those of the one before ended. */
	for (uint32_t a = old; a < p->narcs; a++)
		at[a] = at[a + 1];
	at[p->narcs] = n;
}

void
staticcalls_add(struct profile *p, bool wanted)
{
	struct code_scan w = { .p = p, .wanted = wanted };
	uint32_t old = p->narcs, *order, *arc_of;

	for (w.image = 0; w.image < p->nimages; w.image++)
		find_calls(&w);
	order = mem_new(w.n, sizeof(*order));
	arc_of = mem_new(w.n, sizeof(*arc_of));
	for (size_t i = 0; i < w.n; i++)
		order[i] = (uint32_t)i;
	sort_numbers(order, w.n, by_caller, w.found);
	add_arcs(&w, order, arc_of);
	if (p->narcs > old) {
		add_sites(&w, old, order, arc_of);
		profile_link(p);
	}
	free(order);
	free(arc_of);
	free(w.found);
	free(w.ranges);
}
