/* pathinput.h - paths that a user types: "~", completion, quotes for a shell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PATHINPUT_H
#define PATHINPUT_H

#include <stddef.h>

/* Returns a copy of PATH, to be free()d.  If PATH is "~" or begins with "~/", the directory HOME
 * replaces the "~", unless HOME is NULL. */
char *pathinput_expand(const char *path, const char *home);

/* Returns the longest common prefix of all paths of existing files that begin with PATH, to be
 * free()d, or NULL if there is no such file.  *N becomes the number of these files.  HOME is as for
 * pathinput_expand(), but a "~" in PATH stays.  If there is only one such file, and it is a
 * directory, "/" is appended.  Names with a dot at the beginning are ignored, unless the last name
 * in PATH begins with a dot, too. */
char *pathinput_complete(const char *path, const char *home, size_t *n);

/* Returns TEXT as one word of a shell command, in quotes if it needs them; to be free()d. */
char *pathinput_quote(const char *text);

#endif
