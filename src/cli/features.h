/* features.h - which optional parts this gprowse was built with
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FEATURES_H
#define FEATURES_H

/* Returns the names that `configure` has for the optional parts, as in "zlib, lzma; without zstd";
 * to be free()d. */
char *features_text(void);

#endif
