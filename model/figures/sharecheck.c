/* sharecheck.c - estimated shares of functions and calls, compared with known ones
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/sharecheck.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "profile/inlining.h"

/* The state of comparing. */
struct comparing {
	struct sharecheck *c;
	const struct graph *g, *known;
	struct checkfigures figures;
	uint32_t *known_arc;		/* owned; indexed by function of .known: 1 + the arc to this
					 * function from the caller that is compared now; 0: there
					 * is no such arc */
	bool *was_compared;		/* owned; indexed by arc of .known */
};

/* Computes the difference of ROW, and adds ROW to the rows.  Does nothing if ROW has no share in
 * either profile, or if it has only bounds in the known profile. */
static void
add_row(struct comparing *x, struct check_row row)
{
	struct sharecheck *c = x->c;
	double most = row.estimate.is_known ? row.estimate.value : row.estimate.hi;

	if (!row.known.is_known || (most <= 0 && row.known.value <= 0))
		return;
	if (row.estimate.is_known) {
		row.difference = row.estimate.value - row.known.value;
		row.noise = checkfigures_noise(&row.estimate, &row.known);
		row.is_real = fabs(row.difference) > row.noise + 1e-9;
	}
	c->nreal += row.is_real;
	c->nfuncs += row.caller == NOBODY;
	c->rows = mem_grow(c->rows, (size_t)c->nrows + 1, &c->room, sizeof(*c->rows));
	c->rows[c->nrows++] = row;
}

/* F has no time in the known profile.  May the self time of F in the estimated profile be noise?
 * WITH is the struct comparing. */
static bool
is_noise(const void *with, uint32_t f)
{
	const struct comparing *x = with;
	struct check_share here = checkfigures_self(&x->figures, f);
	struct check_share there = checkfigures_known_func(&x->figures, NOBODY);

	return here.value <= checkfigures_noise(&here, &there);
}

/* Finds the functions that are compared.  Adds up the self time of the functions that are not known
 * to be in both profiles. */
static void
match_functions(struct comparing *x, struct callsites *here, struct callsites *there)
{
	struct sharecheck *c = x->c;
	const struct funcmatch *m = &c->match.funcs;

	checkmatch_open(&c->match, x->g, x->known, here, there, is_noise, x);
	for (uint32_t f = 0; f < x->g->nfuncs; f++)
		if (!funcmatch_is_func(m->there_of[f]))
			c->estimate_unmatched += x->g->nodes[f].self / x->g->total;
	for (uint32_t f = 0; f < x->known->nfuncs; f++)
		if (!funcmatch_is_func(m->here_of[f]))
			c->known_unmatched += x->known->nodes[f].self / x->known->total;
}

/* Is any of the arcs of function F in LIST counted? */
static bool
any_counted(const struct profile *p, const struct arc_list *list, uint32_t f)
{
	uint32_t i = list->at[f];

	while (i < list->at[f + 1] && profile_is_possible(p, profile_arc(list, i)))
		i++;
	return i < list->at[f + 1];
}

/* Does the estimated profile say nothing about F, so that there is no estimate which could be
 * wrong?  Then F has neither samples nor counted calls here.  Such a function is _start, which
 * calls main by way of a library.  In the known profile, its time is that of its callees. */
static bool
is_absent(const struct comparing *x, uint32_t f)
{
	const double little = 0.01;	/* part of all time */
	const struct profile *p = x->g->profile;
	uint32_t there = x->c->match.funcs.there_of[f];

	if (x->g->nodes[f].self > 0 || inlining_has_instances(p, f)
	    || (p->outside != NULL && p->outside[f] > 0)
	    || any_counted(p, &p->in, f) || any_counted(p, &p->out, f))
		return false;
	return funcmatch_is_func(there)
		&& x->known->nodes[there].self <= little * x->known->total;
}

/* Adds the calls by F that the estimated profile counted. */
static void
add_counted_calls(struct comparing *x, uint32_t f)
{
	const struct profile *p = x->g->profile;
	const struct checkmatch *m = &x->c->match;

	for (uint32_t i = p->out.at[f]; i < p->out.at[f + 1]; i++) {
		uint32_t a = profile_arc(&p->out, i), callee = p->arcs[a].callee, known = NOBODY;
		uint32_t there = m->funcs.there_of[callee];

		if (callee == f || !checkmatch_has(m, callee) || profile_is_possible(p, a))
			continue;
		if (there != NOBODY && x->known_arc[there] > 0)
			known = x->known_arc[there] - 1;
		else if (there != NOBODY && m->is_known_hidden[there])
			continue;
		if (p->inlining != NULL && m->is_hidden[callee] && !graph_propagates(x->g, a))
			continue;	/* A propagates nothing: the time of its callee belongs to
					 * inlined functions */
		if (known != NOBODY)
			x->was_compared[known] = true;
		add_row(x, (struct check_row){ .func = callee, .caller = f, .arc = a,
			.known_func = there, .known_arc = known,
			.estimate = checkfigures_estimated_arc(&x->figures, a),
			.known = checkfigures_known_arc(&x->figures, known) });
	}
}

