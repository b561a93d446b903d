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

/* Are the totals of source lines known?  In a profile of costs of calls, they are known only if
 * nothing is excluded. */
bool linetimes_used(const struct view_context *ctx);

/* Sets *TIME to the time of the calls C.  Returns false if this time is not known, which is so if
 * totals of lines are not known.  In a profile of costs of calls, it is also so if C is inside a
 * cycle. */
bool linetimes_of_call(const struct view_context *ctx, const struct line_call *c, double *time);

/* Returns the cost of line L: its self time and, if it is known, the time of the calls on L. */
struct cost linetimes_of_line(const struct view_context *ctx, const struct source_line *l);

/* Returns the cost of the part of line L that belongs to node N.  This part has SELF samples.  L is
 * NULL if the line of the samples is not known. */
struct cost linetimes_of_part(const struct view_context *ctx, const struct source_line *l,
	uint32_t n, double self);

#endif
