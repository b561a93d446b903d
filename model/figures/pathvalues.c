/* pathvalues.c - the values of the stacks of a graph, or of those that a tree shows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/pathvalues.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "profile/paths.h"

/* Adds up OWN for each subtree, and returns the sums, to be free()d.  Returns NULL if OWN is
 * NULL. */
static double *
sums_of(const double *own, const uint8_t *state, const struct paths *paths)
{
	double *sums;

	if (own == NULL)
		return NULL;
	sums = mem_copy(own, paths->n, sizeof(*sums));
	for (uint32_t i = paths->n; i-- > 0;)
		if ((state[i] & PATH_STARTS) == 0)
			sums[paths->v[i].parent] += sums[i];
	return sums;
}

/* Sets .total64 to the sums of .self64 for each subtree. */
static void
sum_64(struct path_values *v, const struct paths *paths)
{
	v->total64 = mem_copy(v->self64, paths->n, sizeof(*v->total64));
	for (uint32_t i = paths->n; i-- > 0;) {
		v->total[i] = sum64_nearest(v->total[i], v->total64[i]);
		if ((v->state[i] & PATH_STARTS) == 0)
			v->total64[paths->v[i].parent] += v->total64[i];
	}
}

void
pathvalues_sum(struct path_values *v, const struct paths *paths)
{
	v->total = sums_of(v->self, v->state, paths);
	v->total_squares = sums_of(v->squares, v->state, paths);
	v->total_amounts = sums_of(v->amounts, v->state, paths);
	if (v->self64 != NULL)
		sum_64(v, paths);
}

/* Returns a copy of the N numbers of FROM, to be free()d, in which paths that do not count have 0.
 * Returns NULL if FROM is NULL. */
static double *
copy_counted(const double *from, const uint8_t *state, uint32_t n)
{
	double *to;

	if (from == NULL)
		return NULL;
	to = mem_uncleared(n, sizeof(*to));
	for (uint32_t i = 0; i < n; i++)
		to[i] = pick_counts(state[i]) ? from[i] : 0;
	return to;
}

/* Copies .self64 of the paths of G that count to V. */
static void
copy_64(struct path_values *v, const struct graph *g)
{
	uint32_t n = g->profile->paths->n;

	v->self64 = mem_copy(g->paths.self64, n, sizeof(*v->self64));
	for (uint32_t i = 0; v->self64 != NULL && i < n; i++)
		if (!pick_counts(v->state[i]))
			v->self64[i] = 0;
}

bool
pathvalues_again(struct path_values *v, const struct graph *g,
	const struct pick_frames *frames, bool leaves, struct stop *stop)
{
	const struct paths *paths = g->profile->paths;

	*v = (struct path_values){ .state = mem_uncleared(paths->n, sizeof(*v->state)),
		.head = g->paths.head };
	if (!pick_again(v->state, g, frames, stop)) {
		free(v->state);
		return false;
	}
	v->self = copy_counted(g->paths.self, v->state, paths->n);
	v->squares = copy_counted(g->paths.squares, v->state, paths->n);
	v->amounts = copy_counted(g->paths.amounts, v->state, paths->n);
	copy_64(v, g);
	if (leaves) {
		v->total = v->self;
		v->total_squares = v->squares;
		v->total_amounts = v->amounts;
		v->total64 = v->self64;
	} else {
		pathvalues_sum(v, paths);
	}
	return true;
}

void
pathvalues_release(struct path_values *v)
{
	if (v->total != v->self) {
		free(v->total);
		free(v->total_squares);
		free(v->total_amounts);
		free(v->total64);
	}
	free(v->state);
	free(v->self);
	free(v->squares);
	free(v->amounts);
	free(v->self64);
	*v = (struct path_values){ 0 };
}

double
pathvalues_amount(const struct path_values *v, const struct graph *g,
	const struct pick_frames *frames, struct stop *stop)
{
	uint32_t n = g->profile->paths->n;
	uint8_t *state = mem_uncleared(n, sizeof(*state));
	double sum = 0;

	if (!pick_again(state, g, frames, stop)) {
		free(state);
		return -1;
	}
	for (uint32_t i = 0; i < n; i++)
		if (pick_counts(state[i]))
			sum += v->amounts != NULL ? v->amounts[i] : v->self[i];
	free(state);
	return sum;
}
