/* nodelines.h - the source lines of a function or a cycle, in all files
 *
 * The compiler inlines functions of other files, so the samples of a function may be on lines of
 * several files.  A sample in inlined code belongs to the line of the innermost inlined function.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NODELINES_H
#define NODELINES_H

#include <stdbool.h>
#include <stddef.h>

#include "source/funclines.h"
#include "table/view_context.h"

/* The lines on which a node has figures, sorted by func_line.line; free() .v. */
struct node_lines {
	struct func_line *v;		/* owned */
	size_t n;
	uint32_t node;
};

/* Returns the lines of node N.  They include lines of functions folded into N and, if N is a cycle,
 * the lines of its members.  The samples of all lines add up to the self time of N.  The sources
 * must have been read. */
struct node_lines nodelines_of(const struct view_context *ctx, uint32_t n);

/* Sets HEAT[I] to the samples on line LINES->v[I] if the line is in file FILE.  If no line in FILE
 * has samples, sets HEAT[I] to the time of the calls on the line, if this time is known.  Sets
 * HEAT[I] to 0 if the line is not known or is in another file.  If FILE is NOBODY, uses the lines
 * of all files.  HEAT has LINES->n elements. */
void nodelines_heat(const struct view_context *ctx, const struct node_lines *lines, uint32_t file,
	double *heat);

/* Returns the line of LINES in FILE with the greatest total or, if totals of lines are not known,
 * with the most samples.  Returns NULL if no line has any time.  FILE is as in nodelines_heat(). */
const struct func_line *nodelines_hottest(const struct view_context *ctx,
	const struct node_lines *lines, uint32_t file);

/* Writes into TEXT, ROOM bytes, how much time of node N is on lines of file FILE, and which other
 * files have the rest: ": 38.10 of 148.57 s; rest (l): 71.02 s in token.h, ...".  Writes "" if
 * there is no rest.  Writes KEY after "rest".  KEY is "", or names the key that shows the other
 * files, as " (l)". */
void nodelines_describe_rest(const struct view_context *ctx, uint32_t n, uint32_t file,
	const char *key, char *text, size_t room);

/* Returns the text of nodelines_describe_rest() with the key " (l)".  The text is valid until the
 * next call.  Computes the text again only if the node, the file or the graph is not the same as in
 * the last call. */
const char *nodelines_rest(struct view_context *ctx, uint32_t n, uint32_t file);

/* Does node N have figures on line LINE, which is an index in sources.lines? */
bool nodelines_has(const struct view_context *ctx, uint32_t n, uint32_t line);

#endif
