/* lineparts.h - the part of each function in the figures of source lines
 *
 * A line of an inlined function has samples and calls of every function that it is inlined into.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINEPARTS_H
#define LINEPARTS_H

#include <stddef.h>
#include <stdint.h>

struct source_item;
struct source_line;

/* The samples and calls of a function on a line. */
struct line_part {
	uint32_t line;			/* number in sources.lines; NOBODY: samples of which no
					 * line is known */
	double hits;			/* samples */
	uint64_t calls;			/* made on the line */
	uint64_t addr;			/* the address with most of the samples, else of a call */
};

/* The parts of function f: v[at[f]] to v[at[f + 1] - 1], sorted by line.  Their samples add up to
 * those of f. */
struct line_parts {
	struct line_part *v;		/* owned */
	uint32_t *at;			/* owned; NULL: no parts are known */
	uint32_t nfuncs;
};

/* Make the parts of NFUNCS functions from the N items at ITEMS and their order ORDER, which is
 * sorted by line, and set .owner and .nowners of LINES, the lines of these items.  UNPLACED: of
 * each function its samples of which no line is known; NULL: there are none. */
void lineparts_make(struct line_parts *p, uint32_t nfuncs, const struct source_item *items,
	const uint32_t *order, size_t n, const double *unplaced, struct source_line *lines);

void lineparts_release(struct line_parts *p);

/* The parts of function F; sets *N to their number. */
const struct line_part *lineparts_of(const struct line_parts *p, uint32_t f, size_t *n);

/* The part of function F on line LINE, or NULL. */
const struct line_part *lineparts_find(const struct line_parts *p, uint32_t f, uint32_t line);

#endif
