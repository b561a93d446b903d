/* paths.h - the stacks of a profile as a tree: paths of functions, with their samples
 *
 * A path is a function and the path of its caller.  Paths are numbered in preorder: path i and the
 * paths that begin with it, which are called the subtree of i, have the numbers i to v[i].end - 1.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PATHS_H
#define PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct path {
	uint32_t parent;		/* path of the caller; NOBODY: there is no caller */
	uint32_t func;
	uint32_t arc;			/* arc from the function of .parent to .func; NOBODY: there
					 * is no caller */
	uint32_t end;			/* number of the first path after the subtree */
};

struct paths {
	struct path *v;			/* owned */
	double *self;			/* owned; indexed by path: samples of stacks that consist of
					 * exactly this path */
	double *squares;		/* owned; indexed by path: sum of the squares of the samples
					 * in .self; NULL: every sample has the weight of the
					 * profile, or the squares are not known */
	double *amounts;		/* owned; indexed by path: sum of the amounts of the samples
					 * in .self.  The amount of a sample is its value without
					 * the sign.  In a difference whose base is known, samples
					 * outside the base have no amount.  NULL: no value is
					 * negative, so the amounts are .self */
	uint32_t n;
};

/* Squares of the sampling errors of a node, an arc or a line: .self is the square for its own
 * samples, .total the square for its total. */
struct variance {
	double self, total;
};

/* Makes PATHS a tree of the FROM->n paths FROM->v.  A parent must come before its children; .end
 * need not be set.  The other arrays of FROM have the sums of each path, as in struct paths;
 * .squares and .amounts may be NULL.  If NUMBERS is not NULL, NUMBERS[i] becomes the number of path
 * FROM->v[i] in the tree.  The arrays of FROM belong to PATHS afterwards. */
void paths_open(struct paths *paths, const struct paths *from, uint32_t *numbers);

/* Returns the sum of the amounts of the samples of path I. */
static inline double
paths_amount(const struct paths *paths, uint32_t i)
{
	return paths->amounts != NULL ? paths->amounts[i] : paths->self[i];
}

void paths_release(struct paths *paths);

#endif
