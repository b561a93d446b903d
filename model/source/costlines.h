/* costlines.h - what costs of functions and calls say about lines of the source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COSTLINES_H
#define COSTLINES_H

#include <stdbool.h>

#include "base/stop.h"
#include "figures/graph.h"
#include "source/sourceitems.h"

/* Adds to ITEMS the costs and the calls of G, whose profile has costs.  Own costs of a function are
 * multiplied by the fraction of the function that is included in the figures, which WEIGHTS has,
 * indexed by function as read; NULL: all fractions are 1.  False: STOP, which may be NULL, stopped
 * the work. */
bool costlines_collect(struct source_items *items, const struct graph *g, const double *weights,
	struct stop *stop);

#endif
