/* pathname.h - paths as text
 *
 * Units name the same file in several ways.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PATHNAME_H
#define PATHNAME_H

/* One name for each file: write PATH to TEXT, which has room for one byte more than PATH,
 * without "//", "/./" and "/../". */
void pathname_normalize(char *text, const char *path);

/* What stands behind the last '/' of PATH. */
const char *pathname_base(const char *path);

#endif
