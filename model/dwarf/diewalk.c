/* The entries of a unit of debug information, one after the other.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "dwarf/diewalk.h"

#include <dwarf.h>

/* The entries of the list that W is in end at END, with a zero: go to what comes behind the entry
 * that they are inside of.  The same once more where that was the last one of its list, too. */
static bool
leave_list(struct die_walk *w, char *end)
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

/* libdw would go through all that is inside an entry to find the next one, which is known when it
 * was walked through: it says where a list ends. */
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
		return next.addr != NULL && leave_list(w, next.addr);
	default:
		return false;
	}
}