/* Adds the calls by F: those that the estimated profile counted, and those that only the known
 * profile has. */
static void
add_calls(struct comparing *x, uint32_t f)
{
	const struct profile *q = x->known->profile;
	const struct checkmatch *m = &x->c->match;
	uint32_t there = m->funcs.there_of[f], begin = 0, end = 0;

	if (!checkmatch_has(m, f) || is_absent(x, f))
		return;
	if (there != NOBODY) {
		begin = q->out.at[there];
		end = q->out.at[there + 1];
	}
	for (uint32_t i = begin; i < end; i++)
		x->known_arc[q->arcs[profile_arc(&q->out, i)].callee]
			= profile_arc(&q->out, i) + 1;
	add_counted_calls(x, f);
	for (uint32_t i = begin; i < end; i++) {
		uint32_t a = profile_arc(&q->out, i), known = q->arcs[a].callee;
		uint32_t callee = m->funcs.here_of[known];

		x->known_arc[known] = 0;
		if (known == there || x->was_compared[a] || !funcmatch_is_func(callee)
		    || m->is_hidden[callee])
			continue;
		add_row(x, (struct check_row){ .func = callee, .caller = f, .arc = NOBODY,
			.known_func = known, .known_arc = a,
			.estimate = { .is_known = true },
			.known = checkfigures_known_arc(&x->figures, a) });
	}
}

/* Is ROW a call inside a cycle, where gprof's rule divides no time? */
static bool
is_inner(const struct comparing *x, const struct check_row *row)
{
	uint32_t cycle = x->g->nodes[row->func].cycle;

	return cycle != NOBODY && cycle == x->g->nodes[row->caller].cycle;
}

/* What the estimate gives to the callers of a function. */
struct given {
	uint32_t ncallers, ncounted;	/* all callers, and those whose calls count */
	double wrong, wrong_real;	/* as in struct sharecheck */
};

/* Finds the function whose wrong callers get most. */
static void
find_worst(struct comparing *x)
{
	const double much = 0.01;
	struct sharecheck *c = x->c;
	struct given *given = mem_new(x->g->nfuncs, sizeof(*given));

	for (uint32_t i = c->nfuncs; i < c->nrows; i++) {
		const struct check_row *row = &c->rows[i];
		struct given *to = &given[row->func];
		double excess = fmax(row->difference, 0);

		to->ncallers++;
		if (!row->estimate.is_known || is_inner(x, row))
			continue;
		to->ncounted++;
		to->wrong += excess;
		to->wrong_real += row->is_real ? excess : 0;
	}
	for (uint32_t f = 0; f < x->g->nfuncs; f++) {
		if (given[f].ncallers + (graph_outside(x->g, f) > 0) < 2
		    || given[f].ncounted == 0)
			continue;
		c->nwrong += given[f].wrong_real > much;
		if (c->worst != NOBODY && given[f].wrong <= c->wrong)
			continue;
		c->worst = f;
		c->wrong = given[f].wrong;
		c->wrong_real = given[f].wrong_real;
	}
	free(given);
}

/* Adds all rows.  Returns false if STOP stopped the work. */
static bool
add_rows(struct comparing *x, struct stop *stop)
{
	const struct checkmatch *m = &x->c->match;
	uint32_t f;

	for (f = 0; f < x->g->nfuncs && !stop_asked(stop, f); f++)
		if (checkmatch_has(m, f) && !is_absent(x, f))
			add_row(x, (struct check_row){ .func = f, .caller = NOBODY, .arc = NOBODY,
				.known_func = m->funcs.there_of[f], .known_arc = NOBODY,
				.estimate = checkfigures_estimated_func(&x->figures, f),
				.known = checkfigures_known_func(&x->figures,
					m->funcs.there_of[f]) });
	if (f < x->g->nfuncs)
		return false;
	for (f = 0; f < x->g->nfuncs && !stop_asked(stop, f); f++)
		add_calls(x, f);
	return f == x->g->nfuncs;
}

bool
sharecheck_open(struct sharecheck *c, const struct graph *g, const struct graph *known,
	struct callsites *here, struct callsites *there, struct stop *stop)
{
	struct comparing x = { .c = c, .g = g, .known = known };
	bool done;

	*c = (struct sharecheck){ .estimate = g, .known = known, .worst = NOBODY };
	stop_begin(stop, "comparing with known times", g->nfuncs, "functions");
	if (!checkfigures_open(&x.figures, g, known, stop))
		return false;
	x.known_arc = mem_new(known->nfuncs, sizeof(*x.known_arc));
	x.was_compared = mem_new(known->profile->narcs, sizeof(*x.was_compared));
	match_functions(&x, here, there);
	done = add_rows(&x, stop);
	if (done)
		find_worst(&x);
	else
		sharecheck_release(c);
	free(x.known_arc);
	free(x.was_compared);
	checkfigures_release(&x.figures);
	return done;
}

void
sharecheck_release(struct sharecheck *c)
{
	checkmatch_release(&c->match);
	free(c->rows);
}
