/* pathinput.h - paths that a user types: "~", completion, quotes for a shell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PATHINPUT_H
#define PATHINPUT_H

#include <stddef.h>

/* Returns PATH with a leading "~", alone or before "/", replaced by the directory HOME, unless HOME
 * is NULL; to be free()d. */
char *pathinput_expand(const char *path, const char *home);

/* Returns the common prefix of all paths of files that begin with PATH, to be free()d; NULL: there
 * is no such file.  HOME is as for pathinput_expand().  If the only match is a directory, "/" is
 * appended.  Names that begin with "." match only if the last name in PATH does, too.  *N becomes
 * the number of matches. */
char *pathinput_complete(const char *path, const char *home, size_t *n);

/* Returns TEXT as one word of a shell command, in quotes if it needs them; to be free()d. */
char *pathinput_quote(const char *text);

#endif
