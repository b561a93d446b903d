/* How often the lines of annotated source ran.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "linecounts.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "pathname.h"

struct line_counts
linecounts_next(const struct gcov *g, size_t *i)
{
	struct line_counts counts = { g->lines + *i, 0 };

	while (*i < g->nlines && strcmp(g->lines[*i].path, counts.v->path) == 0) {
		counts.n++;
		++*i;
	}
	return counts;
}

struct line_counts
linecounts_of(const struct gcov *g, const char *path)
{
	size_t lo = 0, hi = g != NULL ? g->nlines : 0;
	struct line_counts counts = { NULL, 0 };
	char *name = mem_new(strlen(path) + 2, 1);

	pathname_normalize(name, path);
	while (lo < hi) {
		size_t middle = lo + (hi - lo) / 2;

		if (strcmp(g->lines[middle].path, name) < 0)
			lo = middle + 1;
		else
			hi = middle;
	}
	if (g != NULL && lo < g->nlines && strcmp(g->lines[lo].path, name) == 0)
		counts = linecounts_next(g, &lo);
	free(name);
	return counts;
}

bool
linecounts_any(struct line_counts counts)
{
	for (size_t i = 0; i < counts.n; i++)
		if (counts.v[i].counts[0] > 0)
			return true;
	return false;
}
