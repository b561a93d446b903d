/* sharecheck.h - estimated shares of functions and calls, compared with known ones
 *
 * The program has two profiles.  One has samples and counts of calls, from which gprof's rule
 * estimates the time of callees.  The other has known totals.  checkmatch.h says what
 * is compared, checkfigures.h what the sampling errors are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SHARECHECK_H
#define SHARECHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/stop.h"
#include "figures/checkfigures.h"
#include "figures/checkmatch.h"
#include "figures/graph.h"

/* A function or a call, compared. */
struct check_row {
	uint32_t func;			/* in the estimated profile: the function or callee */
	uint32_t caller;		/* the caller; NOBODY: the row is about a function */
	uint32_t arc;			/* the arc of the estimated profile; NOBODY: this profile
					 * has no such call, or the row is about a function */
	uint32_t known_func, known_arc;	/* the same function and arc in the known profile; NOBODY:
					 * the known profile lacks it, so the known share is 0 */
	struct check_share estimate, known;
	double difference;		/* .estimate less .known; 0 if .estimate has only bounds */
	double noise;			/* a difference up to this may be noise */
	bool is_real;			/* the difference is larger than .noise */
};

struct sharecheck {
	const struct graph *estimate, *known;	/* borrowed */
	struct checkmatch match;	/* owned */
	struct check_row *rows;		/* owned; rows of functions, then of calls; each has a share
					 * in at least one of the profiles */
	uint32_t nrows, nfuncs;		/* the first .nfuncs rows are of functions */
	size_t room;
	uint32_t nreal;			/* rows whose difference is larger than the noise */

	/* Self time of functions that are not known to be in both profiles, as a share of each
	 * profile. */
	double estimate_unmatched, known_unmatched;

	/* What the estimate gives to the wrong callers of a function is the sum of the positive
	 * differences of its calls.  Calls inside cycles do not count, nor calls without an
	 * estimate, nor functions with one caller.  A sum over all functions would mean nothing:
	 * time that passes through several functions would count several times. */
	uint32_t worst;			/* the function of the estimated profile for which this is
					 * most; NOBODY: no function has calls that count */
	double wrong, wrong_real;	/* what the wrong callers of .worst get, as a share of all
					 * time, and the part of it from differences larger than the
					 * noise */
	uint32_t nwrong;		/* functions whose wrong callers get more than 1 % of all
					 * time, without differences that may be noise */
};

/* Compares G, which was solved by gprof's rule, with KNOWN, whose times are known.  Both are
 * borrowed.  HERE and THERE find the source lines of the two profiles.  Returns false if STOP,
 * which may be NULL, stopped the work; then there is nothing to release. */
bool sharecheck_open(struct sharecheck *c, const struct graph *g, const struct graph *known,
	struct callsites *here, struct callsites *there, struct stop *stop);
void sharecheck_release(struct sharecheck *c);

#endif
