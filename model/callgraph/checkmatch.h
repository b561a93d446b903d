/* checkmatch.h - which functions and calls of two profiles of one program can be compared
 *
 * One profile has times that gprof's rule estimates, the other has known times.  A function that is
 * only in the first profile was called, but may have had no time.  So its known share is 0, unless
 * there is a sign that the known profile has its time elsewhere:
 *
 *	- Its self time is more than noise: then the known profile has it under another name.
 *	- In the known profile, one of its callees is called by a function that does not call this
 *	  callee in the first profile.  Then it is probably inlined in the known profile.
 *	- One of its callees has the second or the third sign.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CHECKMATCH_H
#define CHECKMATCH_H

#include <stdbool.h>

#include "callgraph/graph.h"
#include "profile/funcmatch.h"

struct checkmatch {
	struct funcmatch funcs;		/* owned; "here" is the profile with estimates, "there" the
					 * profile with known times.  A function with one of the
					 * signs above is FUNCMATCH_UNSURE, too. */
	bool *is_hidden;		/* owned; indexed by function here: one of its callers is
					 * not compared, and may have time that the other profile
					 * gives to another caller */
	bool *is_known_hidden;		/* owned; as .is_hidden, but indexed by function there */
};

/* Matches G with KNOWN, whose times are known.  HERE and THERE find the source lines of their
 * profiles.  IS_NOISE(WITH, F) says whether the self time of function F of G may be noise, although
 * F has no time in KNOWN. */
void checkmatch_open(struct checkmatch *m, const struct graph *g, const struct graph *known,
	struct callsites *here, struct callsites *there,
	bool (*is_noise)(const void *with, uint32_t f), const void *with);
void checkmatch_release(struct checkmatch *m);

/* Is function F of the profile with estimates compared? */
static inline bool
checkmatch_has(const struct checkmatch *m, uint32_t f)
{
	return m->funcs.there_of[f] != FUNCMATCH_UNSURE;
}

#endif
