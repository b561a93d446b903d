/* pathname.h - one name for each source file
 *
 * Units name the same file in several ways.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PATHNAME_H
#define PATHNAME_H

/* Write PATH to TEXT, which has room for one byte more than PATH, without "//", "/./" and
 * "/../". */
void pathname_normalize(char *text, const char *path);

#endif
