/* staticcalls.c - calls found in the code, whether they happened or not (-c)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "load/staticcalls.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bisect.h"
#include "base/mem.h"
#include "base/sort.h"
#include "elf/image.h"
#include "elf/isa.h"
#include "samples/samples.h"

struct histogram_span {
	uint64_t lo, hi;		/* the addresses [lo, hi) of a histogram */
	size_t number;			/* number of the histogram, in the order of the files */
};

struct code_scan {
	struct profile *p;
	bool wanted;			/* the user gave -c */
	uint32_t image;
	const struct code_section *code;	/* by gprof's rules: the current section */
	uint32_t caller;		/* by gprof's rules: the current function */
	struct found {
		uint32_t caller, callee;
		uint64_t end;		/* return address; 0 by gprof's rules */
	} *found;			/* owned; the calls found so far */
	size_t n, room;
	struct histogram_span *spans;	/* owned; by gprof's rules: histograms sorted by address */
	size_t nspans;
};

/* Returns the index in W->spans of the first histogram that ends after ADDR. */
static size_t
span_after(const struct code_scan *w, uint64_t addr)
{
	size_t i;

	BISECT(i, w->nspans, w->spans[i].hi > addr);
	return i;
}

/* Is ADDR in a histogram?  gprof compares only the lower 32 bits. */
static bool
is_sampled(const struct code_scan *w, uint64_t addr)
{
	size_t i = span_after(w, (uint32_t)addr);

	return i < w->nspans && w->spans[i].lo <= (uint32_t)addr;
}

static void
add_call(struct code_scan *w, uint32_t caller, uint32_t callee, uint64_t end)
{
	w->found = mem_grow(w->found, w->n + 1, &w->room, sizeof(*w->found));
	w->found[w->n++] = (struct found){ caller, callee, end };
}

/* Adds a call of TARGET by the current function, if a function begins at TARGET and TARGET is in a
 * histogram. */
static void
add_gprof_call(struct code_scan *w, uint64_t target)
{
	uint32_t callee;

	if (!is_sampled(w, target))
		return;
	callee = profile_func_at(w->p, w->image, target);
	if (callee != NOBODY && w->p->funcs[callee].lo == target)
		add_call(w, w->caller, callee, 0);
}

/* Adds the calls in the code [LO, HI); code outside the current section is ignored. */
static void
scan_gprof_calls(struct code_scan *w, uint64_t lo, uint64_t hi)
{
	const struct code_section *c = w->code;
	uint64_t target;

	if (lo < c->lo)
		lo = c->lo;
	if (hi > c->hi)
		hi = c->hi;
	while (lo < hi && isa_next_gprof_call(&w->p->images[w->image], c, &lo, hi, &target))
		add_gprof_call(w, target);
}

static int
by_lo(const void *a, const void *b)
{
	const struct histogram_span *s = a, *t = b;

	return s->lo < t->lo ? -1 : s->lo > t->lo;
}

static void
find_histogram_spans(struct code_scan *w)
{
	const struct samples *s = &w->p->samples[w->image];

	free(w->spans);
	w->spans = mem_new(s->nhistograms, sizeof(*w->spans));
	w->nspans = s->nhistograms;
	for (size_t i = 0; i < s->nhistograms; i++)
		w->spans[i] = (struct histogram_span){ s->histograms[i].lo,
			s->histograms[i].hi, i };
	qsort(w->spans, w->nspans, sizeof(*w->spans), by_lo);
}

/* Returns the histogram that overlaps [LO, HI), or NULL.  If several overlap it, returns the one
 * that comes first in the files. */
static const struct histogram_span *
first_span(const struct code_scan *w, uint64_t lo, uint64_t hi)
{
	const struct histogram_span *first = NULL;

	for (size_t i = span_after(w, lo); i < w->nspans && w->spans[i].lo < hi; i++)
		if (first == NULL || w->spans[i].number < first->number)
			first = &w->spans[i];
	return first;
}

/* Finds calls as gprof does.  The code of a function ends where the next function begins; the last
 * function is not searched.  Of each other function, gprof only searches the code that is in .text
 * and in the first histogram that overlaps the function. */
