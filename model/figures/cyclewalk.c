/* cyclewalk.c - a random walk up the callers inside a cycle, and the time of members and arcs
 *
 * P[i,j] is the probability that the walk goes from member i to its caller j.  N is the inverse of
 * I - P, where I is the unit matrix.  A walk that begins at member i is expected to visit member j
 * N[i,j] times.
 *
 * Probabilities that follow from N:
 *	a walk from s visits f		N[s,f] / N[f,f]
 *	then from f to its caller j	p / (1 - r), where p = P[f,j], and r is the probability
 *					that it goes to another caller and comes back to f:
 *					1 - r = 1 / N[f,f] + p N[j,f] / N[f,f]
 *
 * The inverse is computed without subtractions, so that it has hardly any rounding errors even if
 * almost all walks come back.  For this, the probability of leaving is updated in each step
 * (Grassmann, Taksar and Heyman, "Regenerative analysis and steady state distributions for Markov
 * chains", 1985).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/cyclewalk.h"

#include <stdlib.h>

#include "base/mem.h"

struct chain {
	const struct cyclegraph *k;
	const struct cyclewalk_rule *rule;
	uint32_t n;
	double *probability;		/* indexed by arc: probability P from its callee to its
					 * caller */
	double *visits;			/* owned; n rows of n elements: the matrix P at first, N at
					 * the end */
	double *leaves;			/* owned; indexed by member: probability that a walk from
					 * the member leaves the cycle next, directly or through
					 * eliminated members */
};

/* Weights of the callers of a member. */
struct callers {
	double back, kept;		/* sum of the weights of back arcs; sum of all other
					 * weights, .outside included */
	double outside;			/* weight of calls from outside the cycle */
	double q;			/* probability that the walk takes a back arc */
};

static double
weight_of(const struct chain *c, uint32_t a)
{
	return c->rule->ignores_counts ? 1 : (double)profile_arc_calls(&c->k->profile, a);
}

static struct callers
weigh_callers(const struct chain *c, uint32_t m)
{
	const struct profile *p = &c->k->profile;
	double most = c->rule->depth / (1 + c->rule->depth), calls = c->k->entering[m];
	struct callers w = { 0 };

	w.outside = c->rule->ignores_counts ? calls > 0 : calls;
	w.kept = w.outside;
	for (uint32_t i = p->in.at[m]; i < p->in.at[m + 1]; i++) {
		uint32_t a = profile_arc(&p->in, i);

		*(c->rule->returns[a] ? &w.back : &w.kept) += weight_of(c, a);
	}
	if (w.back > 0)
		w.q = w.back / (w.back + w.kept);
	w.q = w.q > most ? most : w.q;
	return w;
}

/* Sets the probabilities of the next step of a walk from member M: to each caller, or out of the
 * cycle. */
static void
set_probabilities(struct chain *c, uint32_t m)
{
	const struct profile *p = &c->k->profile;
	struct callers w = weigh_callers(c, m);

	c->leaves[m] = w.kept > 0 ? (1 - w.q) * w.outside / w.kept : 1 - w.q;
	for (uint32_t i = p->in.at[m]; i < p->in.at[m + 1]; i++) {
		uint32_t a = profile_arc(&p->in, i);

		c->probability[a] = c->rule->returns[a] ? w.q * weight_of(c, a) / w.back
			: (1 - w.q) * weight_of(c, a) / w.kept;
	}
}

static void
fill_matrix(struct chain *c)
{
	const struct profile *p = &c->k->profile;

	for (uint32_t a = 0; a < p->narcs; a++)
		c->visits[(size_t)p->arcs[a].callee * c->n + p->arcs[a].caller]
			+= c->probability[a];
}

/* Adds FACTOR * X to Y.  Both have N elements. */
static void
add_row(double *restrict y, const double *restrict x, double factor, uint32_t n)
{
	for (uint32_t j = 0; j < n; j++)
		y[j] += factor * x[j];
}

/* Eliminates member M.  Members with lower numbers must be eliminated before.  Afterwards, rows and
 * columns of eliminated members have expected numbers of visits.  Every other element has the
 * probability that a walk goes from one member to another, directly or through eliminated
 * members. */
static void
eliminate(struct chain *c, uint32_t m)
{
	double *row = c->visits + (size_t)m * c->n, stays = c->leaves[m], leaves = c->leaves[m];

	for (uint32_t j = m + 1; j < c->n; j++)
		stays += row[j];
	/* From each member, arcs other than back arcs lead to an entry.  But they may be so rare
	 * that the probability of leaving is rounded to 0. */
	if (!(stays > 0))
		stays = leaves = 1;
	row[m] = 0;
	for (uint32_t j = 0; j < c->n; j++)
		row[j] /= stays;
	row[m] = 1 / stays;
	for (uint32_t i = 0; i < c->n; i++) {
		double *other = c->visits + (size_t)i * c->n, factor = other[m];

		if (i == m || factor == 0)
			continue;
		other[m] = 0;
		add_row(other, row, factor, c->n);
		if (i > m)
			c->leaves[i] += factor * leaves / stays;
	}
}

/* Sets MEMBER_TIME and ARC_TIME from the expected numbers of visits. */
static void
sum_times(const struct chain *c, const double *time, double *member_time, double *arc_time)
{
	const struct profile *p = &c->k->profile;

	for (uint32_t m = 0; m < c->n; m++) {
		double visits = c->visits[(size_t)m * c->n + m];

		member_time[m] = 0;
		for (uint32_t s = 0; s < c->n; s++)
			member_time[m] += time[s] * (c->visits[(size_t)s * c->n + m] / visits);
	}
	for (uint32_t a = 0; a < p->narcs; a++) {
		uint32_t f = p->arcs[a].callee;
		double again = c->visits[(size_t)p->arcs[a].caller * c->n + f];
		double prob = c->probability[a];

		arc_time[a] = member_time[f] * prob * c->visits[(size_t)f * c->n + f]
			/ (1 + prob * again);
	}
}

bool
cyclewalk_times(const struct cyclegraph *k, const struct cyclewalk_rule *rule,
	const double *time, double *member_time, double *arc_time, struct stop *stop)
{
	uint32_t n = k->nmembers, done;
	struct chain c = { .k = k, .rule = rule, .n = n,
		.probability = mem_new(k->profile.narcs, sizeof(*c.probability)),
		.visits = mem_new((size_t)n * n, sizeof(*c.visits)),
		.leaves = mem_new(n, sizeof(*c.leaves)) };

	for (uint32_t m = 0; m < n; m++)
		set_probabilities(&c, m);
	fill_matrix(&c);
	for (done = 0; done < n && !stop_asked(stop, done); done++)
		eliminate(&c, done);
	if (done == n)
		sum_times(&c, time, member_time, arc_time);
	free(c.probability);
	free(c.visits);
	free(c.leaves);
	return done == n;
}

void
cyclewalk_probabilities(const struct cyclegraph *k, const struct cyclewalk_rule *rule,
	double *probability)
{
	struct chain c = { .k = k, .rule = rule, .n = k->nmembers,
		.leaves = mem_new(k->nmembers, sizeof(*c.leaves)) };

	c.probability = probability;
	for (uint32_t m = 0; m < k->nmembers; m++)
		set_probabilities(&c, m);
	free(c.leaves);
}
