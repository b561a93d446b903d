/* linecounts.h - how often the lines of annotated source ran, by gcov
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINECOUNTS_H
#define LINECOUNTS_H

#include <stdbool.h>
#include <stddef.h>

#include "source/gcov.h"

/* The lines of one file, by number. */
struct line_counts {
	const struct line_count *v;	/* borrowed */
	size_t n;
};

/* Those of the file that the compiler knew as PATH; none: n is 0.  G may be NULL. */
struct line_counts linecounts_of(const struct gcov *g, const char *path);

/* Those of the first file that has lines from number I on, *I < g->nlines; *I is then the
 * number of the first line of the next file. */
struct line_counts linecounts_next(const struct gcov *g, size_t *i);

/* Did any of them run? */
bool linecounts_any_ran(struct line_counts counts);

#endif
