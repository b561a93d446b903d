/* describe_cycle.h - members of cycles and calls inside cycles in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DESCRIBE_CYCLE_H
#define DESCRIBE_CYCLE_H

#include <stdio.h>

#include "table/view_context.h"

/* Describe the total of member N of a cycle, in phrases or in a paragraph, as in describe.h. */
void describe_cycle_member_brief(struct view_context *ctx, uint32_t n, FILE *out);
void describe_cycle_member_full(struct view_context *ctx, uint32_t n, FILE *out);

/* Describe the time of ARC inside a cycle.  If it cannot be estimated, the paragraph says why, and
 * there is no phrase. */
void describe_cycle_arc_brief(struct view_context *ctx, uint32_t arc, FILE *out);
void describe_cycle_arc_full(struct view_context *ctx, uint32_t arc, FILE *out);

#endif
