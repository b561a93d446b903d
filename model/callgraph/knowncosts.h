/* knowncosts.h - known costs of calls, from which functions or calls are excluded
 *
 * The cost of a call includes that of all functions that were called in turn, and the profile does
 * not say of which.  So what is left of it is an estimate: each caller of a function has the same
 * part of its cost as without exclusions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef KNOWNCOSTS_H
#define KNOWNCOSTS_H

#include <stdbool.h>

#include "callgraph/graph.h"

/* As knowntimes_of_costs(), but without the functions and arcs that OPTIONS exclude.  ORDER has all
 * functions, callees first, the members of a cycle together.  Figures that are not those of the
 * profile are estimates: SHARED.  Returns false if OPTIONS->stop stopped it. */
bool knowncosts_without(struct graph *g, const struct graph_options *options,
	const uint32_t *order);

#endif
