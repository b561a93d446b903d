/* profilerfuncs.h - names of the functions that -pg adds to a program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILERFUNCS_H
#define PROFILERFUNCS_H

#include <stdbool.h>
#include <stddef.h>

/* Is NAME a function of the profiler?  Such functions count calls or samples. */
bool profilerfuncs_has(const char *name);

/* Does NAME look like a function that counts calls on some system, such as mcount? */
bool profilerfuncs_counts_calls(const char *name);

/* Returns the name of function number I of those that gprof never shows.  Returns NULL if I is not
 * less than their number. */
const char *profilerfuncs_of_gprof(size_t i);

#endif
