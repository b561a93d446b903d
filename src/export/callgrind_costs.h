/* callgrind_costs.h - costs of lines, and calls on lines, for the export to callgrind
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CALLGRIND_COSTS_H
#define CALLGRIND_COSTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "profile/callsites.h"
#include "source/sourceitems.h"

/* The samples of a function that belong to one line. */
struct line_cost {
	uint32_t func;
	const char *file;		/* borrowed; NULL: not known */
	unsigned line;
	double ticks;
};

struct callgrind_costs {
	struct line_cost *v;		/* owned; sorted by function, file and line */
	size_t n, room;

	/* Measured profiles only: the calls on lines of arc a are calls.v[call_at[a]] to
	 * calls.v[call_at[a + 1] - 1], of kind ITEM_CALL. */
	struct source_items calls;
	size_t *call_at;		/* owned; NULL: the profile is not measured */

	struct callsites *places;	/* borrowed */
	uint32_t func;			/* function of the samples that are divided among lines */
};

/* Collect the costs of the profile that PLACES belongs to.  TEXT gets the names of files. */
void callgrind_costs_collect(struct callgrind_costs *c, struct callsites *places,
	struct arena *text);
void callgrind_costs_release(struct callgrind_costs *c);

/* Compares functions, files and lines of two struct line_cost. */
int callgrind_costs_by_place(const void *a, const void *b);

#endif
