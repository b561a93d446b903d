/* dotted.h - names of functions of Go and Java, and of directories
 *
 * Such names consist of words that "/" and "." separate: "encoding/json.(*decodeState).object",
 * "java/util/HashMap.<init>", "/usr/src/lib/".  Separators in brackets are no separators.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DOTTED_H
#define DOTTED_H

#include <stdbool.h>
#include <stddef.h>

/* Is NAME, N bytes, of a method of Go or Java, "main.(*node).sum" or "Foo.<init>"?  Its brackets
 * belong to the name. */
bool dotted_is_method(const char *name, size_t n);

/* Returns NAME, which needs more than WIDTH cells, with "…" in place of its first words, so that it
 * has at most WIDTH cells; free() it.  Words before a "/" are omitted first.  Words before a "."
 * are omitted next, unless NAME is a path, which begins with "/".  The words that stay are whole,
 * even if they have more cells.  Returns NULL if NAME does not consist of such words, or if none
 * can be omitted. */
char *dotted_shorten(const char *name, int width, bool ascii);

#endif
