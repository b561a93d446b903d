/* describe_known.h - functions and calls of profiles whose totals are known, in words
 *
 * See describe.h about ..._brief() and ..._full().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DESCRIBE_KNOWN_H
#define DESCRIBE_KNOWN_H

#include <stdio.h>

#include "table/view_context.h"

/* Returns the reason why no caller of an outermost function is known. */
const char *describe_known_outermost(const struct view_context *ctx);

/* Describe the total of node N, without its calls. */
void describe_known_total_brief(struct view_context *ctx, uint32_t n, FILE *out);

/* Explain all figures of node N. */
void describe_known_node_full(struct view_context *ctx, uint32_t n, FILE *out);

/* Describe the figures of ARC, which is not excluded. */
void describe_known_arc_brief(struct view_context *ctx, uint32_t arc, FILE *out);
void describe_known_arc_full(struct view_context *ctx, uint32_t arc, FILE *out);

#endif
