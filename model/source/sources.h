/* sources.h - what every line of the source costs
 *
 * Each sample goes to the line of its bin, shared by bytes where a bin spans several; each
 * call to the line of its call instruction.  SPDX-License-Identifier: GPL-3.0-or-later
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

/* Calls of one function that are made on a line. */
struct line_call {
	uint32_t arc;			/* number of the arc in the profile */
	uint64_t count;
	bool sure;			/* false: another line near by may have made them */
};

struct source_line {
	uint32_t file, number;
	uint32_t image;			/* of addr */
	uint64_t addr;			/* of its code that has the most samples, 0: it has none */
	double hits;			/* samples */
	uint64_t calls;			/* made on it */
	uint32_t call_at, ncalls;	/* in sources.calls */
	uint32_t count_at, ncounts;	/* in sources.counts: how often it was executed: the
					 * line, then its branches, least first */
	uint32_t func_at, nfuncs;	/* in sources.funcs: those that begin on it */
};

struct source {
	const char *path;		/* as the compiler recorded it,
					 * absolute where it could be */
	double hits, most;		/* samples on all its lines, on the hottest one */
	uint64_t calls;			/* made on all its lines */
	uint32_t ncounted;		/* lines of which it is known how often they ran */
	uint32_t line_at, nlines;	/* in sources.lines: those with figures, by number */
	uint32_t func_at, nfuncs;	/* in sources.funcs: those that begin in it, by line */
};

struct sources {
	struct source *files;		/* owned; by path */
	struct source_line *lines;	/* owned */
	struct line_call *calls;	/* owned */
	uint64_t *counts;		/* owned */
	uint32_t *funcs;		/* owned; numbers of functions */
	uint32_t *file_of;		/* owned; of each function the number
					 * of its file, or NOBODY */
	uint32_t *line_of;		/* owned; of each function its line,
					 * 0: not known */
	uint32_t nfiles, nlines, ncalls, ncounts, nfuncs;
	double unplaced;		/* samples of which no line is known */
	struct arena paths;		/* owns paths */
};

/* How often a line was executed, from elsewhere (gcov). */
struct line_count {
	const char *path;
	uint32_t line;
	const uint64_t *counts;		/* the line's, then its branches, least first */
	size_t ncounts;
};

/* Work it all out, with basic-block records and the N line counts MORE (may be NULL).
 * False: STOP was asked for; S needs no release then. */
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
