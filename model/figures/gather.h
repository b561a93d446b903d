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

/* Sets .no_func, .no_arc, .nparts, .measure, .in and, if the profile has stacks, .paths of G, as
 * SELECTION says.  Returns false if STOP, which may be NULL, stopped the work. */
bool gather(struct graph *g, const struct selection *selection, struct stop *stop);

/* Releases what gather() has made. */
void gather_release(struct graph *g);

/* Each function calls FN for each element of the measured profile of G that is shown.
 * gather_each_sample(): the samples of PATH, a path of the profile, for the event that is shown.
 * gather_each_cost(): the own cost of FRAME.  gather_each_call(): call NUMBER; calls that are
 * excluded are included. */
void gather_each_sample(const struct graph *g,
	void (*fn)(void *with, uint32_t path, const struct measured_weight *w), void *with);
void gather_each_cost(const struct graph *g, void (*fn)(void *with, uint32_t frame, double cost),
	void *with);
void gather_each_call(const struct graph *g,
	void (*fn)(void *with, uint32_t number, const struct measured_call *call), void *with);

/* Returns the cost of call NUMBER of the measured profile of G, including all functions that it
 * called. */
double gather_call_cost(const struct graph *g, uint32_t number);

#endif
