/* profilerfuncs.h - names of the functions that -pg adds to a program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILERFUNCS_H
#define PROFILERFUNCS_H

#include <stdbool.h>
#include <stddef.h>

/* Is NAME a function of the profiler, which counts calls or samples? */
bool profilerfuncs_has(const char *name);

/* May a symbol called NAME be a function that counts calls, on any system? */
bool profilerfuncs_counts_calls(const char *name);

/* The name of function number I of those that gprof never shows; NULL: there is none. */
const char *profilerfuncs_of_gprof(size_t i);

#endif
