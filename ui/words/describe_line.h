/* describe_line.h - source lines in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DESCRIBE_LINE_H
#define DESCRIBE_LINE_H

#include <stdio.h>

#include "source/sources.h"
#include "table/view.h"

/* Returns the name of the function whose source has line L, if code of L is inlined; otherwise
 * NULL.  If INTO is a function with samples or calls on L, looks only at the code of L in INTO. */
const char *describe_line_inlined(struct view_context *ctx, const struct source_line *l,
	uint32_t into);

/* Describe HITS samples, the calls C of a line, or line L, in phrases for the detail line.
 * describe_line_full() writes paragraphs instead.  COST is the cost of L that V shows.  INTO is the
 * node whose part of L is described, or NOBODY. */
void describe_line_hits(struct view_context *ctx, double hits, FILE *out);
void describe_line_call(struct view_context *ctx, const struct line_call *c, FILE *out);
void describe_line_brief(const struct view *v, const struct source_line *l,
	const struct cost *cost, uint32_t into, FILE *out);
void describe_line_full(struct view_context *ctx, const struct source_line *l, FILE *out);

#endif
