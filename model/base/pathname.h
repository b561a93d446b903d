/* pathname.h - paths as text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PATHNAME_H
#define PATHNAME_H

#include <stdbool.h>
#include <stddef.h>

/* Writes PATH to TEXT with "/" instead of "//" and "/./", and without "/" or "/."  at its end.  If
 * PATH is absolute, also removes "NAME/..", and "/.." at its beginning.  So different paths of one
 * file become equal.  TEXT has room for strlen(PATH) + 1 bytes. */
void pathname_normalize(char *text, const char *path);

/* Writes the path of the N bytes at URL to TEXT, and returns its length: "/a b.js" is the path of
 * "file:///a%20b.js".  Any other text stays as it is.  TEXT has room for N bytes. */
size_t pathname_of_url(char *text, const char *url, size_t n);

/* Returns the part of PATH behind its last '/', or all of PATH if it has none. */
const char *pathname_base(const char *path);

/* Does PATH end with END, and have more before it? */
bool pathname_ends(const char *path, const char *end);

/* Returns the last name in PATH and sets *N to its length.  Slashes at the end of PATH are
 * ignored. */
const char *pathname_last(const char *path, size_t *n);

#endif
