/* checkfigures.h - estimated and known shares of functions and calls, with sampling errors
 *
 * A share is a part of the total of its own profile.
 *
 * A function without samples may have some time.  So the sampling error of a share is computed as
 * if there were 9 more samples, 4.5 of them in the share.  For N samples of equal weight, of which
 * n are in the share, q = (n + 4.5) / (N + 9) and the error is sqrt(q * (1 - q) / (N + 9)).  This
 * is the rule of Agresti and Coull (The American Statistician 52, 1998, p. 119) for z = 3 standard
 * errors: z * z / 2 samples are added to the share, and as many outside the share.  For samples
 * that differ in weight, see checkfigures_error().
 *
 * An arc with a tenth of the calls of its callee has a tenth of the callee's estimated share, and a
 * tenth of the callee's error, because numbers of calls have no error.  The error of other
 * estimates, which are sums of parts of samples, is an upper bound.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CHECKFIGURES_H
#define CHECKFIGURES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/stop.h"
#include "figures/cycle_estimate.h"
#include "figures/graph.h"

enum {
	/* A difference of two shares is larger than the noise if it is more than this number of
	 * times the sampling error of both, sqrt(e1 * e1 + e2 * e2).  Noise alone is larger in less
	 * than one of 370 cases. */
	CHECKFIGURES_NOISE = 3,
};

/* A share of a total, 0 to 1. */
struct check_share {
	bool is_known;			/* .value and .error are set; false: only bounds are known,
					 * as for some members of cycles */
	double value;
	double error;			/* sampling error; 0: the profile is not sampled, or the
					 * error is not known */
	double lo, hi;			/* bounds of the share; both are .value if .value is set and
					 * is no estimate */
};

/* Two profiles of one program. */
struct checkfigures {
	const struct graph *g;		/* borrowed; solved by gprof's rule */
	const struct graph *known;	/* borrowed; its times are known */
	struct cycle_estimate cycles;	/* owned; the estimates for the cycles of .g */
	double all, known_all;		/* sum of the squares of all samples of .g, and of .known;
					 * 0: there are no sampling errors, or they are not known */
};

/* Opens X for two graphs whose totals are more than 0; both are borrowed.  Returns false if STOP,
 * which may be NULL, stopped the work; then there is nothing to release. */
bool checkfigures_open(struct checkfigures *x, const struct graph *g, const struct graph *known,
	struct stop *stop);
void checkfigures_release(struct checkfigures *x);

/* Returns the estimated share that views show: of function F, the total; of arc A, the time of its
 * calls.  .is_known is false if views show only bounds, because the estimate is not reliable. */
struct check_share checkfigures_estimated_func(const struct checkfigures *x, uint32_t f);
struct check_share checkfigures_estimated_arc(const struct checkfigures *x, uint32_t a);

/* Returns the self time of function F, as a share of the profile with estimates. */
struct check_share checkfigures_self(const struct checkfigures *x, uint32_t f);

/* Returns the known share: of function F, the total; of arc A, the time of its calls.  F or A is
 * NOBODY if the profile with known times lacks the function or arc; the share is then 0, with the
 * error of 0 samples.  In a profile with costs of calls, members of cycles and calls inside cycles
 * have only bounds. */
struct check_share checkfigures_known_func(const struct checkfigures *x, uint32_t f);
struct check_share checkfigures_known_arc(const struct checkfigures *x, uint32_t a);

/* Returns the largest difference of A and B that may be noise. */
double checkfigures_noise(const struct check_share *a, const struct check_share *b);

/* Returns the sampling error of the share PART / TOTAL, or 0 if ALL or TOTAL is 0.  SQUARES is the
 * sum of the squares of the samples in PART; ALL is the sum of the squares of the samples in TOTAL.
 * 9 samples are added, as the head of this file says, each with the weight ALL / TOTAL. */
double checkfigures_error(double part, double total, double squares, double all);

#endif
