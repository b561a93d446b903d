/* cyclecut.h - a small set of arcs whose exclusion breaks a cycle
 *
 * The times of the members of a cycle cannot be told apart.  Often only a few rare calls close the
 * cycle.  If these are excluded, every member gets a time of its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CYCLECUT_H
#define CYCLECUT_H

#include <stddef.h>
#include <stdint.h>

#include "figures/graph.h"

/* Returns a set of arcs whose exclusion breaks cycle node C, those with the most calls first, to be
 * free()d.  Sets *N to their number.  Returns NULL if STOP stopped the work.  Each arc is needed,
 * unless the cycle is very large.
 *
 * The arcs lead back to entries.  An entry is a member by which the program enters the cycle, or
 * enters a smaller cycle.  Smaller cycles remain when the calls to the entries of the cycle are
 * excluded.  A member is an entry if at least a hundredth of its calls come from outside.  If there
 * is no such member, the member with the greatest fraction of calls from outside is the entry.
 *
 * cyclegraph.h has another rule: there, one call from outside makes a member an entry.  Here, that
 * rule would exclude almost all calls of a member that has hardly any calls from outside. */
uint32_t *cyclecut_find(const struct graph *g, uint32_t c, size_t *n, struct stop *stop);

#endif
