/* nodelines.h - the source lines of a function or a cycle, in all files
 *
 * The compiler inlines functions of other files, so the samples of a function may be on lines of
 * several files.  Each sample belongs to the innermost line.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NODELINES_H
#define NODELINES_H

#include <stdbool.h>
#include <stddef.h>

#include "source/lineparts.h"
#include "table/view_context.h"

/* Lines with figures of one node, sorted by number; free() V. */
struct node_lines {
	struct line_part *v;		/* owned */
	size_t n;
};

/* Returns the lines of node N: of the function, of the functions that are folded into it, of the
 * members of the cycle.  Their samples add up to the self time of N.  The sources must be read. */
struct node_lines nodelines_of(const struct view_context *ctx, uint32_t n);

/* Returns the part with the most samples of LINES among the lines of file FILE (NOBODY: of all
 * files), or NULL if none has samples. */
const struct line_part *nodelines_hottest(const struct view_context *ctx,
	const struct node_lines *lines, uint32_t file);

/* Write into TEXT, ROOM bytes, how much of the time of node N is on lines of file FILE and which
 * files have the rest: ": 38.10 of 148.57 s; the rest (l): token.h 71.02 s, ...".  If there is no
 * rest, write "". */
void nodelines_describe_rest(const struct view_context *ctx, uint32_t n, uint32_t file, char *text,
	size_t room);

/* Has node N figures on line LINE of the sources? */
bool nodelines_has(const struct view_context *ctx, uint32_t n, uint32_t line);

#endif
