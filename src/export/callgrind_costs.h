/* callgrind_costs.h - costs of lines, and calls on lines, for the export to callgrind
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CALLGRIND_COSTS_H
#define CALLGRIND_COSTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "figures/graph.h"
#include "profile/callsites.h"
#include "source/sourceitems.h"

/* A time in samples, or the value of an event. */
struct callgrind_value {
	double n;
	uint64_t sum64;			/* .n (sum64.h) */
};

/* The cost of one line of a function: samples, or the value of an event. */
struct line_cost {
	uint32_t func;
	uint32_t event;			/* index in callgrind_costs.events */
	const char *file;		/* borrowed; path of the file; NULL: not known */
	unsigned line;
	struct callgrind_value cost;
};

enum { CALLGRIND_EVENTS = 32 };		/* greatest number of events that are written */

struct callgrind_costs {
	struct line_cost *v;		/* owned; sorted by function, file and line, see
					 * callgrind_costs_by_place() */
	size_t n, room;

	/* The events that are written.  For a measured profile, the first is the event that is
	 * shown.  The other events follow in the order of the profile.  Events that are computed
	 * from other events are omitted. */
	uint32_t events[CALLGRIND_EVENTS];
	uint32_t nevents;

	/* Measured profiles only: the calls on lines.  All elements are of kind ITEM_CALL.  The
	 * calls of arc a are calls.v[order[k]], for k from call_at[a] to call_at[a + 1] - 1. */
	struct source_items calls;
	uint32_t *order;		/* owned */
	size_t *call_at;		/* owned; NULL: the profile is not measured */
	/* In these arrays, which are owned, element i * nevents + k is the value of event k for:
	 * calls.v[i]; arc i; the stacks that begin with function i.  .root_times is NULL if the
	 * profile has no stacks. */
	struct callgrind_value *call_times, *arc_times, *root_times;
	/* For each event: costs that are no own cost of any function (graph.unowned). */
	struct callgrind_value unowned[CALLGRIND_EVENTS];

	struct callsites *places;	/* borrowed */
	uint32_t func, event;		/* function and event whose costs are being collected */
};

/* Collects the costs of G, a graph of the profile that PLACES belongs to.  Names of files are
 * stored in TEXT. */
void callgrind_costs_collect(struct callgrind_costs *c, const struct graph *g,
	struct callsites *places, struct arena *text);
void callgrind_costs_release(struct callgrind_costs *c);

/* Returns the time of all calls of ARC in G, in samples.  G has no stacks.  If ARC is inside a
 * cycle, returns the recorded time, or 0 if the profile has no costs of calls. */
struct callgrind_value callgrind_costs_of_arc(const struct graph *g, uint32_t arc);

/* Compares two struct line_cost by function, file and line. */
int callgrind_costs_by_place(const void *a, const void *b);

#endif
