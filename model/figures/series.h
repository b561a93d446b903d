/* series.h - the values of one function or call for each event and each part of a measured profile
 *
 * A graph has the figures of one event and one part, or of all parts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SERIES_H
#define SERIES_H

#include <stdbool.h>
#include <stdint.h>

#include "figures/graph.h"

struct series_value {
	double self, total;		/* of the subject; if the subject is calls, .self has the
					 * samples of stacks that end in these calls, or 0 in a
					 * profile of costs */
	struct sums64 sums64;		/* .self and .total (sum64.h); 0: not known */
	double all;			/* all samples that are not excluded */
	double amount;			/* amounts (path_values) of .all: 100 % */
	uint64_t calls;			/* by part: calls of the subject by other functions */
	bool is_there;			/* by part: the part has samples, costs or calls of its
					 * own */
};

struct series {
	struct series_value *events;	/* owned; indexed by event: values in the part that is
					 * shown */
	struct series_value *parts;	/* owned; indexed by part: values of the event that is
					 * shown */
	double inlined_self, inlined_total;	/* for the event and the part that are shown: self
						 * and total of frames of the subject that
						 * were inlined, or into which others were; 0
						 * in a profile of costs */
};

/* Sets S to the values of node FUNC of G, whose profile is measured, or, if CALLER is not NOBODY,
 * of the calls of FUNC by CALLER.  The same is excluded as in G; in a profile of costs, totals are
 * then estimates, as in G. */
void series_make(struct series *s, const struct graph *g, uint32_t caller, uint32_t func);

void series_release(struct series *s);

#endif
