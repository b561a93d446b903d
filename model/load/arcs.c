/* arcs.c - make arcs between functions from arc records
 *
 * Rows for code without a symbol are dropped here, after samples were attributed.  Only then is it
 * known which of these rows have samples or calls.  To find that out earlier would take a second
 * pass over bins and records.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "load/arcs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "elf/image.h"
#include "load/firstrecords.h"
#include "profile/spans.h"
#include "profile/spread.h"
#include "samples/samples.h"

struct arc_assembly {
	struct profile *p;
	struct arc_ends *ends;		/* owned; indexed by record: caller and callee; records of
					 * the first image come first, then those of the second, and
					 * so on */
	size_t n;
	bool is_sorted;			/* the records with a callee are sorted by caller */
	uint32_t *charged;		/* owned; indexed by function: the function that gets the
					 * calls of this function; NOBODY: the calls are dropped.
					 * If the array is NULL, each function gets its own calls */
	bool *is_unnamed;		/* owned; indexed by function: is it code without a
					 * symbol? */
};

/* Does FROM mean that the caller is unknown? */
static bool
is_outside(const struct samples *s, uint64_t from)
{
	return s->has_outside && from == ARC_OUTSIDE;
}

/* Returns the function of image IM that covers FROM.  NOBODY: FROM stands for an unknown caller, or
 * no function covers FROM.  By exact rules, also returns NOBODY if FROM is in no code section and
 * only a row for code without a symbol covers FROM. */
static uint32_t
find_caller(const struct profile *p, uint32_t im, uint64_t from)
{
	uint32_t f = profile_func_at(p, im, from);

	if (is_outside(&p->samples[im], from))
		return NOBODY;
	if (p->rules == RULES_EXACT && f != NOBODY && p->funcs[f].kind == FUNC_UNKNOWN
	    && image_code_at(&p->images[im], from) == NULL)
		return NOBODY;
	return f;
}

/* Sets W->charged and W->is_unnamed.  Calls of a line are added to the calls of its function.  By
 * GNU gprof's rules, calls of a label are added to those of the function before the label. */
static void
find_charged(struct arc_assembly *w)
{
	const struct profile *p = w->p;
	uint32_t last = NOBODY;
	bool own = true;

	w->charged = mem_new(p->nfuncs, sizeof(*w->charged));
	w->is_unnamed = mem_new(p->nfuncs, sizeof(*w->is_unnamed));
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		if (p->rules == RULES_EXACT ? !p->funcs[f].is_line : p->funcs[f].is_func)
			last = f;
		own &= last == f;
		w->charged[f] = last;
		w->is_unnamed[f] = p->funcs[f].kind == FUNC_UNKNOWN;
	}
	if (own) {
		free(w->charged);
		w->charged = NULL;
	}
}

/* Returns the caller and callee of arc record A of image IM.  Both are NOBODY if the record is
 * dropped.  It is dropped if no function is its callee, if the selection excludes its arc or, by
 * gprof's rules, if no function covers its caller.  Only the caller is NOBODY if the record is
 * kept, but its caller is unknown.  If the callee has no symbol, adds 1 to P->nunnamed. */
static struct arc_ends
find_ends(struct arc_assembly *w, uint32_t im, const struct arc_record *a)
{
	static const struct arc_ends none = { NOBODY, NOBODY };
	struct profile *p = w->p;
	struct arc_ends ends = { find_caller(p, im, a->from), profile_func_at(p, im, a->self) };

	p->nunnamed += ends.callee == NOBODY || w->is_unnamed[ends.callee];
	if (ends.callee != NOBODY && w->charged != NULL)
		ends.callee = w->charged[ends.callee];
	if (ends.callee == NOBODY)
		return none;
	/* GNU gprof drops records whose caller it does not find.  Files with unknown callers
	 * (ARC_OUTSIDE) are not of a format that gprof reads: their records are kept. */
	if (ends.caller == NOBODY)
		return p->rules == RULES_GPROF && !is_outside(&p->samples[im], a->from)
			? none : ends;
	return select_has_arc(&p->named, p->funcs, ends.caller, ends.callee)
		? ends : none;
}

/* Prefetches the spans that find_ends() will read for callees a few records after record I. */
static void
prefetch_record(const struct profile *p, uint32_t im, size_t i)
{
	enum { PAGES = 16, SPANS = 8 };
	const struct samples *s = &p->samples[im];

	if (i + PAGES >= s->narcs)
		return;
	spans_prefetch_page(&p->spans[im], samples_arc(s, i + PAGES).self);
	spans_prefetch(&p->spans[im], samples_arc(s, i + SPANS).self);
}

static void
find_all_ends(struct arc_assembly *w)
{
	const struct profile *p = w->p;
	uint32_t last = 0;

	w->is_sorted = true;
	for (uint32_t im = 0; im < p->nimages; im++) {
		for (size_t i = 0; i < p->samples[im].narcs; i++) {
			struct arc_record record = profile_record(p, im, i);
			struct arc_ends ends;

			prefetch_record(p, im, i);
			ends = find_ends(w, im, &record);
			w->ends[w->n++] = ends;
			if (ends.callee == NOBODY)
				continue;
			w->is_sorted &= ends.caller >= last;
			last = ends.caller;
		}
	}
}

/* Drops rows for code without a symbol, such as [unknown] rows, if they have neither samples nor
 * calls. */
