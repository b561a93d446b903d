/* cost.h - the figures of what a row is about
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COST_H
#define COST_H

#include <stdbool.h>
#include <stdint.h>

#include "table/view_context.h"

/* Times are in samples. */
struct cost {
	uint32_t node;			/* what it names, or NOBODY */
	bool subject;			/* it is what the view is about */
	bool has_time;			/* self and child mean something */
	bool has_calls;
	bool possible;			/* a call in the code that was not counted */
	double self, children;		/* in its own code; handed up to it */
	uint64_t calls;
	char join;			/* '/': of so many calls; '+': and so many of its own; 0 */
	uint64_t other;			/* after the join */
	uint8_t certainty;			/* enum certainty of self + child */
	bool propagated;			/* self was handed up as well: by calls of OTHER calls */
	double lo, hi;			/* bounds of self + child; hi 0: not known */
	double excluded;		/* part of the calls whose time does not count, 0 to 1 */
};

/* The calls that took the time of F. */
static inline double
cost_counted_calls(const struct cost *f)
{
	return (double)f->calls * (1 - f->excluded);
}

/* What node N costs and how often it was called.  It has no time if all of it was taken out. */
struct cost cost_of_node(const struct view_context *ctx, uint32_t n);

/* What the calls of ARC hand up, and how many they are; NODE is for the caller to set.  Calls
 * inside a cycle, and those that were taken out or whose caller was, hand up nothing. */
struct cost cost_of_arc(const struct view_context *ctx, uint32_t arc);

/* The same for the calls of node N from outside every function: they get the same share for a
 * call as all others, and nobody can take them out.  NODE is NOBODY. */
struct cost cost_of_outside(const struct view_context *ctx, uint32_t n);

/* How many calls of node N come from outside every function: of a cycle, of its members. */
uint64_t cost_outside_calls(const struct view_context *ctx, uint32_t n);

#endif
