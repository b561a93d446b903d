/* likely.c - which function of one side is most like a function that only the other side has
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "compare/likely.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/pathname.h"

/* What a row is to the row that is looked for. */
enum { CALLER = 1, CALLEE = 2 };

/* Returns an array, to be free()d: the row of each function of SIDE, or NOBODY. */
static uint32_t *
rows_of(const struct comparison *c, int side)
{
	uint32_t n = c->side[side].graph->nfuncs, *rows = mem_uncleared(n, sizeof(*rows));

	memset(rows, 0xff, n * sizeof(*rows));
	for (uint32_t i = 0; i < c->nrows; i++)
		if (c->rows[i].func[side] != NOBODY)
			rows[c->rows[i].func[side]] = i;
	return rows;
}

/* Sets IS[i] to what row i is to function FUNC of SIDE.  Returns how many callers and callees FUNC
 * has. */
static uint32_t
mark_neighbours(const struct comparison *c, int side, uint32_t func, unsigned char *is)
{
	const struct profile *p = c->side[side].graph->profile;
	uint32_t *rows = rows_of(c, side), n = 0;

	for (uint32_t a = 0; a < p->narcs; a++) {
		const struct arc *arc = &p->arcs[a];
		uint32_t caller = arc->caller != NOBODY ? rows[arc->caller] : NOBODY;
		uint32_t callee = arc->callee != NOBODY ? rows[arc->callee] : NOBODY;

		if (arc->callee == func && caller != NOBODY)
			is[caller] |= CALLER;
		if (arc->caller == func && callee != NOBODY)
			is[callee] |= CALLEE;
		n += (arc->callee == func) + (arc->caller == func);
	}
	free(rows);
	return n;
}

/* Adds to LIKE the part of the neighbours of each function of SIDE that it has in common with a
 * function that has N; IS is the result of mark_neighbours(). */
static void
add_neighbours(const struct comparison *c, int side, const unsigned char *is, uint32_t n,
	double *like)
{
	const struct profile *p = c->side[side].graph->profile;
	uint32_t *rows = rows_of(c, side), nfuncs = c->side[side].graph->nfuncs;
	uint32_t *shared = mem_new(nfuncs, sizeof(*shared));
	uint32_t *all = mem_new(nfuncs, sizeof(*all));

	for (uint32_t a = 0; a < p->narcs; a++) {
		uint32_t caller = p->arcs[a].caller, callee = p->arcs[a].callee;

		if (caller == NOBODY || callee == NOBODY)
			continue;
		all[caller]++;
		all[callee]++;
		shared[callee] += rows[caller] != NOBODY && (is[rows[caller]] & CALLER) != 0;
		shared[caller] += rows[callee] != NOBODY && (is[rows[callee]] & CALLEE) != 0;
	}
	for (uint32_t f = 0; f < nfuncs; f++)
		if (rows[f] != NOBODY && shared[f] > 0)
			like[rows[f]] += 2.0 * shared[f] / (all[f] > n ? all[f] : n);
	free(rows);
	free(shared);
	free(all);
}

/* Returns the base name of the source file of function F of P, or NULL if it is not known. */
static const char *
file_of(const struct profile *p, uint32_t f)
{
	return p->places != NULL && p->places[f].file != NOBODY
		? pathname_base(p->files[p->places[f].file]) : NULL;
}

/* Returns how much the figures of X, which only one side has, are like those of Y, which only the
 * other has. */
static double
likeness(const struct comparison_row *x, const struct comparison_row *y)
{
	double calls[2] = { (double)(x->calls[0] + x->calls[1]),
		(double)(y->calls[0] + y->calls[1]) };
	double time[2] = { x->self.value[0] + x->self.value[1],
		y->self.value[0] + y->self.value[1] };

	return (calls[0] > 0 && calls[0] == calls[1])
		+ (fmax(time[0], time[1]) > 0 ? fmin(time[0], time[1]) / fmax(time[0], time[1])
			: 0);
}

void
likely_find(const struct comparison *c, const struct comparison_row *row, double *like)
{
	int side = row->func[0] == NOBODY;
	const char *file = file_of(c->side[side].profile, row->func[side]);
	unsigned char *is = mem_new(c->nrows, 1);
	uint32_t n;

	for (uint32_t i = 0; i < c->nrows; i++) {
		const struct comparison_row *other = &c->rows[i];
		const char *there = other->func[!side] != NOBODY
			? file_of(c->side[!side].profile, other->func[!side]) : NULL;

		like[i] = likeness(row, other)
			+ (file != NULL && there != NULL && strcmp(file, there) == 0);
	}
	n = mark_neighbours(c, side, row->func[side], is);
	add_neighbours(c, !side, is, n, like);
	free(is);
	for (uint32_t i = 0; i < c->nrows; i++)
		if (c->rows[i].func[side] != NOBODY)
			like[i] = -1;
}
