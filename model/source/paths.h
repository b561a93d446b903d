/* paths.h - paths as people type them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PATHS_H
#define PATHS_H

#include <stddef.h>

/* PATH with the directory HOME (or NULL) in the place of "~", to be free()d. */
char *paths_expand(const char *path, const char *home);

/* PATH as far as all files that begin so agree, to be free()d; a directory ends in "/".
 * NULL: there is no such file.  *N: how many there are. */
char *paths_complete(const char *path, const char *home, size_t *n);

/* TEXT as one word of a shell's command line, in quotes if it needs them; to be free()d. */
char *paths_shell_word(const char *text);

#endif
