/* gcdafiles.h - the files with counts that a program left
 *
 * A program built with --coverage has the paths of its .gcda files among its constants.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GCDAFILES_H
#define GCDAFILES_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "elf/image.h"

struct gcda_files {
	char **v;			/* owned, and the strings: paths of files to be read */
	size_t n, room;
	size_t nnamed;			/* that the image names, there or not */
	struct err trouble;		/* of the first that cannot be used; ERR_NONE: all can */
};

/* Find those of IM into F, which was zeroed, each once; below DIR, if that is not NULL: under the
 * whole path as GCOV_PREFIX puts it, under the end of that, at last under the base name. */
void gcdafiles_find(struct gcda_files *f, const struct image *im, const char *dir);

/* The version of gcc that wrote the file PATH: "B22*" is 12.2, "408*" is 4.8, which clang
 * claims to be; 0: there is no telling. */
unsigned gcdafiles_gcc(const char *path);

/* How many bytes the .gcda file PATH and the .gcno file beside it have on their disk. */
uint64_t gcdafiles_size(const char *path);

void gcdafiles_release(struct gcda_files *f);

#endif
