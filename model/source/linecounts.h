/* linecounts.h - find the execution counts of one source file in gcov's counts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINECOUNTS_H
#define LINECOUNTS_H

#include <stdbool.h>
#include <stddef.h>

#include "source/gcov.h"

/* The lines of one file, sorted by number. */
struct line_counts {
	const struct line_count *v;	/* borrowed */
	size_t n;
};

/* The lines of the file that the compiler recorded as PATH; n is 0 if there are none.  G may be
 * NULL. */
struct line_counts linecounts_of(const struct gcov *g, const char *path);

/* The lines of the file whose first line is g->lines[*I], *I < g->nlines; *I becomes the index of
 * the first line of the next file. */
struct line_counts linecounts_next(const struct gcov *g, size_t *i);

/* Did any of the lines run? */
bool linecounts_any_ran(struct line_counts counts);

#endif
