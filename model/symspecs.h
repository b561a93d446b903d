/* symspecs.h - what the symspecs of the command line match
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMSPECS_H
#define SYMSPECS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mem.h"
#include "profile.h"
#include "select.h"

/* Functions that follow one another in the table of functions: FIRST to LAST. */
struct range {
	uint32_t first, last;
};

/* One half of a spec, and what it names. */
struct side {
	const char *name;		/* NULL: every function */
	struct range *ranges;		/* owned; ascending, apart from each other */
	size_t n, room;
};

struct pattern {
	enum table table;
	struct side left, right;
	bool has_right;
};

struct symspecs {
	struct pattern *patterns;	/* owned; in gprof's order: from the last spec back */
	size_t n;
	struct arena names;
};

/* Take SPECS apart and, if EXCLUDE_PROFILER, put those that gprof always has behind them.
 * False: one asks for what cannot be known. */
bool symspecs_parse(struct symspecs *s, const struct spec *specs, size_t nspecs,
	bool exclude_profiler, struct err *e);

/* Find out which of FUNCS they name. */
void symspecs_match(struct symspecs *s, const struct func *funcs, uint32_t nfuncs);

void symspecs_release(struct symspecs *s);

#endif
