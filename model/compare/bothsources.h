/* bothsources.h - the source files of both sides of a comparison, line by line
 *
 * A source file of the difference has the lines of both versions of the file: lines that are the
 * same in both once, lines that only A has before those that only B has.  Lines are numbered as
 * they stand there, so the number of a line in A or in B may be another one.
 *
 * If both sides have one path, if both texts are equal, or if only one of them is found, there is
 * one text, and its line numbers are those of both sides.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BOTHSOURCES_H
#define BOTHSOURCES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/stop.h"
#include "compare/comparison.h"
#include "source/sources.h"
#include "source/sourcetext.h"

/* A file of which both sides have another text. */
struct both_texts {
	struct source_text text[2];	/* owned */
	uint32_t n;			/* number of lines of the difference */
	uint32_t *line[2];		/* owned; indexed by line of the difference - 1: its number
					 * on each side; 0: the side does not have it */
	uint32_t *both[2];		/* owned; indexed by line of each side - 1: its number in
					 * the difference */
};

struct both_file {
	const char *path;		/* as side B, or else side A, has recorded it */
	const char *other;		/* as side A has recorded it, if B has another path */
	struct both_texts *texts;	/* owned; NULL: lines have the same numbers on both sides */
};

struct both_sources {
	struct both_file *files;	/* owned; sorted by path */
	uint32_t nfiles;
	uint32_t *file_of[2];		/* owned; indexed by file of the sources of each side: its
					 * number in .files */
	struct arena text;		/* owns paths */
};

/* Finds which files of SIDES, the sources of the graphs of C as read, are two versions of one file,
 * and which of their lines are the same.  Reads texts as PATHS says; it may be NULL.  False: STOP
 * stopped the work; then B needs no release. */
bool bothsources_open(struct both_sources *b, const struct comparison *c,
	const struct sources sides[2], const struct source_paths *paths, struct stop *stop);
void bothsources_release(struct both_sources *b);

/* Returns the file of PATH, a path of the difference, or NULL if there is none. */
const struct both_file *bothsources_file(const struct both_sources *b, const char *path);

/* bothsources_line(): returns the number in the difference of line LINE of SIDE.
 * bothsources_line_of(): returns the number on SIDE of line LINE of the difference; 0: SIDE does
 * not have it. */
uint32_t bothsources_line(const struct both_file *f, int side, uint32_t line);
uint32_t bothsources_line_of(const struct both_file *f, int side, uint32_t line);

/* Sets T to the text of F, whose .texts is set. */
void bothsources_text(const struct both_file *f, struct source_text *t);

#endif
