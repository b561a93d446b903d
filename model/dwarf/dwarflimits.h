/* dwarflimits.h - limits on tables of debug information that are read again and again
 *
 * A reference to a long table takes few bytes, but libdw reads the table again for each reference.
 * So with a crafted file, the time could grow with the square of the size of the file.  What
 * compilers write stays far below the limits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DWARFLIMITS_H
#define DWARFLIMITS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/budget.h"
#include "dwarf/debugsections.h"

/* Returns NULL if DWARF, whose sections are S, is safe to read.  Otherwise, returns the reason as
 * the end of a sentence.  The limits are:
 * - The abbreviations of all units together may have at most 64 times the bytes of .debug_info,
 *   .debug_types and .debug_abbrev.  libdw keeps them for each unit, even if units share a table.
 * - An abbreviation may have at most 128 attributes.  libdw goes through them for each entry.
 * - In a list of ranges, at most 256 base addresses may follow one another.  libdw skips them for
 *   each range. */
const char *dwarflimits_fault(Dwarf *dwarf, const struct debug_sections *s);

/* Returns an upper bound of the number of ranges in all lists of S, if each list is read once. */
size_t dwarflimits_max_ranges(const struct debug_sections *s);

/* As dwarf_ranges() of libdw, but each range of an entry, except the first, costs 1 of RANGES.  If
 * RANGES is used up, the list ends early, and RANGES->exceeded is set. */
ptrdiff_t dwarflimits_next_range(struct budget *ranges, Dwarf_Die *die, ptrdiff_t offset,
	Dwarf_Addr *base, Dwarf_Addr *lo, Dwarf_Addr *hi);

#endif
