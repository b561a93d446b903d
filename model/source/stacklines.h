/* stacklines.h - what stacks say about lines of the source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef STACKLINES_H
#define STACKLINES_H

#include <stdbool.h>

#include "base/stop.h"
#include "figures/graph.h"
#include "source/sourceitems.h"

/* Adds to ITEMS the samples and the calls of G, whose profile has stacks, or one frame for each
 * stack.  A stack is added only once for a line, even if the line recurs in the stack, and only
 * once for the calls of an arc on a line.  Functions and arcs are those as read (fold.h).  If the
 * profile has no stacks, samples are multiplied by the element of WEIGHTS for their function; NULL:
 * all elements are 1.  False: STOP, which may be NULL, stopped the work. */
bool stacklines_collect(struct source_items *items, const struct graph *g, const double *weights,
	struct stop *stop);

#endif
