/* gcdafiles.h - the .gcda files with execution counts that a program wrote
 *
 * A program built with --coverage has the paths of its .gcda files among its constants.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GCDAFILES_H
#define GCDAFILES_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "elf/image.h"

struct gcda_files {
	char **v;			/* owned, as are the strings; paths of files to read */
	size_t n, room;
	size_t nnamed;			/* files that the image names, whether they exist or not */
	struct err trouble;		/* why the first unusable file cannot be used; ERR_NONE: all
					 * can be used */
};

/* Find the .gcda files of IM, each once.  FILES is all zero before.  If DIR is not NULL, the
 * files are looked for in DIR: at their whole path, as GCOV_PREFIX makes the program write them,
 * then at ever shorter suffixes of the path, down to the base name. */
void gcdafiles_find(struct gcda_files *files, const struct image *im, const char *dir);

/* The major version of gcc that wrote the file PATH: 12 for "B22*", which is 12.2; 4 for "408*",
 * which is 4.8, and which clang writes too; 0: not known. */
unsigned gcdafiles_gcc(const char *path);

/* Bytes on disk of the .gcda file PATH and the .gcno file beside it. */
uint64_t gcdafiles_size(const char *path);

void gcdafiles_release(struct gcda_files *files);

#endif
