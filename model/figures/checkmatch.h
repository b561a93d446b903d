/* checkmatch.h - which functions and calls of two profiles of one program can be compared
 *
 * One profile has times that gprof's rule estimates, the other has known times.  A function that is
 * only in the profile with estimates was called, but may have had no time.  So its known share is
 * 0, unless one of these signs says that its time is in another place of the known profile:
 *
 *	- The self time of the function is more than noise.  Then the known profile has this time
 *	  under another name.
 *	- In the known profile, another function calls a callee of the function.  In the profile
 *	  with estimates, that other function does not call this callee.  Then the function is
 *	  probably inlined in the known profile.
 *	- A callee of the function has the second sign or this third sign.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CHECKMATCH_H
#define CHECKMATCH_H

#include <stdbool.h>

#include "figures/graph.h"
#include "profile/funcmatch.h"

struct checkmatch {
	struct funcmatch funcs;		/* owned; "here" is the profile with estimates, "there" the
					 * profile with known times.  .there_of has FUNCMATCH_UNSURE
					 * for functions with one of the signs above, too */
	bool *is_hidden;		/* owned; indexed by function here: true if a caller of the
					 * function is not compared.  The other profile may give the
					 * time of that caller's calls to another caller */
	bool *is_known_hidden;		/* owned; as .is_hidden, but indexed by function there */
};

/* Matches G with KNOWN, whose times are known.  HERE finds the source lines of G, and THERE those
 * of KNOWN.  IS_NOISE(WITH, F) says whether the self time of function F of G may be noise, although
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
