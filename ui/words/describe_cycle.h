/* describe_cycle.h - members of cycles and calls inside cycles in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DESCRIBE_CYCLE_H
#define DESCRIBE_CYCLE_H

#include <stdio.h>

#include "table/view_context.h"

/* Describes the total of function N, a member of a cycle, in phrases or in a paragraph (see
 * describe.h). */
void describe_cycle_member_brief(struct view_context *ctx, uint32_t n, FILE *out);
void describe_cycle_member_full(struct view_context *ctx, uint32_t n, FILE *out);

/* Describes the time of ARC, which is inside a cycle or leads from a function to itself.  If there
 * is no estimate, describe_cycle_arc_brief() writes nothing.  describe_cycle_arc_full() writes why
 * there is none, except for an arc from a function to itself. */
void describe_cycle_arc_brief(struct view_context *ctx, uint32_t arc, FILE *out);
void describe_cycle_arc_full(struct view_context *ctx, uint32_t arc, FILE *out);

/* Describes a total of which only the bounds B are known, because few calls share the time of a
 * cycle (bounds_have_few_calls()). */
void describe_few_calls_brief(const struct view_context *ctx, const struct bound *b, FILE *out);
void describe_few_calls_full(const struct view_context *ctx, const struct bound *b, FILE *out);

#endif
