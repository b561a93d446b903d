/* outliers.h - which of many runs has another time of a function than the others
 *
 * Each run of a function is compared with the mean of its other runs.  The dispersion is that of
 * the other runs and, as in comparisons (dispersion.h), that of all functions, for which the run
 * that differs most is omitted, too: so a slow machine does not hide itself.
 *
 * Among many runs, the most of a few samples is far from their mean: they have a long tail.  So the
 * deviance is that of the negative binomial distribution with the same variance as that of the
 * quasi-Poisson model.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OUTLIERS_H
#define OUTLIERS_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/dispersion.h"
#include "compare/runs.h"

enum { OUTLIERS_LEAST = 3 };		/* of fewer runs, none can be told from the others */

struct outlier {
	uint32_t run;			/* the run that differs most from the others; valid if
					 * .is_tested */
	double times;			/* its samples, divided by the mean of those in the others;
					 * HUGE_VAL if they have none */
	double p;			/* how likely noise alone makes any run differ so much */
	double q;			/* rate of false discoveries if this and all functions with
					 * a smaller .p are said to have an outlier */
	bool is_tested;
};

struct outliers {
	struct run_sums *runs;		/* owned; indexed by function */
	struct outlier *v;		/* owned; indexed by function */
	uint32_t n;			/* number of functions */
	struct dispersion dispersion;
};

/* Finds the outliers among the runs of each function of G.  O->v is NULL if there are none to look
 * for: G is of one or two runs, its runs cannot be told apart, or nothing in it was sampled.
 * Returns false if STOP stopped the work; then there is nothing to release. */
bool outliers_open(struct outliers *o, const struct graph *g, struct stop *stop);
void outliers_release(struct outliers *o);

/* The same, for the samples in RUNS of N functions; O owns RUNS from now on. */
void outliers_find(struct outliers *o, struct run_sums *runs, uint32_t n);

/* Returns how likely noise alone makes any run of function FUNC differ as much from the others as
 * one with SAMPLES samples of it does. */
double outliers_chance(const struct outliers *o, uint32_t func, double samples);

/* Has function FUNC a run that differs more than by noise?  Returns what is known about it, or NULL
 * if not. */
const struct outlier *outliers_of(const struct outliers *o, uint32_t func);

#endif
