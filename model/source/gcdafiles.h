/* gcdafiles.h - the .gcda files with execution counts that a program wrote
 *
 * A program built with --coverage has the paths of its .gcda files among its constants.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GCDAFILES_H
#define GCDAFILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/stop.h"
#include "elf/image.h"

struct gcda_files {
	char **v;			/* owned, with its strings; paths of the files that can be
					 * used */
	size_t n, room;
	size_t nnamed;			/* number of files that the image names, whether or not they
					 * exist */
	struct err trouble;		/* error of the first file that can be read but not used;
					 * ERR_NONE: there is no such file */
};

/* Finds the .gcda files that IM names.  FILES must be all zero before.  If DIR is not NULL, looks
 * for each file below DIR: first under its whole path, where a program with GCOV_PREFIX=DIR writes
 * it, then under shorter and shorter suffixes of the path.  If DIR is NULL, looks for each file
 * under its path, then under the suffix that begins with the next '/' after the first character.
 * False: the user stopped the work; FILES needs release. */
bool gcdafiles_find(struct gcda_files *files, const struct image *im, const char *dir,
	struct stop *stop);

/* Returns the major version of gcc that wrote the .gcda file PATH.  For example, "B22*" in the file
 * means version 12.2, and the result is 12.  "408*" means 4.8, which clang writes, too.  0: not
 * known. */
unsigned gcdafiles_gcc(const char *path);

/* Returns the size on disk of the .gcda file PATH and its .gcno file, in bytes. */
uint64_t gcdafiles_size(const char *path);

void gcdafiles_release(struct gcda_files *files);

#endif
