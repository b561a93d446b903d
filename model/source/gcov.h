/* gcov.h - how often lines were executed, as gcov says
 *
 * A program built with --coverage has the names of its .gcda files in its image.  It writes counts
 * to these files when it ends.  gcov(1), which belongs to the compiler that built the program,
 * prints the counts as JSON.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GCOV_H
#define GCOV_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/stop.h"
#include "elf/image.h"
#include "source/sources.h"

struct gcov {
	struct line_count *lines;	/* owned; sorted by normalized path, then by line */
	size_t nlines, room;
	size_t nfiles;			/* number of .gcda files that were read */
	int max_silence;		/* milliseconds without output after which gcov is stopped;
					 * 0: a default; set by the caller of gcov_read() */
	struct arena text;		/* owns paths and counts */
	struct err trouble;		/* error of the first file that was not read; ERR_NONE: all
					 * files were read */
};

/* Reads the counts of the program IM from the .gcda files that IM names.  If DIR is not NULL, the
 * files are looked for below DIR: see gcdafiles_find().  Before the call, G must be all zero except
 * .max_silence.  If there are no counts, returns false; E says why, and G needs no release.  But if
 * DIR is NULL and no file exists, returns true, and G->nfiles is 0. */
bool gcov_read(struct gcov *g, const struct image *im, const char *dir, struct stop *stop,
	struct err *e);

/* Sorts the lines of G, and adds up the counts of the same line: the last step of gcov_read(). */
void gcov_add_up(struct gcov *g);

void gcov_release(struct gcov *g);

#endif
