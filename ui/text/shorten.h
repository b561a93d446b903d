/* shorten.h - shortening demangled names, part by part
 *
 * Parts that distinguish similar names least are shortened first: "(anonymous namespace)::" is
 * omitted, template arguments become <…>, parameters (…); then the return type is omitted, then
 * parameters, then template arguments of scopes, then leading namespaces, then the function's own
 * template arguments.  "{closure}" becomes "{…}", and Rust's "<Type as Trait>" becomes "Type".
 * Then the class is cut, the clone omitted, last the class.  The function's own name stays whole if
 * it fits.
 * Names of Go and Java, and of directories, lose their first words instead (dotted.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SHORTEN_H
#define SHORTEN_H

#include <stdbool.h>
#include <stddef.h>

/* Returns NAME in at most WIDTH cells; free() the result.  "…" stands for omitted text in any
 * locale; ASCII says only how many cells "…" needs. */
char *shorten_name(const char *name, int width, bool ascii);

/* Returns TEXT in at most WIDTH cells, with "…" in the middle if it does not fit; free() the result.
 * It is for texts that differ most at their ends. */
char *shorten_middle(const char *text, int width, bool ascii);

/* Returns how many cells the class and the function's own name need, without template arguments and
 * parameters, such as "Eval::operator()". */
int shorten_cells(const char *name, bool ascii);

/* Like shorten_name(), for a name that differs from similar names in bytes [FROM, END).  If byte
 * FROM is in the brackets of template arguments or parameters, shows the differing bytes in these
 * brackets.  If they are those of the function itself, the bytes get the cells that the class and
 * the function's own name leave free; without a class, at least half of WIDTH.  In brackets of a
 * scope, the bytes get the cells that the function's own name leaves free, but at least half of
 * WIDTH. */
char *shorten_distinct(const char *name, size_t from, size_t end, int width, bool ascii);

/* Returns a readable form of a name that a compiler made up; free() the result.  For example,
 * "__mod_MOD_proc", a Fortran procedure, becomes "mod::proc", and "f._omp_fn.0", an OpenMP body,
 * becomes "f [omp 0]".  Returns NULL for other names. */
char *shorten_plain(const char *name);

/* Returns the name that all instances of a template share: NAME without parameters and return type,
 * and with "<…>" for template arguments; free() it.  Returns NULL if NAME is not an instance of a
 * template. */
char *shorten_generic(const char *name);

/* Returns the position in NAME after the return type, where the scopes or the function's own name
 * begin.  Returns the length of NAME if it has no own name, or has NAMEPARTS_LONGEST bytes or
 * more. */
size_t shorten_begin(const char *name);

/* Returns the function's own name, which is a part of NAME, and sets *LENGTH to its length without
 * template arguments.  If NAME has no own name, returns NAME and sets *LENGTH to the length of
 * NAME. */
const char *shorten_own(const char *name, size_t *length);

#endif
