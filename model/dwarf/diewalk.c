/* diewalk.c - walking through the entries (DIEs) of a unit of debug information
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "dwarf/diewalk.h"

#include <dwarf.h>

/* The list of children that W is in ends at END, with a zero byte.  Go to the entry behind their
 * parent or, if the parent was the last child of its own parent, behind that, and so on. */
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

/* dwarf_siblingof() of the last child says where the list of children ends.  Asked for the sibling
 * of the parent, it would walk through the children again. */
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
