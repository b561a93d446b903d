/* describe.h - functions and calls in words, and how reliable each figure is
 *
 * ..._brief() writes phrases for the detail line, each ended by a tab, the most important first.
 * ..._full() explains: one paragraph in each line.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include <stdio.h>

#include "table/view_context.h"

/* Describe the place in the source where function N begins, which distinguishes functions of the
 * same name. */
void describe_place(struct view_context *ctx, uint32_t n, FILE *out);

/* Describe node N. */
void describe_node_brief(struct view_context *ctx, uint32_t n, FILE *out);
void describe_node_full(struct view_context *ctx, uint32_t n, FILE *out);

/* Describe an arc.  CALLER: the row shows the name of the caller, otherwise of the callee. */
void describe_arc_brief(struct view_context *ctx, uint32_t arc, bool caller, FILE *out);
void describe_arc_full(struct view_context *ctx, uint32_t arc, FILE *out);

/* Returns the reason why no caller of N is known. */
const char *describe_spontaneous(const struct view_context *ctx, uint32_t n);

#endif
