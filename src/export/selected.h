/* selected.h - --select: finding the function or place that it names, and its rows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SELECTED_H
#define SELECTED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "table/view.h"
#include "table/view_context.h"

/* Returns the node that SELECT names, or NOBODY.  SELECT is a full name or an index, as for
 * name_lookup_exact().  If only one node fits, SELECT may also be a name without outer scopes,
 * return type, arguments, or an ending that a compiler appends, or the name in the debug
 * information. */
uint32_t selected_find_node(struct view_context *ctx, const char *select);

/* If node N is a function without samples of its own, returns its clone with the most samples, such
 * as "f.part.0".  Otherwise, or if no clone of N has samples, returns NOBODY. */
uint32_t selected_clone_with_time(const struct view_context *ctx, uint32_t n);

/* Sets E to the message that no node has exactly the name SELECT.  The message lists the nodes
 * whose names fit best, see enum fit.  Returns false. */
bool selected_not_found(struct view_context *ctx, const char *select, struct err *e);

/* A place in the source. */
struct selected_place {
	uint32_t file;			/* NOBODY: no file */
	uint32_t line;			/* 0: all lines */
	uint32_t func;			/* NOBODY: all functions */
};

/* Returns the place that SELECT names: a function, a file or, as "FILE:LINE", a line.  If SELECT
 * names a line and AROUND is set, .func is the function that contains the line.  If SELECT names no
 * place, .file is NOBODY. */
struct selected_place selected_find_place(struct view_context *ctx, const char *select,
	bool around);

/* Keeps only some rows of V: the rows at depth 0 that show node N or the cycle of N, and the rows
 * inside these rows. */
void selected_keep_node(struct view *v, uint32_t n);

/* In a view of files or of lines: keeps only the rows at P. */
void selected_keep_place(struct view *v, const struct selected_place *p);

/* In a view of a source: keeps only the lines of the function P->func, and the rows that are
 * unfolded below these lines.  If P has no line, also keeps other lines whose code was inlined into
 * the function, if that code has samples or calls. */
void selected_keep_lines(struct view *v, const struct selected_place *p);

#endif
