/* symspecs.h - the functions that symspecs of the command line match
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

/* A run of functions with consecutive numbers, from .first to .last. */
struct func_run {
	uint32_t first, last;
};

/* One side of a spec, left or right of its slash, and the functions that it names. */
struct spec_side {
	const char *name;		/* name of the functions; NULL: every function */
	const char *file;		/* base name of the source file of the functions; NULL: any
					 * file */
	uint32_t line;			/* line on which functions begin; 0: any line */
	uint32_t number;		/* number of the last file with the base name .file, or
					 * NOBODY; only used by gprof's rules */
	struct func_run *runs;		/* owned; runs of the functions that match, in ascending
					 * order */
	size_t n, room;
};

struct pattern {
	const char *text;		/* borrowed; the spec; NULL: a function of the profiler */
	enum select_table table;
	struct spec_side left, right;
	bool has_right;
};

struct symspecs {
	struct pattern *patterns;	/* owned; in gprof's order: functions of the profiler, then
					 * the specs, the last spec first */
	size_t n;
	struct arena names;
};

/* Parses SPECS into patterns.  If BY_GPROF is set, patterns that exclude the functions of the
 * profiler come first, as in gprof. */
void symspecs_parse(struct symspecs *s, const struct symspec *specs, size_t nspecs,
	bool by_gprof);

/* Finds the functions of P that match the patterns of S.  If BY_GPROF is set, the name of a file in
 * a pattern means only the last file with this name; otherwise, patterns that match nothing are
 * matched as by symspecs_match_shown(). */
void symspecs_match(struct symspecs *s, const struct profile *p, bool by_gprof);

/* Does P match no function, or only on one side of its slash? */
bool symspecs_is_unmatched(const struct pattern *p);

/* Adds function F to SIDE.  Functions must be added in the order of their numbers. */
void symspecs_add_func(struct spec_side *side, uint32_t f);

/* symspecs_shown.c: matches patterns of S that match nothing with the whole names of functions of
 * P, as in the symbol table, demangled, or demangled without parameters.  These may have colons and
 * slashes. */
void symspecs_match_shown(struct symspecs *s, const struct profile *p);

/* Does any of SPECS name a file or a line, so that P->places are needed to match them? */
bool symspecs_need_places(const struct symspec *specs, size_t nspecs);

void symspecs_release(struct symspecs *s);

#endif
