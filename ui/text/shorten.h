/* shorten.h - long names made short by their structure
 *
 * What goes first is what tells look-alikes apart least: template arguments become <…>,
 * parameters (…), the return type goes, then the parameters, then leading namespaces
 * (to …), and last the class is cut; the function's own name is left whole as long as
 * it fits at all.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SHORTEN_H
#define SHORTEN_H

#include <stdbool.h>
#include <stddef.h>

/* NAME in at most WIDTH cells, to be free()d. */
char *shorten_name(const char *name, int width, bool ascii);

/* NAME as people say it, to be free()d, or NULL when it is that already: a Fortran
 * procedure __mod_MOD_proc is mod::proc, an OpenMP body f._omp_fn.0 is f [omp 0]. */
char *shorten_plain(const char *name);

/* NAME without template arguments, parameters and return type, to be free()d: what all
 * instances of a template have in common.  NULL: it is no instance. */
char *shorten_generic(const char *name);

/* The scopes and the own name of NAME and nothing else, "geo::detail::slow_sqrt", to be
 * free()d; NULL when it is that already. */
char *shorten_bare(const char *name);

/* The function's own name in NAME: *LENGTH bytes, without scopes and arguments. */
const char *shorten_own(const char *name, size_t *length);

#endif
