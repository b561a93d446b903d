/* diewalk.h - walking through the entries (DIEs) of a unit of debug information
 *
 * The walk needs no recursion, and it visits no entry twice, whatever DW_AT_sibling says.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DIEWALK_H
#define DIEWALK_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>

struct die_walk {
	Dwarf_Die die;			/* the current entry; before the first step it is the entry
					 * of the unit */
	size_t depth;			/* depth of the current entry; 0: the entry of the unit */
};

/* Go to the first child of the current entry if INSIDE is set and it has children, else to the next
 * entry behind it and its children.  False: there are no more entries. */
bool diewalk_step(struct die_walk *w, bool inside);

#endif
