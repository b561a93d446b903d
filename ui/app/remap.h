/* remap.h - the numbers that functions, calls and files have in another profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REMAP_H
#define REMAP_H

#include "app/app.h"

/* The new number of each old function; what was shown, and what is shown instead. */
struct remap {
	const struct app *old;		/* borrowed, like .a; the caller sets both before it calls
					 * any of the functions below but the first two */
	const struct app *a;
	uint32_t *funcs;		/* owned; indexed by old function as read: the new function,
					 * or NOBODY if it no longer exists */
};

/* Matches the functions of P, the old profile, and of Q by name. */
void remap_open(struct remap *r, const struct profile *p, const struct profile *q);
void remap_release(struct remap *r);

/* Returns the functions of P sorted by name, to be free()d. */
uint32_t *remap_sorted_names(const struct profile *p);

/* Each function returns the new number of a node of the graph that OLD shows, of a file of its
 * sources, or of a part; NOBODY: it no longer exists, or is NOBODY. */
uint32_t remap_node(const struct remap *r, uint32_t n);
uint32_t remap_file(const struct remap *r, uint32_t f);
uint32_t remap_part(const struct remap *r, uint32_t part);

/* Returns an array, to be free()d, with the new number of each arc as read; NOBODY: the arc no
 * longer exists. */
uint32_t *remap_arcs(const struct remap *r);

#endif
