/* funclines.c - the samples and calls of each function on each line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "source/funclines.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/bisect.h"
#include "base/count.h"
#include "base/mem.h"
#include "base/rules.h"
#include "source/sourceitems.h"
#include "source/sources.h"

/* Does ITEM have samples or calls of a known function? */
static bool
is_of_func(const struct source_item *item)
{
	return item->func != NOBODY && (item->kind == ITEM_CALL
		|| (item->kind == ITEM_HITS && (item->hits != 0 || item->total != 0)));
}

/* Sets P->at to the positions in P->v from which scatter_lines() stores the lines of each
 * function. */
static void
count_lines(struct func_lines *p, const struct source_item *items, size_t n,
	const double *unplaced)
{
	p->at = mem_new((size_t)p->nfuncs + 2, sizeof(*p->at));
	/* First, at[f + 2] is the number of lines of function f.  Then the numbers are added up, so
	 * that at[f + 1] is the position of the first line of f.  Finally, scatter_lines() moves
	 * at[f + 1] to the end of the lines of f, where the lines of f + 1 begin. */
	for (size_t i = 0; i < n; i++)
		if (is_of_func(&items[i]))
			p->at[items[i].func + 2]++;
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		p->at[f + 2] += unplaced != NULL && unplaced[f] != 0;
		p->at[f + 2] += p->at[f + 1];
	}
}

/* Stores the lines of each function, sorted by line, at the positions in P->at. */
static void
scatter_lines(struct func_lines *p, const struct source_item *items, const uint32_t *order,
	size_t n, const double *unplaced, const struct source_line *lines)
{
	uint32_t line = 0;

	for (size_t i = 0; i < n; i++) {
		const struct source_item *item = &items[order[i]];

		if (lines[line].file != item->file || lines[line].number != item->line)
			line++;
		assert(lines[line].file == item->file && lines[line].number == item->line);
		if (is_of_func(item))
			p->v[p->at[item->func + 1]++] = (struct func_line){ .line = line,
				.hits = item->kind == ITEM_HITS ? item->hits : 0,
				.total = item->kind == ITEM_HITS ? item->total : 0,
				.addr = item->addr,
				.calls = item->kind == ITEM_CALL ? item->count : 0 };
	}
	for (uint32_t f = 0; unplaced != NULL && f < p->nfuncs; f++)
		if (unplaced[f] != 0)
			p->v[p->at[f + 1]++] = (struct func_line){ .line = NOBODY,
				.hits = unplaced[f] };
}

/* Adds up the elements of P->v that have the same function and line. */
static void
merge_lines(struct func_lines *p)
{
	uint32_t n = 0, from = 0;
	double most = 0;		/* samples at .addr of the last element, p->v[n - 1] */

	for (uint32_t f = 0; f < p->nfuncs; f++) {
		uint32_t to = p->at[f + 1], first = n;

		for (uint32_t i = from; i < to; i++) {
			struct func_line of_func = p->v[i];

			if (n == first || p->v[n - 1].line != of_func.line) {
				p->v[n++] = of_func;
				most = fabs(of_func.hits);
				continue;
			}
			if (fabs(of_func.hits) > most) {
				p->v[n - 1].addr = of_func.addr;
				most = fabs(of_func.hits);
			}
			p->v[n - 1].hits += of_func.hits;
			p->v[n - 1].total += of_func.total;
			p->v[n - 1].calls = count_sum(p->v[n - 1].calls, of_func.calls);
		}
		from = to;
		p->at[f + 1] = n;
	}
	p->v = mem_resize(p->v, n, sizeof(*p->v));
}

/* Sets .owner and .nowners of each line.  The owner is the function with the most samples on the
 * line.  If several functions have equally many samples, it is the one with the most calls. */
static void
find_owners(const struct func_lines *p, struct source_line *lines)
{
	for (uint32_t f = 0; f < p->nfuncs; f++)
		for (uint32_t i = p->at[f]; i < p->at[f + 1]; i++) {
			const struct func_line *of_func = &p->v[i], *best = NULL;
			struct source_line *l;

			if (of_func->line == NOBODY)
				continue;
			l = &lines[of_func->line];
			if (l->nowners++ > 0)
				best = funclines_find(p, l->owner, of_func->line);
			if (best == NULL || fabs(of_func->hits) > fabs(best->hits)
			    || (fabs(of_func->hits) == fabs(best->hits)
				&& of_func->calls > best->calls))
				l->owner = f;
		}
}

void
funclines_make(struct func_lines *p, uint32_t nfuncs, const struct source_item *items,
	const uint32_t *order, size_t n, const double *unplaced, struct source_line *lines)
{
	*p = (struct func_lines){ .nfuncs = nfuncs };
	count_lines(p, items, n, unplaced);
	p->v = mem_new(p->at[nfuncs + 1], sizeof(*p->v));
	scatter_lines(p, items, order, n, unplaced, lines);
	merge_lines(p);
	find_owners(p, lines);
}

void
funclines_release(struct func_lines *p)
{
	free(p->v);
	free(p->at);
	*p = (struct func_lines){ 0 };
}

const struct func_line *
funclines_of(const struct func_lines *p, uint32_t f, size_t *n)
{
	*n = 0;
	if (p->at == NULL)
		return NULL;
	assert(f < p->nfuncs);
	*n = p->at[f + 1] - p->at[f];
	return p->v + p->at[f];
}

const struct func_line *
funclines_find(const struct func_lines *p, uint32_t f, uint32_t line)
{
	size_t n, i;
	const struct func_line *v = funclines_of(p, f, &n);

	BISECT(i, n, v[i].line >= line);
	return i < n && v[i].line == line ? &v[i] : NULL;
}
