/* diewalk.h - walking through the entries (DIEs) of a unit of debug information
 *
 * The walk needs no recursion.  It visits no entry twice, even if a crafted DW_AT_sibling leads
 * back.
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
	size_t depth;			/* number of parents of the current entry; 0 for the entry
					 * of the unit */
};

/* Moves W to the next entry: to the first child of the current entry if INSIDE is set and there is
 * one, otherwise to the entry behind the current entry and its children.  Returns false if there
 * are no more entries. */
bool diewalk_step(struct die_walk *w, bool inside);

/* May UNIT have entries with TAG?  Then it has an abbreviation for them.  Reading the abbreviations
 * is much faster than reading all entries. */
bool diewalk_may_have(Dwarf_Die *unit, unsigned tag);

#endif
