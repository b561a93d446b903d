/* rates.h - was the rate of samples in two profiles different?
 *
 * If both have the same rate, each sample is in profile 1, not 0, with a probability that follows
 * from how much was observed in each.  This is tested with the binomial distribution (mid-p).
 *
 * Times of repeated runs vary more than the samples of one run do.  Then the variance of a number
 * of samples is the number multiplied by a dispersion, and the test is that of the quasi-Poisson
 * model: the change of the deviance, divided by the dispersion, has an F distribution.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RATES_H
#define RATES_H

#include <stdbool.h>
#include <stddef.h>

enum { RATES_LEAST = 5 };		/* fewer samples in both profiles together are not tested */

/* Samples of one function in two profiles. */
struct rates {
	double n[2];			/* number of samples; may have fractions */
	double exposure[2];		/* number of samples for one unit of time, in all runs
					 * together; more than 0 */
	double dispersion;		/* at least 1 */
	double df;			/* degrees of freedom of the estimate of .dispersion; 0: it
					 * is no estimate */
};

/* Is R tested: does it have enough samples? */
bool rates_can_be_tested(const struct rates *r);

/* Returns how likely a difference as large as that of R is, in either direction, if in truth the
 * rate of profile 1 is RATIO times that of profile 0. */
double rates_test(const struct rates *r, double ratio);

/* Sets *LEAST and *MOST to the least and the greatest ratio for which rates_test() is at least
 * ALPHA.  *MOST becomes HUGE_VAL if profile 0 has no samples. */
void rates_bounds(const struct rates *r, double alpha, double *least, double *most);

/* Returns the ratio, more than 1, that would have been found in 80 % of all cases by a test at the
 * 5 % level, if the function has as many samples as in R.  Returns HUGE_VAL if it has none. */
double rates_detectable(const struct rates *r);

/* Sets Q[i] to the least rate of false discoveries at which P[i] is one of the discoveries, for
 * each of N tests (Benjamini and Hochberg). */
void rates_discoveries(const double *p, double *q, size_t n);

/* Sets Q[i] to the least probability of any false finding at which P[i] is found, for each of N
 * tests (Holm). */
void rates_findings(const double *p, double *q, size_t n);

#endif
