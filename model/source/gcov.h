/* gcov.h - how often lines were executed, as gcov says
 *
 * A program built with --coverage writes counts to .gcda files, which its image names.  gcov(1) of
 * the compiler that built the program turns them into JSON.
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
	struct line_count *lines;	/* owned; sorted by path, which is normalized, and line */
	size_t nlines, room;
	size_t nfiles;			/* .gcda files that were read */
	int max_silence;		/* milliseconds that gcov may print nothing; 0: the usual
					 * time; set by the caller */
	struct arena text;		/* owns paths and counts */
	struct err trouble;		/* why the first unusable file was not read; ERR_NONE: all
					 * were read */
};

/* Read the counts of the program IM from the .gcda files that it names or, if DIR is not NULL, from
 * files of these names in DIR: see gcdafiles_find().  G is all zero but for max_silence.  False: E
 * says why there are no counts; G needs no release then.  A program built without --coverage has
 * no such files: true, and g->nfiles is 0. */
bool gcov_read(struct gcov *g, const struct image *im, const char *dir, struct stop *stop,
	struct err *e);

/* The last step of gcov_read(): sort the lines of G, add up the counts of each line. */
void gcov_add_up(struct gcov *g);

void gcov_release(struct gcov *g);

#endif
