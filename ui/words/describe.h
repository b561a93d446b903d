/* describe.h - functions and calls in words, and how reliable each figure is
 *
 * Functions named ..._brief() write phrases for the detail line, the most important one first.  A
 * tab ends each phrase.  Functions named ..._full() write paragraphs, one in each line.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include <stdio.h>

#include "table/view_context.h"

/* Writes the place in the source where function N begins, as a phrase.  The place distinguishes
 * functions of the same name.  Writes nothing if N is a cycle or the place is not known. */
void describe_place(struct view_context *ctx, uint32_t n, FILE *out);

/* Function or arc NUMBER is excluded: says how to include it again. */
void describe_excluded(struct view_context *ctx, bool is_arc, uint32_t number, FILE *out);

/* Has the user, not an option, excluded function or arc NUMBER? */
bool describe_is_excluded_by_user(const struct view_context *ctx, bool is_arc, uint32_t number);

/* Was a call of function F by another function recorded? */
bool describe_has_caller(const struct view_context *ctx, uint32_t f);

/* Describes the figures of node N, which is a function or a cycle. */
void describe_node_brief(struct view_context *ctx, uint32_t n, FILE *out);
void describe_node_full(struct view_context *ctx, uint32_t n, FILE *out);

/* Describes the calls of ARC.  CALLER is true if the row shows the name of the caller, false if it
 * shows the name of the callee. */
void describe_arc_brief(struct view_context *ctx, uint32_t arc, bool caller, FILE *out);
void describe_arc_full(struct view_context *ctx, uint32_t arc, FILE *out);

/* Returns the reason why no caller of node N is known, as the end of a sentence. */
const char *describe_spontaneous(const struct view_context *ctx, uint32_t n);

#endif
