/* sources.h - figures of every line of the source: samples, calls, how often it ran
 *
 * Samples are attributed to the line of their bin; lines that share a bin get parts of its samples
 * in proportion to their bytes.  Calls are attributed to the line of the call instruction.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SOURCES_H
#define SOURCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/stop.h"
#include "profile/callsites.h"
#include "profile/profile.h"
#include "source/lineparts.h"

/* Calls from one line to one callee. */
struct line_call {
	uint32_t arc;			/* number of the arc in the profile */
	uint64_t count;
	bool sure;			/* false: a nearby line may have made the calls instead */
};

struct source_line {
	uint32_t file, number;
	uint32_t image;			/* number of the image that has .addr */
	uint64_t addr;			/* the address with most of the line's samples; 0: it has
					 * none */
	double hits;			/* samples on the line */
	uint64_t calls;			/* calls made on the line */
	uint32_t call_at, ncalls;	/* the line's calls in sources.calls */
	uint32_t count_at, ncounts;	/* the line's counts in sources.counts: of the line
					 * itself, then of its branches, sorted by count */
	uint32_t func_at, nfuncs;	/* functions that begin on the line, in sources.funcs */
	uint32_t owner, nowners;	/* the function with most samples on the line, else with
					 * most calls; number of functions that have either */
};

struct source {
	const char *path;		/* path as the compiler recorded it; absolute if the
					 * directory was known */
	double hits, most;		/* samples on all lines; samples on the line with most */
	uint64_t calls;			/* calls made on all lines */
	uint32_t ncounted;		/* lines that have execution counts */
	uint32_t line_at, nlines;	/* the lines that have figures, in sources.lines, sorted
					 * by number */
	uint32_t func_at, nfuncs;	/* functions that begin in the file, in sources.funcs,
					 * sorted by line */
};

struct sources {
	struct source *files;		/* owned; sorted by path */
	struct source_line *lines;	/* owned */
	struct line_call *calls;	/* owned */
	uint64_t *counts;		/* owned */
	uint32_t *funcs;		/* owned; numbers of functions */
	uint32_t *file_of;		/* owned; indexed by function: number of the file in
					 * which it begins, or NOBODY */
	uint32_t *line_of;		/* owned; indexed by function: line on which it begins;
					 * 0: not known */
	uint32_t nfiles, nlines, ncalls, ncounts, nfuncs;
	double unplaced;		/* samples whose line is not known */
	struct line_parts parts;	/* owned; samples and calls of each function on each line */
	struct arena paths;		/* owns the paths of files */
};

/* How often a line was executed, as gcov says. */
struct line_count {
	const char *path;
	uint32_t line;
	const uint64_t *counts;		/* count of the line, then of its branches, sorted by
					 * count */
	size_t ncounts;
};

/* Compute the figures of the profile of PLACES, including its basic-block records, and of the N
 * line counts MORE (NULL if N is 0).  False: STOP was asked for; S needs no release then. */
bool sources_open(struct sources *s, struct callsites *places, const struct line_count *more,
	size_t n, struct stop *stop);

void sources_release(struct sources *s);

/* The number of the file PATH, or NOBODY. */
uint32_t sources_file(const struct sources *s, const char *path);

/* The figures of line NUMBER of file FILE, or NULL. */
const struct source_line *sources_line(const struct sources *s, uint32_t file, uint32_t number);

/* The last function of file FILE that begins at line LINE or before it, or NOBODY. */
uint32_t sources_func_before(const struct sources *s, uint32_t file, uint32_t line);

/* Has any line of FILE figures? */
bool sources_has_figures(const struct source *file);

/* How often line L and its branches ran, as "26312,1,26311" in the ROOM bytes of OUT. */
void sources_print_counts(const struct sources *s, const struct source_line *l, char *out,
	size_t room);

#endif
