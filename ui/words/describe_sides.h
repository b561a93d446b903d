/* describe_sides.h - functions and calls of the difference of two profiles, in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DESCRIBE_SIDES_H
#define DESCRIBE_SIDES_H

#include <stdio.h>

#include "table/view_context.h"

/* Describe node N, or ARC if it is not NOBODY, in phrases or in paragraphs (see describe.h): its
 * totals and calls in A and B. */
void describe_sides_brief(struct view_context *ctx, uint32_t n, uint32_t arc, FILE *out);
void describe_sides_full(struct view_context *ctx, uint32_t n, uint32_t arc, FILE *out);

/* Describe the self time of line L in A and B, as lineside_self(), in phrases or in a paragraph.
 * Of a profile that is no difference, they write nothing; describe_sides_line() then returns
 * false. */
bool describe_sides_line(struct view_context *ctx, const struct source_line *l, uint32_t n,
	FILE *out);
void describe_sides_line_full(struct view_context *ctx, const struct source_line *l, FILE *out);

#endif
