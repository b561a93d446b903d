/* parttotals.h - the values of each process, thread, file or other part of a measured profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PARTTOTALS_H
#define PARTTOTALS_H

#include <stdbool.h>
#include <stdint.h>

#include "figures/graph.h"

struct part_total {
	uint64_t samples;		/* samples of the event that is shown; 0: not known */
	uint64_t calls;			/* calls that were counted in the part */
	uint32_t most;			/* the function, as shown, with the greatest self value of
					 * the event that is shown; NOBODY: no function has any */
	bool is_there;			/* the part has samples, costs or calls of its own, or
					 * contains such a part */
};

/* The values of a part include those of the parts inside it.  All arrays are owned. */
struct part_totals {
	struct part_total *v;		/* indexed by part */
	double *values;			/* .values[i * nevents + k]: event k of part i */
	uint64_t *values64;		/* .values (sum64.h) */
};

/* Sets T to the values of all parts of the profile of G, which must be measured, for all events,
 * also if G shows only one part.  The same is excluded as in G. */
void parttotals_make(struct part_totals *t, const struct graph *g);

void parttotals_release(struct part_totals *t);

#endif
