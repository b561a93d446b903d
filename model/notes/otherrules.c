/* otherrules.c - compare a profile with one made by GNU gprof's rules
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "notes/otherrules.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "elf/image.h"
#include "load/arcs.h"
#include "load/open.h"
#include "profile/inlining.h"
#include "profile/spans.h"

/* Differences below this many samples are rounding errors: see attribute_part(). */
static const double slight = 0.001;

/* Makes Q a profile by gprof's rules.  Q borrows the image and the samples of P.  False: gprof
 * knows no symbol.  Q must be released in any case. */
static bool
open_other(struct profile *q, const struct profile *p)
{
	struct open_options how = *p->options;
	struct err e;

	profile_borrow(q, p);
	profile_drop_funcs(q);
	q->rules = how.rules = RULES_GPROF;
	q->spans = mem_new(1, sizeof(*q->spans));
	if (!open_functions(q, 0, &how, &e))
		return false;
	select_resolve(&q->named, q, how.specs, how.nspecs, true);
	open_samples(q);
	return true;
}

/* Returns an array, to be free()d, indexed by function of P: how often other functions called
 * it. */
static uint64_t *
calls_of(const struct profile *p)
{
	uint64_t *calls = mem_new(p->nfuncs, sizeof(*calls));

	for (uint32_t f = 0; f < p->nfuncs; f++)
		calls[f] = p->outside[f];
	for (uint32_t a = 0; a < p->narcs - p->npossible; a++)
		if (p->arcs[a].caller != p->arcs[a].callee)
			calls[p->arcs[a].callee] += profile_arc_calls(p, a);
	return calls;
}

/* The figures of the functions of a profile. */
struct row_figures {
	double *ticks;			/* owned */
	uint64_t *calls;		/* owned; by other functions */
};

/* Counts the samples and the calls of inlined code for the functions that contain it, as gprof
 * does. */
static void
count_for_hosts(const struct profile *p, struct row_figures *r)
{
	const struct inlining *x = p->inlining;

	for (uint32_t i = 0; i < x->ninstances; i++) {
		r->ticks[x->instances[i].func] -= x->instances[i].ticks;
		r->ticks[x->instances[i].host] += x->instances[i].ticks;
	}
	for (size_t i = 0; i < x->ncalls; i++) {
		const struct arc *from = &p->arcs[x->calls[i].arc];
		const struct arc *to = &p->arcs[x->calls[i].host_arc];

		if (from->caller != from->callee)
			r->calls[from->callee] -= x->calls[i].count;
		if (to->caller != to->callee)
			r->calls[to->callee] += x->calls[i].count;
	}
}

static void
find_figures(const struct profile *p, struct row_figures *r)
{
	r->ticks = mem_copy(p->ticks, p->nfuncs, sizeof(*r->ticks));
	r->calls = calls_of(p);
	if (p->inlining != NULL)
		count_for_hosts(p, r);
}

static void
release_figures(struct row_figures *r)
{
	free(r->ticks);
	free(r->calls);
}

static struct rule_figures
figures_of(const struct row_figures *r, uint32_t f)
{
	if (f == NOBODY)
		return (struct rule_figures){ 0 };
	return (struct rule_figures){ r->ticks[f], r->calls[f] };
}

static void
update_difference(struct difference *d, uint32_t f, double off, struct rule_figures here,
	struct rule_figures there)
{
	d->n++;
	if (f == NOBODY || off <= d->off)
		return;
	d->most = f;
	d->off = off;
	d->here = here;
	d->there = there;
}

/* Compares HERE, the figures of function F, with THERE, the figures of gprof's row at the same
 * address.  F is NOBODY if only gprof's profile has a row at this address. */
static void
compare_row(struct other_rules *o, uint32_t f, struct rule_figures here, struct rule_figures there)
{
	double off = fabs(here.samples - there.samples);

	if (off > slight + 1e-9 * here.samples)
		update_difference(&o->time, f, off, here, there);
	else if (here.calls != there.calls)
		update_difference(&o->calls, f, fabs((double)here.calls - (double)there.calls),
			here, there);
}

/* Compares each function of P with the function at the same address in Q, which follows gprof's
 * rules.  HERE has the figures of P, THERE those of Q. */
static void
compare_rows(struct other_rules *o, const struct profile *p, const struct row_figures *here,
	const struct profile *q, const struct row_figures *there)
{
	/* Functions that have only inlined code are no functions for gprof. */
	uint32_t n = p->inlining != NULL ? p->inlining->first : p->nfuncs;
	double sum = 0;

	for (uint32_t f = 0, g = 0; f < n || g < q->nfuncs;) {
		bool has_f = f < n && (g == q->nfuncs || p->funcs[f].lo <= q->funcs[g].lo);
		bool has_g = g < q->nfuncs && (f == n || q->funcs[g].lo <= p->funcs[f].lo);

		compare_row(o, has_f ? f : NOBODY, figures_of(here, has_f ? f : NOBODY),
			figures_of(there, has_g ? g : NOBODY));
		f += has_f;
		g += has_g;
	}
	for (uint32_t g = 0; g < q->nfuncs; g++)
		sum += q->ticks[g];
	o->sum = q->total > 0 ? sum / q->total : 1;
}

bool
otherrules_compare(const struct profile *p, struct stop *stop, struct other_rules *o)
{
	struct profile q;
	bool ok;

	*o = (struct other_rules){ .time.most = NOBODY, .calls.most = NOBODY };
	if (p->nimages != 1 || p->options == NULL || p->options->lines
	    || p->options->map_file != NULL || stop_asked(stop, 0))
		return false;
	ok = open_other(&q, p);
	if (ok) {
		struct row_figures here, there = {
			mem_copy(q.ticks, q.nfuncs, sizeof(*q.ticks)),
			mem_new(q.nfuncs, sizeof(*there.calls)) };

		find_figures(p, &here);
		ok = arcs_count_calls(&q, there.calls, stop);
		if (ok)
			compare_rows(o, p, &here, &q, &there);
		release_figures(&here);
		release_figures(&there);
	}
	profile_release(&q);
	return ok;
}
