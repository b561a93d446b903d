/* cyclecut.h - a small set of arcs whose exclusion breaks a cycle
 *
 * Inside a cycle the time of its members cannot be told apart.  Often a few rare calls close the
 * cycle; without them every member gets a time of its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CYCLECUT_H
#define CYCLECUT_H

#include <stddef.h>
#include <stdint.h>

#include "callgraph/graph.h"

/* Returns the arcs whose exclusion breaks up cycle node C, those with the most calls first, and
 * sets *N to their number; free() the result.  They are calls back to the members by which the
 * cycle is entered.  Each of them is needed, unless the cycle is very large.  NULL: the user
 * stopped the search by STOP. */
uint32_t *cyclecut_find(const struct graph *g, uint32_t c, size_t *n, struct stop *stop);

#endif
