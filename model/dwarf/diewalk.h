/* diewalk.h - the entries of a unit of debug information, one after the other
 *
 * As they stand, and none of them twice: however deep they are nested, and wherever they say that
 * the next one is.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DIEWALK_H
#define DIEWALK_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>

struct die_walk {
	Dwarf_Die die;			/* where it is; to begin with, the unit */
	size_t depth;			/* entries that it is inside of */
};

/* Go to the first entry inside the one W is at, if INSIDE and there is any, else to the first
 * one behind it.  False: that was the last of the unit. */
bool diewalk_step(struct die_walk *w, bool inside);

#endif
