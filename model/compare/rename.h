/* rename.h - renames of functions between two profiles, as the user states them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RENAME_H
#define RENAME_H

#include <regex.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"

/* A substitution as that of sed: "s/REGEX/TEXT/", perhaps with a g behind it. */
struct rename {
	char *whole;			/* owned; the only name that is replaced; NULL: .regex says
					 * what is */
	regex_t regex;			/* extended; valid if .whole is NULL */
	char *to;			/* owned; & stands for the match, \1 to \9 for its parts */
	bool all;			/* all matches in a name are replaced */
};

/* Sets R to the substitution TEXT; any character can take the place of the slashes.  False: TEXT is
 * malformed, as E says; then there is nothing to release. */
bool rename_open(struct rename *r, const char *text, struct err *e);
void rename_release(struct rename *r);

/* Sets R to the replacement of the name FROM by TO. */
void rename_open_names(struct rename *r, const char *from, const char *to);

/* Returns NAME after the N substitutions R, one after the other, in TEXT; or NAME itself if none
 * changes it. */
const char *rename_of(const struct rename *r, size_t n, struct arena *text, const char *name);

#endif
