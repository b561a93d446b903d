/* cycles.h - sets of mutually recursive functions, and a topological order of all functions
 *
 * A depth-first walk finds them in the order of GNU gprof, so that functions and members of cycles
 * get gprof's order.  The walk needs no recursion in C, and nearly linear time.
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
	uint32_t *order;		/* owned; functions, callees before callers; members of a
					 * cycle together, sorted by address */
	uint32_t *head;			/* owned; indexed by function: the head of its cycle, or
					 * itself if it is in none */
	uint32_t *next;			/* owned; indexed by function: the next member of its
					 * cycle, or NOBODY */
};

/* Can arc A of P be part of a cycle?  By gprof's rules, possible calls can, too. */
static inline bool
cycles_may_have(const struct profile *p, uint32_t a)
{
	return p->rules == RULES_GPROF || !profile_is_possible(p, a);
}

/* Find the cycles of P.  EXCLUDED: indexed by arc, the arcs to ignore; or NULL.  Returns false if
 * STOP (or NULL) stopped it; C must be released even then. */
bool cycles_find(struct cycles *c, const struct profile *p, const bool *excluded,
	struct stop *stop);

void cycles_release(struct cycles *c);

#endif
