/* shorten.h - shortening demangled names, part by part
 *
 * Parts that distinguish similar names least are shortened first: "(anonymous namespace)::" is
 * omitted, template arguments become <…>, parameters (…); then the return type is omitted, then
 * parameters, then leading namespaces; last, the class is cut.  The function's own name stays whole
 * if it fits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SHORTEN_H
#define SHORTEN_H

#include <stdbool.h>
#include <stddef.h>

/* Returns NAME in at most WIDTH cells; free() it. */
char *shorten_name(const char *name, int width, bool ascii);

/* Like shorten_name(), for a name that differs from others in bytes [FROM, END).  FROM is in a
 * bracket: template arguments or parameters of the function or of a scope.  The bytes inside this
 * bracket are kept as far as the function's own name, or half of WIDTH, leaves room. */
char *shorten_distinct(const char *name, size_t from, size_t end, int width, bool ascii);

/* Returns a readable form of a name that a compiler made up, or NULL if NAME is no such name;
 * free() it.  The Fortran procedure __mod_MOD_proc is mod::proc, the OpenMP body f._omp_fn.0 is f
 * [omp 0]. */
char *shorten_plain(const char *name);

/* Returns the name that all instances of a template share: NAME without template arguments,
 * parameters and return type; free() it.  NULL: NAME is not an instance of a template. */
char *shorten_generic(const char *name);

/* Returns the position in NAME of its scopes, or of the own name if it has none: the position after
 * the return type. */
size_t shorten_begin(const char *name);

/* Returns the function's own name in NAME, *LENGTH bytes, without scopes and arguments. */
const char *shorten_own(const char *name, size_t *length);

#endif
