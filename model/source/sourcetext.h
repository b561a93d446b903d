/* sourcetext.h - the text of source files, by lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SOURCETEXT_H
#define SOURCETEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/err.h"
#include "base/file.h"
#include "source/sourcepaths.h"

struct source_text {
	char *path;			/* owned; path of the file that was read */
	struct file file;		/* owned */
	size_t *line_at;		/* owned; line n begins at offset line_at[n - 1] and ends,
					 * with its newline, before offset line_at[n] */
	uint32_t nlines;
	time_t modified;		/* when the file was last written */
};

/* Reads the source file that the compiler recorded as RECORDED.  Tries the paths of
 * sourcepaths_candidate() until a regular file can be read.  Returns false if none can be read.
 * Then the kind of E is ERR_MISSING if there is no regular file; otherwise, E says why the first
 * regular file cannot be read.  PATHS may be NULL. */
bool sourcetext_open(struct source_text *t, const char *recorded,
	const struct source_paths *paths, struct err *e);

void sourcetext_release(struct source_text *t);

/* Returns line NUMBER of the file, from 1 to nlines.  *N becomes its length in bytes, without the
 * newline and carriage returns at the end.  There is no NUL at the end. */
const char *sourcetext_line(const struct source_text *t, uint32_t number, size_t *n);

#endif
