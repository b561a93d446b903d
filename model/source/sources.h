/* sources.h - figures of every line of the source: samples, calls, how often it ran
 *
 * The samples of a bin are attributed to the line that its code belongs to.  If several lines share
 * a bin, each gets a part of the samples: see attribute_lines().  Calls are attributed to the line
 * of the call instruction.
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
#include "figures/graph.h"
#include "profile/callsites.h"
#include "profile/paths.h"
#include "profile/profile.h"
#include "source/funclines.h"

/* Calls on one line to one callee. */
struct line_call {
	uint32_t arc;			/* number of the arc in the profile */
	uint64_t count;			/* 0: not known; only in a measured profile */
	double time;			/* in a measured profile, known time of the calls */
	uint64_t time64;		/* .time (sum64.h) */
	bool sure;			/* false: the calls may have been made on a nearby line */
};

/* The calls of one arc on one line.  .line is an index in sources.lines, .call an index in
 * sources.calls. */
struct line_site {
	uint32_t line, call;
};

struct source_line {
	uint32_t file, number;
	uint32_t image;			/* number of the image to which .addr belongs */
	uint64_t addr;			/* the address with more samples of the line than any other;
					 * 0: no samples; in a measured profile as in struct
					 * func_line */
	double hits;			/* samples on the line */
	double total;			/* samples of the stacks that have the line; 0: the profile
					 * has no stacks */
	uint64_t calls;			/* calls made on the line */
	uint32_t call_at, ncalls;	/* calls on the line: sources.calls[call_at] to
					 * sources.calls[call_at + ncalls - 1] */
	uint32_t count_at, ncounts;	/* execution counts: sources.counts[count_at] to
					 * sources.counts[count_at + ncounts - 1]; from gcov: the
					 * count of the line, then the counts of its branches,
					 * sorted; from basic blocks: one count for each record */
	uint32_t func_at, nfuncs;	/* functions that begin on the line: sources.funcs[func_at]
					 * to sources.funcs[func_at + nfuncs - 1] */
	uint32_t owner, nowners;	/* .nowners is the number of functions with samples or calls
					 * on the line; .owner is the one with the most samples; if
					 * several have equally many, the one with the most calls */
};

struct source {
	const char *path;		/* path that the compiler recorded, normalized; absolute if
					 * the directory of compilation is known */
	double hits, most;		/* samples on all lines; samples on the line with the most
					 * samples */
	uint64_t hits64;		/* .hits (sum64.h) */
	uint64_t calls;			/* calls made on all lines */
	uint32_t ncounted;		/* number of lines that have execution counts */
	uint32_t line_at, nlines;	/* lines with figures, sorted by number:
					 * sources.lines[line_at] to sources.lines[line_at + nlines
					 * - 1] */
	uint32_t func_at, nfuncs;	/* functions that begin in the file, sorted by line:
					 * sources.funcs[func_at] to sources.funcs[func_at + nfuncs
					 * - 1] */
};

struct sources {
	struct source *files;		/* owned; sorted by path */
	struct source_line *lines;	/* owned */
	struct line_call *calls;	/* owned */
	struct variance *variances;	/* owned; indexed by line: variances of its samples; NULL:
					 * they follow from measure.weight */
	struct sums64 *sums64;		/* owned; indexed by line: .hits and .total (sum64.h); NULL:
					 * a double holds all sums */
	uint64_t *counts;		/* owned */
	struct line_site *sites;	/* owned; sites of arc a of a measured profile, sorted by
					 * line: sites[site_at[a]] to sites[site_at[a + 1] - 1] */
	uint32_t *site_at;		/* owned; NULL: the profile is not measured */
	uint32_t *funcs;		/* owned; numbers of functions, sorted by file and line of
					 * their beginning */
	uint32_t *file_of;		/* owned; indexed by function: number of the file in which
					 * it begins; NOBODY: not known */
	uint32_t *line_of;		/* owned; indexed by function: line on which it begins; 0:
					 * not known */
	uint32_t nfiles, nlines, ncalls, ncounts, nfuncs;
	double unplaced;		/* samples whose line is not known */
	uint64_t unplaced64;		/* .unplaced (sum64.h) */
	struct func_lines funclines;	/* owned; each function's samples and calls on each line */
	struct arena paths;		/* owns the paths of files */
};

/* How often a line was executed, as gcov says. */
struct line_count {
	const char *path;
	uint32_t line;
	const uint64_t *counts;		/* execution count of the line, then the counts of its
					 * branches, sorted by count */
	size_t ncounts;
};

/* Computes the figures of all lines for what G shows of the profile that PLACES belongs to; G may
 * be a graph of the folded profile.  Functions and arcs are those of the profile as read.
 * Execution counts come from the profile's basic-block records and from the N line counts MORE.
 * MORE may be NULL if N is 0.  False: the user stopped the work; then S needs no release. */
bool sources_open(struct sources *s, const struct graph *g, struct callsites *places,
	const struct line_count *more, size_t n, struct stop *stop);

void sources_release(struct sources *s);

/* Returns the number of the file that the compiler recorded as PATH, or NOBODY. */
uint32_t sources_file(const struct sources *s, const char *path);

/* Returns the figures of line NUMBER of file FILE.  NULL: the line has none. */
const struct source_line *sources_line(const struct sources *s, uint32_t file, uint32_t number);

/* Returns the last function of file FILE that begins on line LINE or before, or NOBODY. */
uint32_t sources_func_before(const struct sources *s, uint32_t file, uint32_t line);

/* Does any line of FILE have samples, calls or execution counts? */
bool sources_has_figures(const struct source *file);

/* Writes how often line L and its branches ran, such as "26312,1,26311", to OUT, which has ROOM
 * bytes.  Longer text is cut. */
void sources_print_counts(const struct sources *s, const struct source_line *l, char *out,
	size_t room);

#endif
