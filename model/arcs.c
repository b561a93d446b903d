/* From arc records to arcs between functions.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "arcs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"
#include "samples.h"
#include "spans.h"
#include "spread.h"

/* The ends of a record that counts. */
struct ends {
	uint32_t caller, callee;	/* caller NOBODY: from outside every function */
	uint32_t record;		/* its number in the samples of the image */
	uint32_t image;
};

struct work {
	struct profile *p;
	struct ends *ends;		/* owned; in the order of the records */
	size_t n;
	uint32_t *charged;		/* owned; of each function: whose calls its calls are */
};

/* Does the file say that the caller is not part of the image? */
static bool
is_outside(const struct samples *s, uint64_t from)
{
	return s->has_outside && from == ARC_OUTSIDE;
}

/* Calls made by what is not code of the image have no caller we know. */
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

/* GNU gprof charges calls of a label to the function before it; calls of a line are calls of
 * its function. */
static void
charge_labels(struct work *w)
{
	const struct profile *p = w->p;
	uint32_t last = NOBODY;

	w->charged = mem_new(p->nfuncs, sizeof(*w->charged));
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		if (p->rules == RULES_EXACT ? !p->funcs[f].is_line : p->funcs[f].is_func)
			last = f;
		w->charged[f] = last;
	}
}

static void
find_ends(struct work *w, uint32_t im)
{
	const struct profile *p = w->p;
	const struct samples *s = &p->samples[im];

	for (size_t i = 0; i < s->narcs; i++) {
		uint32_t caller = find_caller(p, im, s->arcs[i].from);
		uint32_t callee = profile_func_at(p, im, s->arcs[i].self);
		bool outside = is_outside(s, s->arcs[i].from);

		if (callee != NOBODY)
			callee = w->charged[callee];
		/* GNU gprof drops callers it cannot place; it knows no format that names them. */
		if (callee == NOBODY
		    || (caller == NOBODY && p->rules == RULES_GPROF && !outside))
			continue;
		if (caller != NOBODY && !select_arc(&p->selection, p->funcs, caller, callee))
			continue;
		w->ends[w->n++] = (struct ends){ caller, callee, (uint32_t)i, im };
	}
}

/* Forget the rows without a symbol that nothing happened in, and renumber the others. */
static void
drop_unused(struct work *w)
{
	struct profile *p = w->p;
	uint32_t *number = mem_new(p->nfuncs, sizeof(*number)), n = 0;

	for (uint32_t f = 0; f < p->nfuncs; f++)
		number[f] = p->funcs[f].kind == FUNC_SYMBOL || p->ticks[f] > 0;
	for (size_t i = 0; i < w->n; i++) {
		number[w->ends[i].callee] = 1;
		if (w->ends[i].caller != NOBODY)
			number[w->ends[i].caller] = 1;
	}
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		if (number[f] == 0) {
			number[f] = NOBODY;
			continue;
		}
		p->funcs[n] = p->funcs[f];
		p->ticks[n] = p->ticks[f];
		if (p->spread != NULL)
			p->spread[n] = p->spread[f];
		if (p->places != NULL)
			p->places[n] = p->places[f];
		if (p->selection.tables != NULL)
			p->selection.tables[n] = p->selection.tables[f];
		number[f] = n++;
	}
	for (size_t i = 0; n < p->nfuncs && i < w->n; i++) {
		w->ends[i].callee = number[w->ends[i].callee];
		if (w->ends[i].caller != NOBODY)
			w->ends[i].caller = number[w->ends[i].caller];
	}
	for (uint32_t im = 0; n < p->nfuncs && im < p->nimages; im++)
		for (size_t i = 0; i < p->spans[im].n; i++)
			if (p->spans[im].v[i].func != NOBODY)
				p->spans[im].v[i].func = number[p->spans[im].v[i].func];
	p->nfuncs = n;
	free(number);
}

/* The numbers of W's ends, those with the same caller together, otherwise in order.
 * Callers from outside come last. */
