/* notes_costs.c - findings about costs of calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "notes/notes.h"

#include <math.h>

#include "base/arena.h"
#include "measured/measured.h"

/* Sums that differ by less than this fraction of them need no note. */
static const double MUCH = 0.01;

/* Returns the sum of the costs without an owner. */
static double
sum_of_unowned(const struct graph *g)
{
	double sum = 0;

	for (uint32_t f = 0; f < g->nfuncs; f++)
		sum += g->unowned[f];
	return sum;
}

/* Adds a note if much of 100 % is costs without an owner (graph.unowned). */
static void
note_unowned(struct profile *p, const struct graph *g)
{
	double sum = sum_of_unowned(g), all = g->measure.total;
	uint32_t most = 0, n = 0;

	if (!(sum >= MUCH * all))
		return;
	for (uint32_t f = 0; f < g->nfuncs; f++) {
		n += g->unowned[f] > 0;
		if (g->unowned[f] > g->unowned[most])
			most = f;
	}
	profile_note(p, most, arena_printf(&p->names, "%.0f %% of the total is in no function's own cost.",
		100 * sum / all), arena_printf(&p->names, "The file has no own cost of %u "
		"function%s, but calls of %s cost something: the total is what the callers paid.", n,
		n == 1 ? "" : "s", n == 1 ? "it" : "them"));
}

/* Adds a note if the files state another total than that of the costs in them. */
static void
note_stated(struct profile *p, const struct graph *g)
{
	const struct measured_event *event = &p->measured->events[g->selection.event];
	double stated = (double)event->stated, sum = g->measure.net;
	double own = sum - sum_of_unowned(g);

	if (event->is_unstated || event->formula != NULL || g->selection.part != NOBODY
	    || p->damaged || fabs(stated - sum) <= MUCH * fabs(sum)
	    || fabs(stated - own) <= MUCH * fabs(sum))
		return;
	profile_note(p, NOBODY, arena_printf(&p->names, "The file states a total of %.0f %s, but its costs "
		"add up to %.0f.", stated, event->name, sum),
		"Percentages are parts of the sum. Some programs state the run time, or the largest total of "
		"a function.");
}

void
notes_find_costs(struct profile *p, const struct graph *g)
{
	note_unowned(p, g);
	note_stated(p, g);
}
