/* recorded_gmon.h - recordings of a program that counted itself: they have only a gmon.out
 *
 * "gprowse record" cannot load the recorder into a program that is linked statically.  If glibc
 * counts in it, its gmon.out is in the directory, and the marker names the program.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_GMON_H
#define RECORDED_GMON_H

#include <stdbool.h>

#include "load/open.h"

/* Does O name a recording that has only a gmon.out, alone or after a program?  If so, sets *CHANGED
 * to O with the program and the gmon.out as its files.  TEXT owns new strings and arrays. */
bool recorded_gmon_options(struct open_options *changed, const struct open_options *o,
	struct arena *text);

/* Adds a note to P: the program counted calls and samples itself. */
void recorded_gmon_note(struct profile *p);

#endif
