/* describe_cycle.h - members of cycles and calls inside cycles in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DESCRIBE_CYCLE_H
#define DESCRIBE_CYCLE_H

#include <stdio.h>

#include "table/view_context.h"

/* Describe the total of member N of a cycle, in phrases or in a paragraph (see describe.h). */
void describe_cycle_member_brief(struct view_context *ctx, uint32_t n, FILE *out);
void describe_cycle_member_full(struct view_context *ctx, uint32_t n, FILE *out);

/* Describe the time of ARC inside a cycle.  If the time cannot be estimated, ..._brief() writes
 * nothing, and ..._full() writes why. */
void describe_cycle_arc_brief(struct view_context *ctx, uint32_t arc, FILE *out);
void describe_cycle_arc_full(struct view_context *ctx, uint32_t arc, FILE *out);

/* Describe a total with the bounds B, for which bounds_have_few_calls() returns true. */
void describe_few_calls_brief(const struct view_context *ctx, const struct bound *b, FILE *out);
void describe_few_calls_full(const struct view_context *ctx, const struct bound *b, FILE *out);

#endif
