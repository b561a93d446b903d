/* entries.h - entries of the call graph: their indices, and the order of their lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ENTRIES_H
#define ENTRIES_H

#include <stddef.h>
#include <stdint.h>

#include "callgraph/graph.h"

/* Fill G->entries and give every node its index; the last step of graph_solve(). */
void entries_number(struct graph *g);

/* Give the nodes of G the indices that they have in BEFORE, a graph of the same functions that was
 * solved with other exclusions or cycles.  New cycles get the next free indices. */
void entries_number_like(struct graph *g, const struct graph *before);

/* The position in G->entries of the first node whose index is INDEX or greater. */
uint32_t entries_position(const struct graph *g, uint64_t index);

/* The node with the index INDEX, or NOBODY. */
uint32_t entries_at_index(const struct graph *g, uint64_t index);

/* Return the lines of the entry of function F in the order in which gprof prints them: *N arcs.
 * The arcs from callers begin with the least time, the arcs to callees with the most time.  An
 * arc from F to itself is in both lists, an excluded arc in none.  free() the result. */
uint32_t *entries_callers(const struct graph *g, uint32_t f, size_t *n);
uint32_t *entries_callees(const struct graph *g, uint32_t f, size_t *n);

/* The *N members of cycle node C in the order in which its entry lists them, the most time first;
 * free() the result. */
uint32_t *entries_members(const struct graph *g, uint32_t c, size_t *n);

#endif
