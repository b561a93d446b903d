/* gather.h - reads the values of the files that are shown
 *
 * This is the only code that reads the samples, costs and counts of a measured profile to make
 * figures of functions, calls and stacks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GATHER_H
#define GATHER_H

#include <stdbool.h>

#include "figures/graph.h"
#include "measured/measured.h"

/* Sets .no_func, .no_arc, .nparts, .measure, .in and, if the profile has stacks, .paths of G, as
 * SELECTION says.  Returns false if STOP, which may be NULL, stopped the work. */
bool gather(struct graph *g, const struct selection *selection, struct stop *stop);

/* Releases what gather() has made. */
void gather_release(struct graph *g);

/* Does G show samples, costs and calls of PART? */
static inline bool
gather_shows(const struct graph *g, uint32_t part)
{
	return g->selection.part == NOBODY
		|| measured_is_in(g->profile->measured, part, g->selection.part);
}

/* Returns the value of samples I for the event that G shows. */
static inline const struct measured_weight *
gather_weight(const struct graph *g, uint32_t i)
{
	const struct measured *m = g->profile->measured;

	return &m->weights[(size_t)i * m->nevents + g->selection.event];
}

/* Returns the value of element I of VALUES, the costs of frames or calls, for the event that G
 * shows. */
static inline int64_t
gather_cost(const struct graph *g, const int64_t *values, uint32_t i)
{
	return values[(size_t)i * g->profile->measured->nevents + g->selection.event];
}

/* Each function calls FN for each element of the measured profile of G that is shown.
 * gather_each_sample(): the samples of PATH, a path of the profile, for the event that is shown.
 * gather_each_cost(): the own cost of FRAME.  gather_each_call(): call NUMBER; calls that are
 * excluded are included. */
void gather_each_sample(const struct graph *g,
	void (*fn)(void *with, uint32_t path, const struct measured_weight *w), void *with);
void gather_each_cost(const struct graph *g,
	void (*fn)(void *with, uint32_t frame, int64_t cost), void *with);
void gather_each_call(const struct graph *g,
	void (*fn)(void *with, uint32_t number, const struct measured_call *call), void *with);

/* Returns the cost of call NUMBER of the measured profile of G, including all functions that it
 * called. */
int64_t gather_call_cost(const struct graph *g, uint32_t number);

#endif