static void
drop_unused(struct arc_assembly *w)
{
	struct profile *p = w->p;
	uint32_t *number = mem_new(p->nfuncs, sizeof(*number)), n = 0;

	for (uint32_t f = 0; f < p->nfuncs; f++)
		number[f] = p->funcs[f].kind == FUNC_SYMBOL || p->ticks[f] > 0;
	for (size_t i = 0; i < w->n; i++) {
		if (w->ends[i].callee == NOBODY)
			continue;
		number[w->ends[i].callee] = 1;
		if (w->ends[i].caller != NOBODY)
			number[w->ends[i].caller] = 1;
	}
	for (uint32_t f = 0; f < p->nfuncs; f++)
		number[f] = number[f] == 0 ? NOBODY : n++;
	if (n < p->nfuncs) {
		for (size_t i = 0; i < w->n; i++) {
			if (w->ends[i].callee == NOBODY)
				continue;
			w->ends[i].callee = number[w->ends[i].callee];
			if (w->ends[i].caller != NOBODY)
				w->ends[i].caller = number[w->ends[i].caller];
		}
		profile_renumber(p, number, n);
	}
	free(number);
}

/* Adds the COUNT calls of record I to its arc or, if the caller is unknown, to P->outside.  Ignores
 * a record without a callee.  Must be called for all records in ascending order.  Before the call,
 * FIRST[I] is the number of the first record of the arc.  After the call, FIRST[I] is the number of
 * the arc, or NOBODY if the record has no arc.  Arcs are numbered in the order of their first
 * records. */
static void
count_record(struct arc_assembly *w, uint32_t *first, size_t i, uint64_t count)
{
	struct profile *p = w->p;
	struct arc_ends ends = w->ends[i];

	if (ends.caller == NOBODY) {
		if (ends.callee != NOBODY)
			p->outside[ends.callee] += count;
		first[i] = NOBODY;
		return;
	}
	if (first[i] == i)
		p->arcs[p->narcs++] = (struct arc){ ends.caller, ends.callee, 0 };
	first[i] = first[i] == i ? p->narcs - 1 : first[first[i]];
	profile_add_arc_calls(p, first[i], count);
}

static void
make_arcs(struct arc_assembly *w, uint32_t *first)
{
	struct profile *p = w->p;
	size_t n = 0, i = 0;

	for (; i < w->n; i++)
		n += first[i] == i && w->ends[i].caller != NOBODY;
	profile_new_arcs(p, n);
	p->outside = mem_new(p->nfuncs, sizeof(*p->outside));
	p->noutside = p->nfuncs;
	i = 0;
	for (uint32_t im = 0; im < p->nimages; im++)
		for (size_t r = 0; r < p->samples[im].narcs; r++)
			count_record(w, first, i++, samples_arc(&p->samples[im], r).count);
	assert(p->narcs == n);
}

/* Makes the call sites of each arc.  All images together have RECORDS arc records.  Record I
 * belongs to arc ARC_OF[I]; NOBODY: to no arc. */
static void
make_sites(struct profile *p, const uint32_t *arc_of, size_t records)
{
	uint32_t *at, sum = 0;
	size_t n = 0;

	p->few_sites = p->nimages == 1 ? sites_new(arc_of, records, p->narcs) : NULL;
	if (p->few_sites != NULL)
		return;
	at = mem_new((size_t)p->narcs + 1, sizeof(*at));
	for (size_t i = 0; i < records; i++) {
		if (arc_of[i] != NOBODY) {
			at[arc_of[i]]++;
			n++;
		}
	}
	for (size_t a = 0; a <= p->narcs; a++) {
		sum += at[a];
		at[a] = sum;
	}
	p->sites = mem_new(n, sizeof(*p->sites));
	for (uint32_t im = p->nimages; im-- > 0;)
		for (size_t r = p->samples[im].narcs; r-- > 0;)
			if (arc_of[--records] != NOBODY)
				p->sites[--at[arc_of[records]]] = (uint32_t)r;
	assert(records == 0 && at[0] == 0 && at[p->narcs] == n);
	p->site_at = at;
}

bool
arcs_count_calls(struct profile *p, uint64_t *calls, struct stop *stop)
{
	struct arc_assembly w = { .p = p };
	size_t done = 0;
	bool ok = true;

	find_charged(&w);
	for (uint32_t im = 0; im < p->nimages; im++)
		for (size_t i = 0; ok && i < p->samples[im].narcs; i++) {
			struct arc_record a = samples_arc(&p->samples[im], i);
			struct arc_ends ends = find_ends(&w, im, &a);

			if (ends.callee != NOBODY && ends.callee != ends.caller)
				calls[ends.callee] += a.count;
			ok = !stop_asked_often(stop, done++);
		}
	free(w.charged);
	free(w.is_unnamed);
	return ok;
}

void
arcs_assemble(struct profile *p)
{
	struct arc_assembly w = { .p = p };
	uint32_t *first;
	size_t records = 0;

	for (uint32_t im = 0; im < p->nimages; im++)
		records += p->samples[im].narcs;
	w.ends = mem_new(records, sizeof(*w.ends));
	find_charged(&w);
	find_all_ends(&w);
	if (p->rules == RULES_EXACT)
		drop_unused(&w);
	first = firstrecords_find(w.ends, w.n, p->nfuncs, w.is_sorted);
	make_arcs(&w, first);
	free(w.ends);
	make_sites(p, first, w.n);
	free(first);
	free(w.charged);
	free(w.is_unnamed);
}
