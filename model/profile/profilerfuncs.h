/* profilerfuncs.h - names of the functions that -pg adds to a program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILERFUNCS_H
#define PROFILERFUNCS_H

#include <stdbool.h>
#include <stddef.h>

/* Is NAME a function that counts calls or samples, not one of the program's own? */
bool profilerfuncs_has(const char *name);

/* May a symbol called NAME be a function that counts calls, on any system? */
bool profilerfuncs_counts_calls(const char *name);

/* Name number I of those that gprof never shows; NULL: there are not so many. */
const char *profilerfuncs_of_gprof(size_t i);

#endif
