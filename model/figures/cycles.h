/* cycles.h - sets of mutually recursive functions, and a topological order of all functions
 *
 * Cycles are found by a depth-first walk.  It visits functions in the same order as GNU gprof, so
 * that functions and members of cycles are listed in gprof's order.  The walk does not use
 * recursion in C, and takes nearly linear time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CYCLES_H
#define CYCLES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/stop.h"
#include "profile/profile.h"

struct cycles {
	uint32_t *order;		/* owned; all functions.  After cycles_find(): callees
					 * before callers; members of a cycle are next to each
					 * other, sorted by address */
	uint32_t *head;			/* owned; indexed by function: the head of its cycle, which
					 * is one of the members; without a cycle, the function
					 * itself */
	uint32_t *next;			/* owned; indexed by function: the next member of its cycle;
					 * NOBODY: it is the last, or in no cycle */
};

/* Can arc A of P be part of a cycle?  By exact rules, a possible call cannot; by gprof's rules,
 * every arc can. */
static inline bool
cycles_may_have(const struct profile *p, uint32_t a)
{
	return p->rules == RULES_GPROF || !profile_is_possible(p, a);
}

/* Finds the cycles of P.  EXCLUDED is indexed by arc: true if the arc is ignored; NULL: no arc is.
 * Returns false if STOP (may be NULL) stopped the work; C must be released even then. */
bool cycles_find(struct cycles *c, const struct profile *p, const bool *excluded,
	struct stop *stop);

/* Sets C to NFUNCS functions without cycles, in the order of their numbers. */
void cycles_none(struct cycles *c, uint32_t nfuncs);

void cycles_release(struct cycles *c);

/* Releases .head and .next of C, which are set to NULL; keeps .order. */
void cycles_release_members(struct cycles *c);

#endif
