/* checkmatch.h - which functions and calls of two profiles of one program can be compared
 *
 * One profile has times that gprof's rule estimates, the other has known times.  A function that
 * only the first one has was called, but may have had no time.  So it is compared with no time,
 * unless there is a sign that the other profile has its time elsewhere:
 *
 *	- it has more samples of its own than noise: then it is there by another name;
 *	- the known profile has calls of one of its callees that were never counted, or this is so
 *	  of a callee that is not compared: then it is probably inlined there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CHECKMATCH_H
#define CHECKMATCH_H

#include <stdbool.h>

#include "callgraph/graph.h"
#include "profile/funcmatch.h"

struct checkmatch {
	struct funcmatch funcs;		/* owned; here: the profile with estimates; there: the one
					 * with known times.  FUNCMATCH_UNSURE also stands for
					 * functions with one of the signs above. */
	bool *is_hidden;		/* owned; indexed by function here: it has a caller that is
					 * not compared, which may have the time of another one */
	bool *is_known_hidden;		/* owned; indexed by function there: the same */
};

/* Match G with KNOWN, whose times are known.  HERE and THERE find the source lines of their
 * profiles.  IS_NOISE(WITH, F) says whether the samples of function F of G itself may be noise if F
 * has no time. */
void checkmatch_open(struct checkmatch *m, const struct graph *g, const struct graph *known,
	struct callsites *here, struct callsites *there,
	bool (*is_noise)(const void *with, uint32_t f), const void *with);
void checkmatch_release(struct checkmatch *m);

/* Is function F of the profile with estimates compared? */
static inline bool
checkmatch_has(const struct checkmatch *m, uint32_t f)
{
	return m->funcs.there[f] != FUNCMATCH_UNSURE;
}

#endif
