/* funcplaces.h - find the source lines on which functions begin
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FUNCPLACES_H
#define FUNCPLACES_H

#include "base/filelist.h"
#include "elf/image.h"
#include "gprof/placefinder.h"
#include "profile/profile.h"
#include "symbols/symbols.h"

struct func_places {
	struct func_place *of;		/* owned; indexed by function: where the function begins */
	struct file_list files;		/* source files, in the order in which they were found */
	bool truncated;			/* some debug info was not used: see lines_truncated() */
};

/* Sets PLACES to N unknown places.  Paths of source files will be stored in TEXT. */
void funcplaces_open(struct func_places *places, uint32_t n, struct arena *text);

/* Sets PLACES->of to the places that FINDER, which is new, has for the functions FS. */
void funcplaces_set(struct func_places *places, const struct functions *fs,
	struct place_finder *finder);

/* Sets PLACES to the places where the functions FS of IM begin, by RULES.  Paths of source files
 * are stored in TEXT.  PLACES->of and the list of files then belong to the caller. */
void funcplaces_find(struct func_places *places, const struct functions *fs,
	const struct image *im, enum rules rules, struct arena *text);

#endif
