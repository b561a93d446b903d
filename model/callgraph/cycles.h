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

/* Find the cycles of P.  EXCLUDED: indexed by arc, the arcs to ignore; or NULL.  Returns false if
 * STOP (or NULL) stopped it; C must be released even then. */
bool cycles_find(struct cycles *c, const struct profile *p, const bool *excluded,
	struct stop *stop);

void cycles_release(struct cycles *c);

#endif
