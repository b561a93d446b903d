/* linemode.h - functions and the source: where they begin, and lines that stand for them
 *
 * With -l every line is a row of its own.  What begins a function keeps its symbol; each
 * change of line after it gets a symbol, which has the name of the (inlined) function.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINEMODE_H
#define LINEMODE_H

#include "base/filelist.h"
#include "elf/image.h"
#include "load/symbols.h"
#include "profile/profile.h"

/* Where functions begin, and the files that were met on the way. */
struct func_places {
	struct func_place *of;		/* owned; of each function */
	struct file_list files;
	bool truncated;			/* some debug info was left out: see lines_truncated() */
};

/* Find out where each of FS begins in the source. */
void linemode_places(struct func_places *places, const struct functions *fs,
	const struct image *im, enum rules rules, struct arena *text);

/* The same, and add the symbols of lines to FS, as GNU gprof does it:
 * all that it finds on its second pass, whatever its first one counted. */
void linemode_gprof(struct func_places *places, struct functions *fs,
	const struct image *im, struct arena *text);

#endif
