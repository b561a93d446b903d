/* statedtotals.h - totals of functions that a profile of costs states
 *
 * Python's cProfile states the total of each function, beside the costs of calls.  These can
 * lack: if callers were not recorded (subcalls=False), or if functions with the same name and line
 * are one.  Then the own cost and the costs of the calls of a function are not its total: the
 * difference, which no call in the file explains, is called the rest here.  Members of cycles have
 * no rest: the costs of calls inside a cycle explain no total (knowntimes.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef STATEDTOTALS_H
#define STATEDTOTALS_H

#include "figures/graph.h"

/* Sets G->rest, if any function has a rest.  HEAD is indexed by function: the head of its cycle, or
 * the function itself, in the profile without exclusions.  G->unowned is set. */
void statedtotals_find(struct graph *g, const uint32_t *head);

/* Gives function F, which is in no cycle, the total that the files state.  G has no exclusions, and
 * its bounds and times without these totals are set.  If the total of F is not known, because F
 * stands for several functions whose totals overlap, sets its bounds. */
void statedtotals_take(struct graph *g, uint32_t f);

#endif
