/* pathinput.h - paths that a user types: "~", completion, quotes for a shell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PATHINPUT_H
#define PATHINPUT_H

#include <stddef.h>

/* Returns PATH with a leading "~" replaced by the directory HOME, unless HOME is NULL; to be
 * free()d. */
char *pathinput_expand(const char *path, const char *home);

/* Returns the common prefix of the files whose paths begin with PATH, to be free()d; NULL: there
 * are none.  A "/" is appended if the only match is a directory.  Files whose names begin with "."
 * match if PATH has that "." too.  *N becomes the number of files. */
char *pathinput_complete(const char *path, const char *home, size_t *n);

/* Returns TEXT as one word of a shell command, in quotes if it needs them; to be free()d. */
char *pathinput_quote(const char *text);

#endif
