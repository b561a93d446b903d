/* entries.h - entries of the call graph: their indices, and the order of their lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ENTRIES_H
#define ENTRIES_H

#include <stddef.h>
#include <stdint.h>

#include "figures/graph.h"

/* Sorts the nodes into G->entries, and numbers them from 1 in this order.  This is the last step of
 * graph_solve(). */
void entries_number(struct graph *g);

/* Gives each node of G the index that it has in BEFORE, a graph of the same functions with other
 * exclusions.  Cycles that BEFORE does not have get the next free indices.  Sorts G->entries
 * again. */
void entries_number_like(struct graph *g, const struct graph *before);

/* The same if BEFORE is a graph of other functions: function f of BEFORE is function FUNCS[f] of G,
 * or NOBODY.  Functions and cycles that BEFORE does not have get the next free indices. */
void entries_number_again(struct graph *g, const struct graph *before, const uint32_t *funcs);

/* Returns the position in G->entries of the first node whose index is at least INDEX; if there is
 * none, the number of nodes. */
uint32_t entries_position(const struct graph *g, uint64_t index);

/* Returns the node whose index is INDEX, or NOBODY. */
uint32_t entries_at_index(const struct graph *g, uint64_t index);

/* Returns the arcs from callers to function F, or from F to callees, in the order in which gprof
 * prints them, to be free()d.  First come calls by F itself and, by exact rules, possible calls;
 * then callers in the cycle of F; then other callers.  Within each of these groups, arcs with the
 * least time come first.  Callees are in the opposite order.  In a profile with stacks, only the
 * time decides.  An arc from F to itself is in both lists, an excluded arc in neither.  Sets *N to
 * the number of arcs. */
uint32_t *entries_callers(const struct graph *g, uint32_t f, size_t *n);
uint32_t *entries_callees(const struct graph *g, uint32_t f, size_t *n);

/* An arc of an entry, and the data by which the arcs are sorted.  They are copied because the arcs
 * of an entry are not adjacent in memory, which would make each comparison slow. */
struct entry_line {
	struct share share;		/* of the arc */
	uint64_t count;			/* counted calls of the arc */
	uint32_t arc;
	int kind;			/* 0: from a function to itself or, by exact rules, a
					 * possible call; 1: inside a cycle; 2: any other arc, or
					 * the profile has stacks */
};

/* Returns what entries_callers() or, if CALLERS is false, entries_callees() returns, and the times
 * of the arcs. */
struct entry_line *entries_lines(const struct graph *g, uint32_t f, bool callers, size_t *n);

/* Returns the members of cycle node C in the order in which gprof lists them, those with the most
 * time first, to be free()d.  Sets *N to their number. */
uint32_t *entries_members(const struct graph *g, uint32_t c, size_t *n);

#endif