static uint32_t *
sort_by_caller(const struct work *w)
{
	uint32_t nfuncs = w->p->nfuncs;
	uint32_t *order = mem_new(w->n, sizeof(*order));
	uint32_t *at = mem_new((size_t)nfuncs + 2, sizeof(*at));

	for (size_t i = 0; i < w->n; i++) {
		uint32_t c = w->ends[i].caller;

		at[(c == NOBODY ? nfuncs : c) + 1]++;
	}
	for (uint32_t f = 0; f <= nfuncs; f++)
		at[f + 1] += at[f];
	for (size_t i = 0; i < w->n; i++) {
		uint32_t c = w->ends[i].caller;

		order[at[c == NOBODY ? nfuncs : c]++] = (uint32_t)i;
	}
	free(at);
	return order;
}

/* Where a callee was seen last: an end, and its caller. */
struct seen {
	uint32_t after;			/* the number of the end + 1, or 0 */
	uint32_t caller;
};

/* For every end the first one with the same caller and callee.  Among the ends of one
 * caller it is enough to remember where each callee was seen last. */
static uint32_t *
find_firsts(const struct work *w)
{
	uint32_t *order = sort_by_caller(w);
	uint32_t *first = mem_new(w->n, sizeof(*first));
	struct seen *seen = mem_new(w->p->nfuncs, sizeof(*seen));

	for (size_t k = 0; k < w->n; k++) {
		uint32_t i = order[k], caller = w->ends[i].caller;
		struct seen *last = &seen[w->ends[i].callee];

		if (last->after == 0 || last->caller != caller)
			*last = (struct seen){ i + 1, caller };
		first[i] = last->after - 1;
	}
	free(seen);
	free(order);
	return first;
}

/* Number the arcs in the order of their first records; first[i] becomes the number of end
 * I's arc, or NOBODY for calls from outside. */
static void
make_arcs(struct work *w, uint32_t *first)
{
	struct profile *p = w->p;
	uint32_t *arc_of = first;
	size_t n = 0;

	for (size_t i = 0; i < w->n; i++)
		n += first[i] == i && w->ends[i].caller != NOBODY;
	p->arcs = mem_new(n, sizeof(*p->arcs));
	p->outside = mem_new(p->nfuncs, sizeof(*p->outside));
	for (size_t i = 0; i < w->n; i++) {
		const struct ends *end = &w->ends[i];
		uint64_t count = p->samples[end->image].arcs[end->record].count;

		if (end->caller == NOBODY) {
			p->outside[end->callee] += count;
			arc_of[i] = NOBODY;
			continue;
		}
		if (first[i] == i) {
			p->arcs[p->narcs] = (struct arc){ end->caller, end->callee, 0 };
			arc_of[i] = p->narcs++;
		} else {
			arc_of[i] = arc_of[first[i]];
		}
		p->arcs[arc_of[i]].count += count;
	}
	assert(p->narcs == n);
}

/* Put the records of each arc together: they are its call sites. */
static void
make_sites(struct work *w, const uint32_t *arc_of)
{
	struct profile *p = w->p;
	size_t *at = mem_new((size_t)p->narcs + 1, sizeof(*at)), n = 0;

	for (size_t i = 0; i < w->n; i++) {
		if (arc_of[i] != NOBODY) {
			at[arc_of[i]]++;
			n++;
		}
	}
	for (size_t a = 0, sum = 0; a <= p->narcs; a++) {
		sum += at[a];
		at[a] = sum;
	}
	p->sites = mem_new(n, sizeof(*p->sites));
	for (size_t i = w->n; i-- > 0;) {
		if (arc_of[i] != NOBODY)
			p->sites[--at[arc_of[i]]] = w->ends[i].record;
	}
	p->site_at = at;
}

void
arcs_assemble(struct profile *p)
{
	struct work w = { .p = p };
	uint32_t *first;
	size_t records = 0;

	for (uint32_t im = 0; im < p->nimages; im++)
		records += p->samples[im].narcs;
	w.ends = mem_new(records, sizeof(*w.ends));
	charge_labels(&w);
	for (uint32_t im = 0; im < p->nimages; im++)
		find_ends(&w, im);
	if (p->rules == RULES_EXACT)
		drop_unused(&w);
	first = find_firsts(&w);
	make_arcs(&w, first);
	make_sites(&w, first);
	free(first);
	free(w.charged);
	free(w.ends);
}
