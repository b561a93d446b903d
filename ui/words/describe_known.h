/* describe_known.h - functions and calls of profiles whose totals are known, in words
 *
 * describe.h says what functions named ..._brief() and ..._full() write.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DESCRIBE_KNOWN_H
#define DESCRIBE_KNOWN_H

#include <stdio.h>

#include "table/view_context.h"

/* Returns the reason why no caller of an outermost function is known, as the end of a sentence. */
const char *describe_known_outermost(const struct view_context *ctx);

/* Describes the total of node N, but not its calls.  Writes nothing if no callee of N has time. */
void describe_known_total_brief(struct view_context *ctx, uint32_t n, FILE *out);

/* Explains all figures of node N. */
void describe_known_node_full(struct view_context *ctx, uint32_t n, FILE *out);

/* Describes the figures of ARC.  For describe_known_arc_brief(), ARC must not be excluded. */
void describe_known_arc_brief(struct view_context *ctx, uint32_t arc, FILE *out);
void describe_known_arc_full(struct view_context *ctx, uint32_t arc, FILE *out);

#endif
