/* gprof_linemode.h - symbols of lines, as GNU gprof makes them (-l)
 *
 * With -l, each line is a row.  The symbol of a function covers the code of the function up to the
 * first change of line.  At this change and at each later one, a line symbol begins.  It has the
 * name of the function or, for inlined code, of the inlined function.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GPROF_LINEMODE_H
#define GPROF_LINEMODE_H

#include "gprof/funcplaces.h"

/* Adds the line symbols of IM to the functions FS, and sets PLACES to where all symbols begin.
 * PLACES->of and the list of files then belong to the caller.  GNU gprof counts the line symbols in
 * a first pass and makes them in a second pass.  This function makes all symbols of the second
 * pass, even if the first pass would count fewer. */
void gprof_linemode_apply(struct func_places *places, struct functions *fs,
	const struct image *im, struct arena *text);

#endif
