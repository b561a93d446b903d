/* dwarflimits.h - limits on tables of debug information that are read again and again
 *
 * A reference to a long table takes few bytes.  libdw reads the table for each reference, so a
 * crafted file can make the time grow with the square of its size.  What compilers write stays far
 * below the limits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DWARFLIMITS_H
#define DWARFLIMITS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/budget.h"
#include "dwarf/debugsections.h"

/* Returns NULL if DWARF, whose sections are S, is safe to read, else why not, as the end of a
 * sentence.  The limits, each for something that libdw does:
 * - it keeps the abbreviations of each unit, even if units share them: all together may have at
 *   most 64 times the bytes of .debug_info, .debug_types and .debug_abbrev;
 * - it goes through an abbreviation for each entry: an abbreviation may have at most
 *   128 attributes;
 * - it skips base addresses in a list of ranges for each range: at most 256 may come in
 *   succession. */
const char *dwarflimits_fault(Dwarf *dwarf, const struct debug_sections *s);

/* An upper bound of the number of ranges in all lists of S, each read once. */
size_t dwarflimits_max_ranges(const struct debug_sections *s);

/* Like dwarf_ranges() of libdw, but each range of an entry except its first costs 1 of RANGES, and
 * the list ends when RANGES is used up. */
ptrdiff_t dwarflimits_next_range(struct budget *ranges, Dwarf_Die *die, ptrdiff_t offset,
	Dwarf_Addr *base, Dwarf_Addr *lo, Dwarf_Addr *hi);

#endif
