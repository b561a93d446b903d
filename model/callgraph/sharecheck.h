/* sharecheck.h - estimated shares of functions and calls, compared with known ones
 *
 * The same program was profiled both ways: by samples and counts of calls, from which gprof's rule
 * estimates the time of callees, and by a profile whose totals are known.  A share is a part of the
 * total of its own profile.
 *
 * No samples are not the same as no time.  So the sampling error of a share is computed as if 4.5
 * more samples were inside and 4.5 outside: for N samples of equal weight, of which n are inside,
 * q = (n + 4.5) / (N + 9) and the error is sqrt(q * (1 - q) / (N + 9)).  This is the rule of
 * Agresti and Coull (The American Statistician 52, 1998, p. 119) for 3 standard errors: z * z / 2
 * samples are added on each side.  For samples that differ in weight, see sharecheck_error().  The
 * estimated share of calls is a part of the share of the callee, and has the same part of the
 * error, because calls are counted.  Other estimates are sums of parts of samples: the error is an
 * upper bound.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SHARECHECK_H
#define SHARECHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/stop.h"
#include "callgraph/graph.h"
#include "profile/funcmatch.h"

enum {
	/* A difference is larger than the noise if it is more than this number of times the
	 * sampling error of both shares, sqrt(e1 * e1 + e2 * e2).  Noise does that in less than one
	 * of 370 rows. */
	SHARECHECK_NOISE = 3,
};

/* A share of a total, 0 to 1. */
struct check_share {
	bool is_known;			/* .value and .error are set; false: only bounds are known,
					 * as for some members of cycles */
	double value;
	double error;			/* sampling error; 0: the figures of the profile have none,
					 * or it is not known */
	double lo, hi;			/* bounds of .value, if it is an estimate */
};

struct check_row {
	uint32_t func;			/* in the estimated profile: the function or callee */
	uint32_t caller;		/* the caller; NOBODY: the row is about a function */
	uint32_t arc;			/* the arc of the estimated profile; NOBODY: it has no such
					 * call, or the row is about a function */
	uint32_t known_func, known_arc;	/* the same function and arc of the known profile; NOBODY:
					 * it has none, so the share there is 0 */
	struct check_share estimate, known;
	double difference;		/* .estimate less .known; 0 if an estimate is not known */
	double noise;			/* a difference up to this may be noise */
	bool is_real;			/* the difference is larger */
};

struct sharecheck {
	const struct graph *estimate, *known;	/* borrowed */
	struct funcmatch match;		/* owned */
	struct check_row *rows;		/* owned; first of functions, then of calls; nothing that
					 * has no share in either profile */
	uint32_t nrows, nfuncs;		/* NFUNCS of the rows are of functions */
	size_t room;
	uint32_t nreal;			/* rows whose difference is larger than the noise */

	/* Self time of functions that are not compared, as a share of each profile. */
	double estimate_unmatched, known_unmatched;

	/* Calls of functions that have several callers: how many rows have a difference, the sum of
	 * the differences without signs, and the part of the sum that is from differences which are
	 * larger than the noise. */
	uint32_t nshared;
	double shared, shared_real;
};

/* Compare G, whose profile was solved by gprof's rule, with KNOWN, whose times are known.  HERE and
 * THERE find the source lines of the two profiles.  A function of G that KNOWN does not have is
 * taken to have no time there, unless it has more samples of its own than noise: then its name
 * differs, and it is not compared.  Returns false if STOP (or NULL) stopped the work; then there is
 * nothing to release. */
bool sharecheck_open(struct sharecheck *c, const struct graph *g, const struct graph *known,
	struct callsites *here, struct callsites *there, struct stop *stop);
void sharecheck_release(struct sharecheck *c);

/* Returns the sampling error of the share PART / TOTAL.  SQUARES is the sum of the squares of the
 * samples in PART, ALL of those in TOTAL; an added sample has the mean weight.  0 if ALL is 0. */
double sharecheck_error(double part, double total, double squares, double all);

#endif
