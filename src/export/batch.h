/* batch.h - views without a screen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BATCH_H
#define BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/err.h"

struct browse;

/* Which rows of which view; texts are borrowed, or NULL. */
struct batch {
	const char *view;		/* "functions", "calls", ... */
	const char *select;		/* a name as in the symbol table or as shown, "[7]", "7", of
					 * source also "FILE:LINE"; NULL: everything there is */
	const char *sort;		/* id of a column; NULL: as on the screen */
	bool reverse;
	const char *filter;		/* POSIX extended */
	bool limited;
	size_t limit;			/* rows, if limited */
	const char *format;		/* "text", "tsv", "csv", "json"; NULL: text */
};

/* Is there a view that is called NAME? */
bool batch_has_view(const char *name, struct err *e);

/* Print a view, complete. */
bool batch_view(const struct browse *b, const struct batch *batch, FILE *out, struct err *e);

#endif
