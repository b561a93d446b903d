/* paths.c - the stacks of a profile as a tree
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/paths.h"

#include <assert.h>
#include <stdlib.h>

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

void
paths_preorder(struct path *v, uint32_t n, uint32_t *numbers)
{
	uint32_t *size = mem_new(n, sizeof(*size));

	count_subtrees(v, n, size);
	number_in_preorder(v, n, size, numbers);
	for (uint32_t i = 0; i < n; i++)
		v[i].end = numbers[i] + size[i];
	free(size);
}

/* Moves each path i of PATHS to the index NUMBERS[i]. */
static void
move_paths(struct paths *paths, const uint32_t *numbers, uint32_t nof)
{
	struct path *v = mem_uncleared(paths->n, sizeof(*v));

	for (uint32_t i = 0; i < paths->n; i++) {
		struct path *to = &v[numbers[i]];

		*to = paths->v[i];
		if (to->parent != NOBODY)
			to->parent = numbers[to->parent];
	}
	for (uint32_t i = 0; i < nof; i++)
		paths->of[i] = numbers[paths->of[i]];
	free(paths->v);
	paths->v = v;
}

void
paths_open(struct paths *paths, struct path *v, uint32_t n, uint32_t *of, uint32_t nof)
{
	uint32_t *numbers = mem_uncleared(n, sizeof(*numbers)), same = 0;

	*paths = (struct paths){ .v = v, .n = n, .of = of };
	paths_preorder(v, n, numbers);
	/* The stacks of a sorted file are in preorder already. */
	while (same < n && numbers[same] == same)
		same++;
	if (same < n)
		move_paths(paths, numbers, nof);
	free(numbers);
	for (same = 0; same < nof && of[same] == same; same++)
		;
	if (same == nof) {
		free(of);
		paths->of = NULL;
	}
}

void
paths_release(struct paths *paths)
{
	free(paths->v);
	free(paths->of);
	*paths = (struct paths){ 0 };
}
