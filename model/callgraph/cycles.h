/* cycles.h - which functions call one another in a circle
 *
 * A depth-first walk as GNU gprof does it, so that the members of cycles come in its order
 * and callees come before callers in its numbering.  Neither recursive nor quadratic.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CYCLES_H
#define CYCLES_H

#include <stdbool.h>

#include "base/stop.h"
#include "profile/profile.h"

struct cycles {
	uint32_t *order;		/* owned; functions, callees before callers, those
					 * of one cycle together and by address */
	uint32_t *head;			/* owned; of each function: the head of its cycle,
					 * itself if it is in none */
	uint32_t *next;			/* owned; the next member of its cycle, or NOBODY */
};

/* Walk the arcs of P, those not in CUT (NULL: none).  False: STOP (or NULL) stopped it, and
 * there is only C to be released. */
bool cycles_find(struct cycles *c, const struct profile *p, const bool *excluded,
	struct stop *stop);

void cycles_release(struct cycles *c);

#endif
