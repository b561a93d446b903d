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

/* Are the totals of source lines known?  In a profile of costs of calls, they are not known if
 * anything is excluded. */
bool linetimes_used(const struct view_context *ctx);

/* Returns whether the time of the calls C is known, and sets *TIME to it.  It is not known if
 * totals of lines are not known or, in a profile of costs of calls, if C is inside a cycle. */
bool linetimes_of_call(const struct view_context *ctx, const struct line_call *c, double *time);

/* Returns the cost of line L: its self time and, if it is known, the time of the calls on L. */
struct cost linetimes_of_line(const struct view_context *ctx, const struct source_line *l);

/* Returns the cost of the part of line L that belongs to node N.  SELF is the number of samples in
 * this part.  If L is NULL, the line of these samples is not known. */
struct cost linetimes_of_part(const struct view_context *ctx, const struct source_line *l,
	uint32_t n, double self);

#endif
