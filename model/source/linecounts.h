/* linecounts.h - find the execution counts of one source file in gcov's counts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINECOUNTS_H
#define LINECOUNTS_H

#include <stdbool.h>
#include <stddef.h>

#include "source/gcov.h"

/* The execution counts of one file, sorted by line number. */
struct line_counts {
	const struct line_count *v;	/* borrowed */
	size_t n;
};

/* Returns the execution counts of the file that the compiler recorded as PATH.  If there are none,
 * .n is 0.  G may be NULL. */
struct line_counts linecounts_of(const struct gcov *g, const char *path);

/* Returns the execution counts of the file whose first line is G->lines[*I]; *I must be less than
 * G->nlines.  *I becomes the index of the first line of the next file, or G->nlines, so that a loop
 * can visit all files. */
struct line_counts linecounts_next(const struct gcov *g, size_t *i);

/* Did any of the lines in COUNTS run? */
bool linecounts_any_ran(struct line_counts counts);

#endif
