/* gprof_linemode.h - symbols of lines, as GNU gprof makes them (-l)
 *
 * With -l each line is a row of its own.  The code at the beginning of a function keeps the symbol
 * of the function; at each change of line after it a symbol begins, which has the name of the
 * (inlined) function.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GPROF_LINEMODE_H
#define GPROF_LINEMODE_H

#include "load/funcplaces.h"

/* Find the places where the functions FS of IM begin, and add the symbols of lines to FS.  All
 * symbols that GNU gprof finds on its second pass are added, even if they are more than its
 * first pass counted.  Then PLACES->of and the list of files belong to the caller. */
void gprof_linemode_apply(struct func_places *places, struct functions *fs,
	const struct image *im, struct arena *text);

#endif
