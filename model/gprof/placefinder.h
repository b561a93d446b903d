/* placefinder.h - the source line of a function, by exact rules or by gprof's
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PLACEFINDER_H
#define PLACEFINDER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rules.h"
#include "dwarf/lines.h"
#include "elf/image.h"
#include "gprof/gprof_linespans.h"

/* A finder that is all zero is not open. */
struct place_finder {
	enum rules rules;
	struct lines *lines;		/* owned */
	bool has_spans;			/* .linespans and .bias are used, not .lines alone: for PE
					 * files, by gprof's rules */
	struct gprof_linespans linespans;	/* owned */
	uint64_t bias;			/* see gprof_bias.h */
};

/* Opens the debug information of IM, which must live as long as F. */
void placefinder_open(struct place_finder *f, const struct image *im, enum rules rules);

/* Sets *PATH and *LINE to the source line of the function that begins at ADDR.  Returns false if it
 * is not known.  *PATH is valid as long as F. */
bool placefinder_at(struct place_finder *f, uint64_t addr, const char **path, unsigned *line);

/* The same for an address for which call number N of placefinder_at(), from 1, has found nothing:
 * by gprof's rules, calls before it may have made its line known (lines_late()). */
bool placefinder_late(struct place_finder *f, uint64_t addr, uint32_t n, const char **path,
	unsigned *line);

/* Releases F, if it is open. */
void placefinder_close(struct place_finder *f);

#endif
