/* dispersion.h - how much more the times of runs vary than samples of one run do
 *
 * The variance of a function's samples in a run is their mean, multiplied by a dispersion.  A few
 * runs of one function tell little about its dispersion, so that of all functions is used, too:
 * noise of the machine grows with the mean, so the dispersion of a function is near BASE + SLOPE
 * times the mean, and how near it is, the functions themselves say (Smyth, 2004: the estimates have
 * a scaled F distribution).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DISPERSION_H
#define DISPERSION_H

#include <stddef.h>

/* What the runs of a function show. */
struct dispersion_item {
	double mean;			/* samples in a run, as the mean of all runs */
	double pearson;			/* Pearson's chi-square of its samples in each run; less
					 * than 0: it is not known */
	double df;			/* degrees of freedom of .pearson */
};

struct dispersion {
	double base, slope;
	double df;			/* so many degrees of freedom is the knowledge about all
					 * functions worth for one of them; not more than they
					 * have together, and at most DISPERSION_MOST_DF */
};

enum { DISPERSION_MOST_DF = 200 };

/* Fits D to the N items V. */
void dispersion_fit(struct dispersion *d, const struct dispersion_item *v, size_t n);

/* Returns the dispersion of ITEM, at least 1, and sets *DF to its degrees of freedom. */
double dispersion_of(const struct dispersion *d, const struct dispersion_item *item, double *df);

#endif
