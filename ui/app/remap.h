/* remap.h - the numbers that functions, calls and files have after a profile was replaced by another
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REMAP_H
#define REMAP_H

#include "app/app.h"

/* What was shown, what is shown instead, and the new number of each old function. */
struct remap {
	const struct app *old;		/* borrowed, like .a; only what belongs to the figures is
					 * used of both */
	const struct app *a;
	uint32_t *funcs;		/* owned; indexed by old function as read: the new function,
					 * or NOBODY if it no longer exists */
};

/* Matches the functions of OLD and A by name. */
void remap_open(struct remap *r, const struct app *old, const struct app *a);
void remap_release(struct remap *r);

/* Each function returns the new number of a node of the graph that OLD shows, of a file of its
 * sources, or of a part; NOBODY: it no longer exists, or is NOBODY. */
uint32_t remap_node(const struct remap *r, uint32_t n);
uint32_t remap_file(const struct remap *r, uint32_t f);
uint32_t remap_part(const struct remap *r, uint32_t part);

/* Returns an array, to be free()d, with the new number of each arc as read; NOBODY: the arc no longer
 * exists. */
uint32_t *remap_arcs(const struct remap *r);

#endif
