/* paths.h - the stacks of a profile as a tree: paths of functions
 *
 * A path is a function and the path of its caller.  Paths are numbered in preorder: path i and the
 * paths that begin with it, which are called the subtree of i, have the numbers i to v[i].end - 1.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PATHS_H
#define PATHS_H

#include <stddef.h>
#include <stdint.h>

struct path {
	uint32_t parent;		/* path of the caller; NOBODY: there is no caller */
	uint32_t func;
	uint32_t arc;			/* arc from the function of .parent to .func; NOBODY: there
					 * is no caller */
	uint32_t end;			/* number of the first path after the subtree */
};

/* Functions and arcs are as read: folding changes no path. */
struct paths {
	struct path *v;			/* owned */
	uint32_t n;
	uint32_t *of;			/* owned; indexed by path of profile.measured: the path to
					 * which its samples belong; NULL: it has the same number */
};

/* Squares of the sampling errors of a node, an arc or a line: .self is the square for its own
 * samples, .total the square for its total. */
struct variance {
	double self, total;
};

/* Makes PATHS a tree of the N paths V.  A parent must come before its children; .end need not be
 * set.  OF has NOF elements: numbers in V, as in struct paths.  V and OF belong to PATHS
 * afterwards. */
void paths_open(struct paths *paths, struct path *v, uint32_t n, uint32_t *of, uint32_t nof);

/* Sets NUMBERS[i] to the number of path i of V in preorder, and V[i].end to the number of the first
 * path after its subtree.  A parent must come before its children. */
void paths_preorder(struct path *v, uint32_t n, uint32_t *numbers);

/* Returns the path to which samples of path I of the measured profile belong. */
static inline uint32_t
paths_of(const struct paths *paths, uint32_t i)
{
	return paths->of != NULL ? paths->of[i] : i;
}

void paths_release(struct paths *paths);

#endif
