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
					 * in .self.  An amount is a value without its sign; in a
					 * difference whose base is known, only samples of the base
					 * have amounts.  NULL: the amounts are .self, since no
					 * value is less than 0 */
	uint32_t n;
};

/* Squares of two sampling errors of a node, an arc or a line: .self for its own samples, .total for
 * its total. */
struct variance {
	double self, total;
};

/* Makes PATHS a tree of the FROM->n paths FROM->v.  FROM->self[i] has the samples of path
 * FROM->v[i], and FROM->squares[i] and FROM->amounts[i] the other sums, unless they are NULL.  A
 * parent must come before its children; .end need not be set.  If NUMBERS is not NULL, NUMBERS[i]
 * becomes the number of path FROM->v[i] in the tree.  The arrays of FROM belong to PATHS
 * afterwards. */
void paths_open(struct paths *paths, const struct paths *from, uint32_t *numbers);

/* Returns the sum of the amounts of the samples of path I. */
static inline double
paths_amount(const struct paths *paths, uint32_t i)
{
	return paths->amounts != NULL ? paths->amounts[i] : paths->self[i];
}

void paths_release(struct paths *paths);

#endif
