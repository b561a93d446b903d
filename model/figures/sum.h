/* sum.h - the walk that adds up stacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SUM_H
#define SUM_H

#include <stdbool.h>
#include <stdint.h>

#include "figures/graph.h"

/* Sums over stacks, indexed by key: a function as shown, or a group of functions.  A stack that has
 * several functions of one key is added once. */
struct key_sums {
	double *totals;
	struct variance *squares;	/* only .total.  Used only if path_values.squares is not
					 * NULL */
	uint32_t n;			/* number of keys */
};

/* Sums over stacks, indexed by arc as shown.  A stack that has several calls of one arc is added
 * once.  Arcs are read in any order, so the squares, which few profiles have, stand elsewhere. */
struct arc_sums {
	struct share *v;		/* .self: of stacks that end with a call of the arc; NULL:
					 * arcs are not added up */
	struct variance *squares;	/* used only if path_values.squares is not NULL */
};

/* Adds the totals of the paths of G to KEYS->totals[key[f]] for each stack that contains function f
 * as shown; if KEY is NULL, to KEYS->totals[f].  Functions with the key NOBODY are omitted.  If KEY
 * is NULL, also adds them to ARCS for each stack that contains an arc.  If ROOTS is not NULL, adds
 * them to ROOTS[f] for each stack that begins with function f.  All sums are 0 at first.  Returns
 * false if STOP, which may be NULL, stopped the work. */
bool sum_stacks(const struct graph *g, const uint32_t *key, const struct key_sums *keys,
	const struct arc_sums *arcs, double *roots, struct stop *stop);

/* Does the same modulo 2^64 (sum64.h) for functions and arcs as shown.  G has .paths.total64. */
bool sum_stacks64(const struct graph *g, uint64_t *funcs, uint64_t *arcs, struct stop *stop);

/* Returns the sums of arcs, as sum_stacks() makes them, in an array to be free()d. */
struct share *sum_arcs(const struct graph *g);

/* Returns an array indexed by arc, to be free()d: the totals of the stacks in which the arc leads
 * to the outermost frame of its callee.  So the sum of all arcs to a function is its total, without
 * the stacks that begin with it, even if the function is recursive. */
double *sum_outermost(const struct graph *g);

/* Does the same modulo 2^64 (sum64.h).  Returns NULL if G->paths.total64 is NULL. */
uint64_t *sum_outermost64(const struct graph *g);

#endif
