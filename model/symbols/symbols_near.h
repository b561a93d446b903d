/* symbols_near.h - the functions of an image at single addresses
 *
 * A profile of a whole system has samples in a few functions of each of a hundred images.  Here the
 * symbols of an image are only divided among pages of its code.  The functions are made, by exact
 * rules, where an address is asked for: they are those that symbols_exact() makes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_NEAR_H
#define SYMBOLS_NEAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "symbols/symbols.h"

struct symbols_near {
	const struct image *im;		/* borrowed, as the next two */
	const struct elf_symtab *table;
	struct arena *names;
	uint64_t base;			/* address of the first page */
	unsigned shift;			/* a page is 1 << shift bytes; the first and the last page
					 * also have what is before and behind them */
	struct symbols_page {
		uint32_t begin;		/* position in .order of its first symbol */
		bool is_sorted;		/* the symbols of the page are sorted, and known in .at */
		uint64_t reach;		/* no symbol of an earlier page ends behind this address */
	} *pages;			/* owned; one more than there are, for the end */
	uint32_t npages;
	uint32_t *order;		/* owned; numbers in .table, by page, then by address */
	uint32_t n;
	struct symbols_at {
		uint64_t address;	/* known if the page is sorted, as .is_cut */
		bool is_cut;		/* a function begins here, and none before it reaches here:
					 * what is on one side does not depend on the other */
		uint32_t region;	/* 1 + index in .regions; 0: not laid out */
	} *at;				/* owned; indexed by position in .order */
	struct symbols_region {		/* the code from one cut to another */
		struct functions functions;
		uint32_t first;		/* number of its first function */
	} *regions;			/* owned; the first is before all symbols */
	uint32_t nregions;
	size_t regions_room;
	uint32_t nfuncs;		/* functions that were made so far */
};

/* Opens N for the symbols of IM.  Names that are not in IM are stored in NAMES.  *DYNAMIC and E are
 * as for symbols_exact(), without -S. */
bool symbols_near_open(struct symbols_near *n, struct image *im, struct arena *names,
	bool *dynamic, struct err *e);

/* Returns the function at ADDRESS, valid until N is released, and sets *NUMBER to its number.
 * NULL: ADDRESS is in padding between functions. */
const struct func *symbols_near_at(struct symbols_near *n, uint64_t address, uint32_t *number);

void symbols_near_release(struct symbols_near *n);

#endif
