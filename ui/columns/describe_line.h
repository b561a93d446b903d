/* describe_line.h - source lines in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DESCRIBE_LINE_H
#define DESCRIBE_LINE_H

#include <stdio.h>

#include "source/sources.h"
#include "table/view.h"

/* If L is inlined, returns the name of the function whose source has L; otherwise NULL.  If INTO is
 * not NOBODY, only the code of L in function INTO counts. */
const char *describe_line_inlined(struct view_context *ctx, const struct source_line *l,
	uint32_t into);

/* Describe HITS samples, or call C of a line, or line L, in phrases for the detail line.
 * describe_line_full() writes paragraphs instead.  COST is the cost of L that V shows.  INTO is the
 * function that COST belongs to, or NOBODY. */
void describe_line_hits(struct view_context *ctx, double hits, FILE *out);
void describe_line_call(struct view_context *ctx, const struct line_call *c, FILE *out);
void describe_line_brief(const struct view *v, const struct source_line *l,
	const struct cost *cost, uint32_t into, FILE *out);
void describe_line_full(struct view_context *ctx, const struct source_line *l, FILE *out);

#endif
