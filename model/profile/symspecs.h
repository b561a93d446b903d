/* symspecs.h - what the symspecs of the command line match
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMSPECS_H
#define SYMSPECS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "profile/profile.h"
#include "profile/select.h"

/* Functions that follow one another in the table of functions: FIRST to LAST. */
struct func_run {
	uint32_t first, last;
};

/* One half of a spec, and what it names. */
struct spec_side {
	const char *name;		/* NULL: every function */
	const char *file;		/* base name of the file they begin in; NULL: any */
	uint32_t line;			/* on which they begin; 0: any */
	uint32_t number;		/* gprof: the file it means, of several with that name */
	struct func_run *runs;		/* owned; ascending, apart from each other */
	size_t n, room;
};

struct pattern {
	enum select_table table;
	struct spec_side left, right;
	bool has_right;
};

struct symspecs {
	struct pattern *patterns;	/* owned; in gprof's order: from the last spec back */
	size_t n;
	struct arena names;
};

/* Take SPECS apart and, if EXCLUDE_PROFILER, put those that gprof always has behind them. */
void symspecs_parse(struct symspecs *s, const struct symspec *specs, size_t nspecs,
	bool exclude_profiler);

/* Find out which functions of P they name.  GPROF: of the files with the name that a spec
 * has, only the one that turned up last. */
void symspecs_match(struct symspecs *s, const struct profile *p, bool gprof);

/* Does any of SPECS name a file or a line, so that P->places are needed to match them? */
bool symspecs_need_places(const struct symspec *specs, size_t nspecs);

void symspecs_release(struct symspecs *s);

#endif
