/* describe_compare.h - two profiles side by side in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DESCRIBE_COMPARE_H
#define DESCRIBE_COMPARE_H

#include <stdio.h>

#include "compare/comparison.h"
#include "table/view_context.h"
#include "words/facts.h"

/* Returns the name of the function of ROW: that of B or, if only A has it, that of A. */
const char *describe_compare_name(struct view_context *ctx, const struct comparison_row *row);

/* Describes ROW of CTX->comparison, in phrases or in paragraphs (see describe.h). */
void describe_compare_brief(struct view_context *ctx, const struct comparison_row *row, FILE *out);
void describe_compare_full(struct view_context *ctx, const struct comparison_row *row, FILE *out);

/* Writes one line, without its end: the totals of both sides and their difference, or the
 * difference of ROW, and what can be said about it. */
void describe_compare_total(struct view_context *ctx, FILE *out);
void describe_compare_summary(struct view_context *ctx, const struct comparison_row *row,
	FILE *out);

/* Sets the facts about CALLS, those of A and of B. */
void describe_compare_calls(struct facts *f, const double calls[2]);

#endif
