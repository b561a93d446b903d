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

/* Returns the numbers of *N arcs whose exclusion breaks cycle node C; free() them.  Together the
 * arcs have the fewest calls possible if the cycle is small, otherwise not many more.  Each of them
 * is needed.  NULL: the user stopped the search by STOP. */
uint32_t *cyclecut_find(const struct graph *g, uint32_t c, size_t *n, struct stop *stop);

#endif
