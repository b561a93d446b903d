/* gcov.h - how often lines were executed, as gcov tells it
 *
 * A program built with --coverage leaves counts in .gcda files; its image names them.
 * gcov(1) of the compiler that built it turns them into JSON.
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
	struct line_count *lines;	/* owned; by path, without "/../", and line, each once */
	size_t nlines, room;
	size_t nfiles;			/* .gcda files that were read */
	int max_silence;			/* set before: milliseconds that gcov may be silent; 0: a
					 * sensible time */
	struct arena text;		/* owns paths and counts */
	struct err trouble;		/* the first file that could not be used, though others
					 * were; ERR_NONE: there is none */
};

/* G is all zero, but for its patience.  Read the counts of IM's program from the files that
 * the image names or, if DIR is not NULL, from files of these names in or below DIR.  False:
 * E says why there are none; G needs no release then.  A program without --coverage has no
 * files: true, nfiles 0. */
bool gcov_read(struct gcov *g, const struct image *im, const char *dir, struct stop *stop,
	struct err *e);

/* The last step of reading: make what G has of one line one. */
void gcov_add_up(struct gcov *g);

void gcov_release(struct gcov *g);

#endif
