/* sourcetext.h - the text of source files, wherever they are by now
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
	char *path;			/* owned; where it was found */
	struct file file;		/* owned */
	size_t *line_at;		/* owned; line n begins at line_at[n - 1] and ends before
					 * line_at[n], its end of line included */
	uint32_t nlines;
	time_t modified;
};

/* Read the first of these paths that is a regular file and can be read.  False: there is none; E
 * says so, which is ERR_MISSING, or why the first one that is there cannot be read. */
bool sourcetext_open(struct source_text *t, const char *recorded,
	const struct source_paths *paths, struct err *e);

void sourcetext_release(struct source_text *t);

/* Line NUMBER, 1 <= NUMBER <= nlines, without its end; *N bytes, not NUL-terminated. */
const char *sourcetext_line(const struct source_text *t, uint32_t number, size_t *n);

#endif
