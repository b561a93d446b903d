/* linetimes.h - known times of source lines and of the calls on them, in measured profiles
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINETIMES_H
#define LINETIMES_H

#include <stdbool.h>
#include <stdint.h>

#include "source/sources.h"
#include "table/cost.h"
#include "table/view_context.h"

/* Are the totals of lines known?  In a profile of costs, they are not if functions or calls are
 * excluded. */
bool linetimes_used(const struct view_context *ctx);

/* Returns true and sets *TIME if the time of the calls C is known.  In a profile of costs, the cost
 * of a call inside a cycle is not known. */
bool linetimes_of_call(const struct view_context *ctx, const struct line_call *c, double *time);

/* Returns the cost of line L: its self time, and the time of the calls on it if that is known. */
struct cost linetimes_of_line(const struct view_context *ctx, const struct source_line *l);

/* Returns the cost of the part of line L that belongs to node N, and has SELF samples.  L may be
 * NULL: these samples are on no known line. */
struct cost linetimes_of_part(const struct view_context *ctx, const struct source_line *l,
	uint32_t n, double self);

#endif