static void
find_gprof_calls(struct code_scan *w)
{
	const struct profile *p = w->p;

	w->code = p->images[w->image].text;
	if (w->code == NULL)
		return;
	find_histogram_spans(w);
	for (uint32_t f = 0; f + 1 < p->nfuncs; f++) {
		uint64_t lo = p->funcs[f].lo, hi = p->funcs[f + 1].lo;
		const struct histogram_span *span;

		if (p->funcs[f].image != w->image || p->funcs[f + 1].image != w->image)
			continue;
		span = first_span(w, lo, hi);
		if (span == NULL)
			continue;
		w->caller = f;
		scan_gprof_calls(w, lo > span->lo ? lo : span->lo, hi < span->hi ? hi : span->hi);
	}
}

/* Adds the call of TARGET that ends at END, if a function begins at TARGET.  Calls of the profiler
 * are ignored: they are not in the source. */
static void
add_exact_call(struct code_scan *w, uint64_t end, uint64_t target)
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
find_exact_calls(struct code_scan *w)
{
	const struct image *im = &w->p->images[w->image];

	for (size_t i = 0; i < im->ncode; i++) {
		const struct code_section *c = &im->code[i];
		uint64_t target, end = c->lo;

		while (isa_next_direct_call(im, c, &end, &target))
			add_exact_call(w, end, target);
	}
}

static void
find_calls(struct code_scan *w)
{
	struct profile *p = w->p;
	const struct image *im = &p->images[w->image];

	if (p->rules == RULES_EXACT && isa_is_known(im))
		find_exact_calls(w);
	else if (p->rules == RULES_GPROF && isa_gprof_knows(im))
		find_gprof_calls(w);
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

/* Makes an arc for each pair of caller and callee that has no arc yet.  ORDER lists the found
 * calls, sorted by caller.  ARC_OF[i] becomes the number of the new arc to which call ORDER[i]
 * belongs; NOBODY: the call belongs to an old arc. */
static void
add_arcs(struct code_scan *w, const uint32_t *order, uint32_t *arc_of)
{
	struct profile *p = w->p;
	uint32_t *last = mem_new(p->nfuncs, sizeof(*last));	/* indexed by callee: 1 + number of
								 * the arc that was last found to
								 * lead to this callee; 0: no arc */
	uint32_t caller = NOBODY, old = p->narcs;
	size_t room = p->narcs;

	for (size_t i = 0; i < w->n; i++) {
		const struct found *found = &w->found[order[i]];
		uint32_t *arc = &last[found->callee];

		if (found->caller != caller) {
			caller = found->caller;
			for (uint32_t k = p->out.at[caller]; k < p->out.at[caller + 1]; k++)
				last[p->arcs[profile_arc(&p->out, k)].callee]
					= profile_arc(&p->out, k) + 1;
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

/* Replaces P->few_sites, the call sites of the N arcs of P, by arrays that can grow. */
static void
list_sites(struct profile *p, uint32_t n)
{
	uint32_t nsites = profile_first_site(p, n), *sites = mem_uncleared(nsites, sizeof(*sites));
	uint32_t *at = mem_uncleared((size_t)n + 1, sizeof(*at));

	for (uint32_t a = 0; a < n; a++) {
		struct arc_sites of = profile_sites(p, a);

		at[a] = of.first;
		for (uint32_t i = of.first; i < of.end; i++)
			sites[i] = profile_site_number(p, &of, i);
	}
	at[n] = nsites;
	sites_free(p->few_sites);
	p->few_sites = NULL;
	p->sites = sites;
	p->site_at = at;
}

/* Adds the call sites of the new arcs, whose numbers begin at OLD.  By gprof's rules, adds none.
 * Call ORDER[i] is a call site of the new arc ARC_OF[i]; NOBODY: the call has no new arc. */
static void
add_sites(struct code_scan *w, uint32_t old, const uint32_t *order, const uint32_t *arc_of)
{
	struct profile *p = w->p;
	uint32_t nsites = profile_first_site(p, old), n = 0, *at;

	if (p->few_sites != NULL)
		list_sites(p, old);
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
			p->possible[k - nsites] = (struct arc_record){
				.from = w->found[order[i]].end,
				.self = p->funcs[w->found[order[i]].callee].lo };
		}
	assert(n == nsites || at[old + 1] == nsites);
	/* Now at[a + 1] is the index of the first call site of arc a: move each element down by
	 * one. */
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
	free(w.spans);
}
