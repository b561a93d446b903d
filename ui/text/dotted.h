/* dotted.h - names of functions of Go and Java, and of directories
 *
 * Such names consist of words that "/" and "." separate: "encoding/json.(*decodeState).object",
 * "java/util/HashMap.<init>", "/usr/src/lib/".  In brackets, "/" and "." do not separate words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DOTTED_H
#define DOTTED_H

#include <stdbool.h>
#include <stddef.h>

/* Is NAME, N bytes, the name of a method of Go or Java, such as "main.(*node).sum" or "Foo.<init>"?
 * Brackets belong to the name of a method. */
bool dotted_is_method(const char *name, size_t n);

/* Returns NAME with "…" in place of its first words; free() the result.  NAME must need more than
 * WIDTH cells.  Omits as few words as possible: first words before a "/", then words before a ".".
 * If NAME is a path, which begins with "/" or ends as the name of a file, omits only words before a
 * "/".  Does not cut the last word, even if it needs more than WIDTH cells; then omits "…", too.
 * Returns NULL if NAME does not consist of such words, or if no word can be omitted. */
char *dotted_shorten(const char *name, int width, bool ascii);

#endif
