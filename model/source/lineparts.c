/* lineparts.c - the part that each function has in the samples and calls of a line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "source/lineparts.h"

#include <assert.h>
#include <stdlib.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "base/rules.h"
#include "source/sourceitems.h"
#include "source/sources.h"

/* Does ITEM have samples or calls of a known function? */
static bool
is_part(const struct source_item *item)
{
	return item->func != NOBODY && (item->kind == ITEM_CALL
		|| (item->kind == ITEM_HITS && (item->hits != 0 || item->total != 0)));
}

/* Make P->at: positions in P->v at which scatter_parts() can store a part for each item. */
static void
count_parts(struct line_parts *p, const struct source_item *items, size_t n,
	const double *unplaced)
{
	p->at = mem_new((size_t)p->nfuncs + 2, sizeof(*p->at));
	/* The parts of function f are counted in at[f + 2].  Added up, at[f + 1] becomes the
	 * position of the first part of f.  Then scatter_parts() moves at[f + 1] to the end of the
	 * parts of f, which is where the parts of f + 1 begin. */
	for (size_t i = 0; i < n; i++)
		if (is_part(&items[i]))
			p->at[items[i].func + 2]++;
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		p->at[f + 2] += unplaced != NULL && unplaced[f] != 0;
		p->at[f + 2] += p->at[f + 1];
	}
}

/* Store the parts of each function, sorted by line, at the positions in P->at. */
static void
scatter_parts(struct line_parts *p, const struct source_item *items, const uint32_t *order,
	size_t n, const double *unplaced, const struct source_line *lines)
{
	uint32_t line = 0;

	for (size_t i = 0; i < n; i++) {
		const struct source_item *item = &items[order[i]];

		if (lines[line].file != item->file || lines[line].number != item->line)
			line++;
		assert(lines[line].file == item->file && lines[line].number == item->line);
		if (is_part(item))
			p->v[p->at[item->func + 1]++] = (struct line_part){ .line = line,
				.hits = item->kind == ITEM_HITS ? item->hits : 0,
				.total = item->kind == ITEM_HITS ? item->total : 0,
				.addr = item->addr,
				.calls = item->kind == ITEM_CALL ? item->count : 0 };
	}
	for (uint32_t f = 0; unplaced != NULL && f < p->nfuncs; f++)
		if (unplaced[f] != 0)
			p->v[p->at[f + 1]++] = (struct line_part){ .line = NOBODY,
				.hits = unplaced[f] };
}

/* Add up the parts that have the same function and line. */
static void
merge_parts(struct line_parts *p)
{
	uint32_t n = 0, from = 0;
	double most = 0;		/* samples at .addr of the part that was added last */

	for (uint32_t f = 0; f < p->nfuncs; f++) {
		uint32_t to = p->at[f + 1], first = n;

		for (uint32_t i = from; i < to; i++) {
			struct line_part part = p->v[i];

			if (n == first || p->v[n - 1].line != part.line) {
				p->v[n++] = part;
				most = part.hits;
				continue;
			}
			if (part.hits > most) {
				p->v[n - 1].addr = part.addr;
				most = part.hits;
			}
			p->v[n - 1].hits += part.hits;
			p->v[n - 1].total += part.total;
			p->v[n - 1].calls += part.calls;
		}
		from = to;
		p->at[f + 1] = n;
	}
	p->v = mem_resize(p->v, n, sizeof(*p->v));
}

/* Set .owner of each line: the function with the most samples on the line.  If several have as
 * many, the one with the most calls is the owner. */
static void
find_owners(const struct line_parts *p, struct source_line *lines)
{
	for (uint32_t f = 0; f < p->nfuncs; f++)
		for (uint32_t i = p->at[f]; i < p->at[f + 1]; i++) {
			const struct line_part *part = &p->v[i], *best = NULL;
			struct source_line *l;

			if (part->line == NOBODY)
				continue;
			l = &lines[part->line];
			if (l->nowners++ > 0)
				best = lineparts_find(p, l->owner, part->line);
			if (best == NULL || part->hits > best->hits
			    || (part->hits == best->hits && part->calls > best->calls))
				l->owner = f;
		}
}

void
lineparts_make(struct line_parts *p, uint32_t nfuncs, const struct source_item *items,
	const uint32_t *order, size_t n, const double *unplaced, struct source_line *lines)
{
	*p = (struct line_parts){ .nfuncs = nfuncs };
	count_parts(p, items, n, unplaced);
	p->v = mem_new(p->at[nfuncs + 1], sizeof(*p->v));
	scatter_parts(p, items, order, n, unplaced, lines);
	merge_parts(p);
	find_owners(p, lines);
}

void
lineparts_release(struct line_parts *p)
{
	free(p->v);
	free(p->at);
	*p = (struct line_parts){ 0 };
}

const struct line_part *
lineparts_of(const struct line_parts *p, uint32_t f, size_t *n)
{
	*n = 0;
	if (p->at == NULL)
		return NULL;
	assert(f < p->nfuncs);
	*n = p->at[f + 1] - p->at[f];
	return p->v + p->at[f];
}

const struct line_part *
lineparts_find(const struct line_parts *p, uint32_t f, uint32_t line)
{
	size_t n, i;
	const struct line_part *v = lineparts_of(p, f, &n);

	BISECT(i, n, v[i].line >= line);
	return i < n && v[i].line == line ? &v[i] : NULL;
}
