/* paths.c - the stacks of a profile as a tree
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/paths.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rules.h"

/* Sets SIZE[i] to the number of paths in the subtree of path i of V. */
static void
count_subtrees(const struct path *v, uint32_t n, uint32_t *size)
{
	for (uint32_t i = n; i-- > 0;) {
		size[i]++;
		if (v[i].parent != NOBODY)
			size[v[i].parent] += size[i];
	}
}

/* Sets NUMBERS[i] to the number of path i of V in preorder.  SIZE[i] is the number of paths in its
 * subtree. */
static void
number_in_preorder(const struct path *v, uint32_t n, const uint32_t *size, uint32_t *numbers)
{
	uint32_t *next = mem_new(n, sizeof(*next)), roots = 0;	/* NEXT[i]: number of the next child
								 * of path i */

	for (uint32_t i = 0; i < n; i++) {
		uint32_t *at = v[i].parent != NOBODY ? &next[v[i].parent] : &roots;

		assert(v[i].parent == NOBODY || v[i].parent < i);
		numbers[i] = *at;
		*at += size[i];
		next[i] = numbers[i] + 1;
	}
	free(next);
}

/* Moves each path i of PATHS, with its samples, to the index OWN[i]. */
static void
move_paths(struct paths *paths, const uint32_t *own)
{
	uint32_t n = paths->n;
	struct path *v = mem_uncleared(n, sizeof(*v));
	double *self = mem_uncleared(n, sizeof(*self)), *squares = NULL, *amounts = NULL;

	if (paths->squares != NULL)
		squares = mem_uncleared(n, sizeof(*squares));
	if (paths->amounts != NULL)
		amounts = mem_uncleared(n, sizeof(*amounts));
	for (uint32_t i = 0; i < paths->n; i++) {
		struct path *to = &v[own[i]];

		*to = paths->v[i];
		if (to->parent != NOBODY)
			to->parent = own[to->parent];
		self[own[i]] = paths->self[i];
		if (squares != NULL)
			squares[own[i]] = paths->squares[i];
		if (amounts != NULL)
			amounts[own[i]] = paths->amounts[i];
	}
	paths_release(paths);
	*paths = (struct paths){ .v = v, .self = self, .squares = squares, .amounts = amounts,
		.n = n };
}

void
paths_open(struct paths *paths, const struct paths *from, uint32_t *numbers)
{
	struct path *v = from->v;
	uint32_t n = from->n;
	uint32_t *size = mem_new(n, sizeof(*size)), *own = mem_uncleared(n, sizeof(*own));
	uint32_t same = 0;

	*paths = *from;
	count_subtrees(v, n, size);
	number_in_preorder(v, n, size, own);
	for (uint32_t i = 0; i < n; i++)
		v[i].end = own[i] + size[i];
	free(size);
	/* The stacks of a sorted file are in preorder already. */
	while (same < n && own[same] == same)
		same++;
	if (same < n)
		move_paths(paths, own);
	if (numbers != NULL)
		memcpy(numbers, own, n * sizeof(*own));
	free(own);
}

void
paths_release(struct paths *paths)
{
	free(paths->v);
	free(paths->self);
	free(paths->squares);
	free(paths->amounts);
	*paths = (struct paths){ 0 };
}
