/* funclines.h - the samples and calls of each function on each line
 *
 * For example, a line of an inlined function has samples and calls of each function that it is
 * inlined into.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FUNCLINES_H
#define FUNCLINES_H

#include <stddef.h>
#include <stdint.h>

struct source_item;
struct source_line;

/* The samples and calls of one function on one line. */
struct func_line {
	uint32_t line;			/* number in sources.lines; NOBODY: samples whose line is
					 * not known */
	double hits;			/* samples on the line */
	double total;			/* samples of the stacks in which the function is on the
					 * line; 0: there are no stacks */
	uint64_t calls;			/* calls that the function makes on the line */
	uint64_t addr;			/* the address with more samples than any other; without
					 * samples, the address of a call.  In a measured profile:
					 * 0, or 1 + number of the inlined function whose source has
					 * the line */
};

/* The lines of function f are v[at[f]] to v[at[f + 1] - 1], sorted by line.  Their samples add up
 * to the samples of f. */
struct func_lines {
	struct func_line *v;		/* owned */
	uint32_t *at;			/* owned; positions in .v; NULL: there are no lines */
	uint32_t nfuncs;
};

/* Makes the lines of NFUNCS functions from the N elements of ITEMS.  ORDER has the indices of the
 * items, sorted by file and line.  LINES has the lines of the items, in the same order.
 * UNPLACED[f] is the number of samples of function f whose line is not known; UNPLACED is NULL if
 * there are no such samples.  Sets .owner and .nowners of each element of LINES. */
void funclines_make(struct func_lines *p, uint32_t nfuncs, const struct source_item *items,
	const uint32_t *order, size_t n, const double *unplaced, struct source_line *lines);

void funclines_release(struct func_lines *p);

/* Returns the lines of function F and sets *N to their number.  The result may be NULL if *N is
 * 0. */
const struct func_line *funclines_of(const struct func_lines *p, uint32_t f, size_t *n);

/* Returns the samples and calls of function F on line LINE, which is a number in sources.lines.
 * NULL: F has none there. */
const struct func_line *funclines_find(const struct func_lines *p, uint32_t f, uint32_t line);

#endif
