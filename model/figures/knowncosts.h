/* knowncosts.h - known costs of calls, from which functions or calls are excluded
 *
 * The cost of a call includes the costs of all functions that the callee called, directly or
 * indirectly.  But the profile does not say how much each of these functions cost.  So if some of
 * these functions are excluded, the rest of the cost is estimated: each caller of a function gets
 * the same part of the function's cost as without exclusions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef KNOWNCOSTS_H
#define KNOWNCOSTS_H

#include <stdbool.h>

#include "figures/graph.h"

/* Like knowntimes_of_costs(), but without the functions and arcs that G excludes.  ORDER has all
 * functions, callees before callers, and the members of a cycle next to each other.  Figures that
 * differ from those of the profile are estimates, and get the certainty SHARED.  Returns false if
 * STOP, which may be NULL, stopped the work. */
bool knowncosts_without(struct graph *g, const uint32_t *order, struct stop *stop);

#endif
