/* recorded_gmon.h - recordings of a program that counted itself: they have only a gmon.out
 *
 * "gprowse record" cannot load the recorder into a program that is linked statically.  If such a
 * program was built with -pg, glibc counts its calls and writes a gmon.out.  The directory then
 * contains this gmon.out, and the marker names the program.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_GMON_H
#define RECORDED_GMON_H

#include <stdbool.h>

#include "profile/open_options.h"

/* Does O name a recording that has only a gmon.out, alone or after a program?  If so, sets *CHANGED
 * to a copy of O whose files are the program and the gmon.out.  TEXT owns new strings and
 * arrays. */
bool recorded_gmon_options(struct open_options *changed, const struct open_options *o,
	struct arena *text);

/* Adds a note to P: the program counted calls and samples itself. */
void recorded_gmon_note(struct profile *p);

#endif
