/* inclusion.h - which functions the call graph shows, and how much of their time counts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef INCLUSION_H
#define INCLUSION_H

#include <stdbool.h>
#include <stdint.h>

#include "callgraph/graph.h"

/* Set shown, fract and self of the nodes of G, and G->total.  A function inherits shown and fract
 * from its callers unless an option names it.  ORDER: the functions, callees before callers, the
 * members of a cycle together.  Returns false if OPTIONS->stop stopped it. */
bool inclusion_inherit(struct graph *g, const struct graph_options *options, const uint32_t *order);

#endif
