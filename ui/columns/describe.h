/* describe.h - figures in words: what is counted, what sampled, what estimated
 *
 * say_...() is for the detail line: phrases that end in tabs, the most telling first.
 * tell_...() is for people who ask: a paragraph a line.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include <stdio.h>

#include "table/view_context.h"

/* Where function N begins in the source: what tells functions of one name apart. */
void describe_place(struct view_context *ctx, uint32_t n, FILE *out);
void describe_node_brief(struct view_context *ctx, uint32_t n, FILE *out);
void describe_node_full(struct view_context *ctx, uint32_t n, FILE *out);

/* An arc, as a row among the callers or else among the callees of a function. */
void describe_arc_brief(struct view_context *ctx, uint32_t arc, bool caller, FILE *out);
void describe_arc_full(struct view_context *ctx, uint32_t arc, FILE *out);

/* Why nobody is known who calls N: "no caller recorded ...". */
const char *describe_spontaneous(const struct view_context *ctx, uint32_t n);

#endif
