/* diewalk.c - walking through the entries (DIEs) of a unit of debug information
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "dwarf/diewalk.h"

#include <dwarf.h>

/* Moves W from the end of a list of children, the zero byte END, to the next entry.  This is the
 * entry behind the parent or, if the parent was the last child itself, behind the parent's parent,
 * and so on.  Returns false if there are no more entries. */
static bool
leave_children(struct die_walk *w, char *end)
{
	for (; w->depth > 1; w->depth--) {
		w->die = (Dwarf_Die){ .cu = w->die.cu, .addr = ++end };
		if (dwarf_tag(&w->die) != DW_TAG_invalid) {
			w->depth--;
			return true;
		}
	}
	return false;
}

/* For the last child, dwarf_siblingof() finds the end of the list of children.  Continues from
 * there.  A call of dwarf_siblingof() for the parent would walk through all children again. */
bool
diewalk_step(struct die_walk *w, bool inside)
{
	Dwarf_Die next = { .addr = NULL };

	if (inside && dwarf_child(&w->die, &next) == 0) {
		w->die = next;
		w->depth++;
		return true;
	}
	if (w->depth == 0)
		return false;
	switch (dwarf_siblingof(&w->die, &next)) {
	case 0:
		w->die = next;
		return true;
	case 1:
		return next.addr != NULL && leave_children(w, next.addr);
	default:
		return false;
	}
}

bool
diewalk_may_have(Dwarf_Die *unit, unsigned tag)
{
	Dwarf_Abbrev *abbreviation;
	size_t length = 0;

	for (Dwarf_Off at = 0;; at += length) {
		abbreviation = dwarf_getabbrev(unit, at, &length);
		if (abbreviation == NULL || abbreviation == DWARF_END_ABBREV)
			return false;
		if (dwarf_getabbrevtag(abbreviation) == tag)
			return true;
	}
}
