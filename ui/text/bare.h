/* bare.h - demangled names without parameters, template arguments and return type
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BARE_H
#define BARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes the bare form of NAME, N bytes, to OUT, which has room for N bytes.  The bare form keeps
 * the scopes, the own name, and remarks such as "[omp 0]".  For example, "int
 * geo::find<double>(double) [clone .part.0]" becomes "geo::find [clone .part.0]".  The bare form is
 * the whole name for methods of Go and Java, and for names of NAMEPARTS_LONGEST bytes or more.  If
 * FROM is not NULL, it has room for N numbers, and FROM[I] becomes the position in NAME of byte I
 * of OUT.  Returns the length of the bare form. */
size_t bare_write(const char *name, size_t n, char *out, uint32_t *from);

/* Returns the bare form of NAME; free() it. */
char *bare_name(const char *name);

/* Writes the bare form of NAME to *BUFFER, and returns *BUFFER.  The caller owns *BUFFER, which has
 * room for *ROOM bytes.  If this is too little, makes *BUFFER larger. */
const char *bare_name_in(const char *name, char **buffer, size_t *room);

/* Returns the scopes of NAME, such as "geo::Circle" for "double geo::Circle::area<int>(int)";
 * free() the result.  Returns NULL if NAME has no scopes, or has NAMEPARTS_LONGEST bytes or more.
 * If OUTERMOST, returns only the first scope, "geo".  A function is not a scope, so a lambda in a
 * method has the scopes of the method. */
char *bare_scopes(const char *name, bool outermost);

#endif
