/* linecounts.c - find the execution counts of one source file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "source/linecounts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "base/pathname.h"

struct line_counts
linecounts_next(const struct gcov *g, size_t *i)
{
	struct line_counts counts = { g->lines + *i, 0 };

	assert(*i < g->nlines);
	while (*i < g->nlines && strcmp(g->lines[*i].path, counts.v->path) == 0) {
		counts.n++;
		++*i;
	}
	return counts;
}

struct line_counts
linecounts_of(const struct gcov *g, const char *path)
{
	size_t n = g != NULL ? g->nlines : 0, i;
	struct line_counts counts = { NULL, 0 };
	char *name = mem_new(strlen(path) + 2, 1);

	pathname_normalize(name, path);
	BISECT(i, n, strcmp(g->lines[i].path, name) >= 0);
	if (i < n && strcmp(g->lines[i].path, name) == 0)
		counts = linecounts_next(g, &i);
	free(name);
	return counts;
}

bool
linecounts_any_ran(struct line_counts counts)
{
	for (size_t i = 0; i < counts.n; i++)
		if (counts.v[i].counts[0] > 0)
			return true;
	return false;
}
