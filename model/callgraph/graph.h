/* graph.h - cycles, and time handed from callees to callers
 *
 * A node is a function or a cycle: node n is function n while n < nfuncs, else cycle
 * n - nfuncs.  What a function calls gets its time handed up: a caller that made a
 * third of the calls gets a third of the time.  That is an estimate, unless it made
 * all of them.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GRAPH_H
#define GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/stop.h"
#include "profile/profile.h"

/* What a figure handed up is worth; the worst of what went into it. */
enum certainty {
	CERTAIN,			/* what it calls, all the way down, nobody else
					 * calls */
	SHARED,				/* shared out by the number of calls: "~" */
	CYCLIC,				/* inside a cycle: its share is not known */
};

/* Of every arc one end or both are asked for, and lie anywhere: a line of the processor's cache
 * each. */
struct node {
	uint64_t calls;			/* from others: not from itself,
					 * a cycle's not from members */
	uint32_t cycle;			/* node of the cycle it is in, or NOBODY */
	uint32_t index : 31;		/* as printed in [brackets], from 1 */
	uint32_t shown : 1;		/* has an entry in the call graph (-e, -f, -q, -Q) */
	double fract;			/* how much of it counts: 0 to 1 */
	double time;			/* samples in its own code, or that of its members */
	double children_time;		/* samples handed up by what it calls */
	uint64_t self_calls;		/* from itself; of a cycle: between its members */
	double self, children;		/* time and children_time that count (-E, -F, -n, -N) */
};

/* What self + child of a node is worth. */
struct bound {
	double lo, hi;			/* surely not less, not more */
	enum certainty certainty;
};

/* What an arc hands up, in samples. */
struct share {
	double self, children;
};

/* What is taken out before time is handed up. */
struct graph_options {
	const bool *funcs;		/* by number: its own time does not count; or NULL */
	const bool *arcs;		/* by number: as if the arc were not there; or NULL */
	struct stop *stop;		/* gives up solving; NULL: nobody can */
};

struct graph {
	const struct profile *profile;	/* borrowed; whose functions and arcs it is of */
	struct node *nodes;		/* owned; functions, then cycles */
	struct bound *bounds;		/* owned; of each node; NULL: nobody asked for them */
	uint32_t nfuncs, ncycles, nnodes;	/* nnodes = nfuncs + ncycles */

	/* Members of cycle c, head first: members[member_at[c]] to [member_at[c + 1] - 1]. */
	uint32_t *members, *member_at;	/* owned */

	bool *excluded;			/* owned; by arc: it was taken out; NULL: none was */
	uint32_t *entries;		/* owned; nodes in the order of their indices */
	double total;			/* samples that count: 100 % of the call graph */
};

/* Assemble the call graph of P with CUTS (NULL: none).  False: it was stopped, and there is nothing
 * in G to release. */
bool graph_solve(struct graph *g, const struct profile *p, const struct graph_options *options);

/* The same without cuts and bounds, which listings do not show. */
void graph_solve_times(struct graph *g, const struct profile *p);

void graph_release(struct graph *g);

/* How much of each function's samples counts, from 0 to 1; free() it.  NULL: all of each. */
double *graph_weights(const struct graph *g);

/* Was arc A taken out? */
bool graph_is_excluded(const struct graph *g, uint32_t arc);

/* What arc A hands up. */
struct share graph_share(const struct graph *g, uint32_t a);

/* Does arc A hand up anything at all? */
bool graph_propagates(const struct graph *g, uint32_t arc);

/* Is arc A inside one cycle, or from a function to itself?  No time is handed up then. */
bool graph_is_inner(const struct graph *g, uint32_t arc);

/* The node whose calls and time are shared out when N is called: N's cycle, or N. */
uint32_t graph_cycle_or_self(const struct graph *g, uint32_t n);

#endif
