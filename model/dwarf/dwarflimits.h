/* dwarflimits.h - debug information in which many parts refer to the same bytes
 *
 * A few bytes are enough to refer to a long table.  What is read anew for each who refers to it
 * would grow with the square of the file, so that is counted.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DWARFLIMITS_H
#define DWARFLIMITS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/budget.h"
#include "dwarf/debugsections.h"

/* Why what the units of DWARF, whose sections are S, refer to must not be read for each of them,
 * as the end of a sentence; NULL: it may.  libdw keeps the abbreviations for each unit, also those
 * that others have: they may not be many times as long as what there is of debug information.  It
 * goes through an abbreviation for each entry: none may have more attributes than 128.  It passes
 * over the base addresses in a list of ranges each time that it is asked for one: no more than 256
 * may follow one another. */
const char *dwarflimits_fault(Dwarf *dwarf, const struct debug_sections *s);

/* More ranges than there can be in the lists of S, unless lists are read again and again. */
size_t dwarflimits_max_ranges(const struct debug_sections *s);

/* As dwarf_ranges() of libdw.  Each range behind the first of an entry costs 1 of RANGES; the list
 * ends when nothing is left. */
ptrdiff_t dwarflimits_next_range(struct budget *ranges, Dwarf_Die *die, ptrdiff_t offset,
	Dwarf_Addr *base, Dwarf_Addr *lo, Dwarf_Addr *hi);

#endif
