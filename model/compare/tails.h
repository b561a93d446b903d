/* tails.h - tails of the distributions by which two profiles are compared
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef TAILS_H
#define TAILS_H

/* Returns the regularised incomplete beta function: the probability that a quantity with the beta
 * distribution of A and B is at most X.  A and B are at least 0; the distribution of A = 0 has only
 * the value 0, that of B = 0 only the value 1. */
double tails_beta(double a, double b, double x);

/* Returns the probability that a quantity with the F distribution of N and M degrees of freedom is
 * more than F. */
double tails_f(double f, double n, double m);

/* Each of N samples is of one kind with the probability P.  Returns twice the lesser of the
 * probabilities that at most K, and that at least K, are of this kind, both less half of the
 * probability of exactly K (mid-p).  This is the p of a two-sided test.  N and K may have
 * fractions. */
double tails_binomial_test(double k, double n, double p);

#endif
