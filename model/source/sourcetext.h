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
	char *path;			/* owned; of the file that was read */
	struct file file;		/* owned */
	size_t *line_at;		/* owned; line n begins at line_at[n - 1] and ends, with its
					 * newline, before line_at[n] */
	uint32_t nlines;
	time_t modified;		/* when the file was last written */
};

/* Read the first of the paths of sourcepaths_candidate() that is a readable regular file.  False:
 * there is none; E is ERR_MISSING or says why the first file that is there cannot be read. */
bool sourcetext_open(struct source_text *t, const char *recorded,
	const struct source_paths *paths, struct err *e);

void sourcetext_release(struct source_text *t);

/* Line NUMBER, 1 <= NUMBER <= nlines, without its newline: *N bytes, not NUL-terminated. */
const char *sourcetext_line(const struct source_text *t, uint32_t number, size_t *n);

#endif
