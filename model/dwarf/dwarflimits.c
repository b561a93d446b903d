/* dwarflimits.c - limits on tables of debug information that are read again and again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "dwarf/dwarflimits.h"

#include <dwarf.h>
#include <string.h>

#include "base/cursor.h"

enum {
	MAX_FACTOR = 64,		/* greatest number of bytes of abbreviations for each byte
					 * of .debug_info, .debug_types and .debug_abbrev */
	SPARE_RANGES = 1 << 16,		/* added to the number of ranges that may be read, because
					 * some lists are in other files */
	MAX_ATTRIBUTES = 128,		/* greatest number of attributes of one abbreviation */
	MAX_BASES = 256,		/* greatest number of base addresses that follow directly
					 * one after the other in a list of ranges */
};

/* Returns the size in bytes of the table of abbreviations at OFFSET, or UINT64_MAX if an
 * abbreviation has too many attributes. */
static uint64_t
table_size(const struct debug_sections *s, uint64_t offset)
{
	struct cursor c = { .big = s->big_endian };

	if (offset >= s->abbrev.size)
		return 0;
	c.p = s->abbrev.bytes + offset;
	c.end = s->abbrev.bytes + s->abbrev.size;
	while (cursor_uleb(&c) != 0) {
		uint64_t attribute, form;
		unsigned n = 0;

		cursor_uleb(&c);		/* skip the tag */
		cursor_u8(&c);			/* skip the flag that says whether there are
						 * children */
		do {
			attribute = cursor_uleb(&c);
			form = cursor_uleb(&c);
			if (form == DW_FORM_implicit_const)
				cursor_sleb(&c);
			if (++n > MAX_ATTRIBUTES)
				return UINT64_MAX;
		} while (attribute != 0 || form != 0);
	}
	return (uint64_t)(c.p - s->abbrev.bytes) - offset;
}

/* Subtracts the sizes of the abbreviation tables of all units from the budget BYTES.  The units are
 * those of .debug_types if TYPES is set, otherwise those of .debug_info.  Returns false if the
 * budget is too small. */
static bool
pay_for_tables(struct budget *bytes, Dwarf *dwarf, const struct debug_sections *s, bool types)
{
	Dwarf_Off at = 0, next, abbreviations, last = 0, type_offset;
	uint64_t signature, size = 0;
	size_t header;
	bool any = false;

	for (; dwarf_next_unit(dwarf, at, &next, &header, NULL, &abbreviations, NULL, NULL,
		types ? &signature : NULL, types ? &type_offset : NULL) == 0; at = next) {
		if (!any || abbreviations != last)
			size = table_size(s, abbreviations);
		any = true;
		last = abbreviations;
		if (!budget_spend(bytes, size))
			return false;
	}
	return true;
}

/* Do more than MAX_BASES base addresses follow one another anywhere in .debug_ranges?  A base
 * address is stored as WIDTH bytes of 255 and WIDTH bytes of address. */
static bool
has_many_bases(const struct section_bytes *ranges, size_t width)
{
	static const unsigned char mark[8] = { 255, 255, 255, 255, 255, 255, 255, 255 };
	/* counts[i % (2 * width)] says how many base addresses follow one another if the last of
	 * them begins at offset i. */
	unsigned counts[2 * sizeof(mark)] = { 0 };

	for (size_t i = 0; i + 2 * width <= ranges->size; i++) {
		unsigned *count = &counts[i % (2 * width)];

		*count = ranges->bytes[i] == *mark && memcmp(ranges->bytes + i, mark, width) == 0
			? *count + 1 : 0;
		if (*count > MAX_BASES)
			return true;
	}
	return false;
}

/* As has_many_bases(), but for .debug_rnglists, where base addresses are of two kinds and of
 * several lengths. */
static bool
has_many_bases_5(const struct section_bytes *lists)
{
	enum {
		WINDOW = 16,
		LONGEST_LEB = 10,	/* libdw reads at most this many bytes of a number */
	};
	/* counts[i % WINDOW] says how many base addresses follow one another if the last of them
	 * ends at offset i. */
	unsigned counts[WINDOW] = { 0 };

	for (size_t i = 0; i < lists->size; i++) {
		unsigned count = counts[i % WINDOW] + 1;
		size_t ends[2] = { i, i };

		counts[i % WINDOW] = 0;
		if (lists->bytes[i] == DW_RLE_base_address) {
			ends[0] = i + 1 + 4;
			ends[1] = i + 1 + 8;
		} else if (lists->bytes[i] == DW_RLE_base_addressx) {
			for (size_t n = 1; n <= LONGEST_LEB && i + n < lists->size
				&& ends[0] == i; n++)
				if (n == LONGEST_LEB || (lists->bytes[i + n] & 0x80) == 0)
					ends[0] = i + n + 1;
		}
		for (unsigned k = 0; k < 2; k++)
			if (ends[k] > i && counts[ends[k] % WINDOW] < count)
				counts[ends[k] % WINDOW] = count;
		if (count > MAX_BASES && ends[0] > i)
			return true;
	}
	return false;
}

const char *
dwarflimits_fault(Dwarf *dwarf, const struct debug_sections *s)
{
	uint64_t all = (uint64_t)s->info.size + s->types.size + s->abbrev.size;
	struct budget bytes = { .left = all * MAX_FACTOR };

	if (!pay_for_tables(&bytes, dwarf, s, false) || !pay_for_tables(&bytes, dwarf, s, true))
		return "its abbreviations are too long or too many";
	if (has_many_bases(&s->ranges, 4) || has_many_bases(&s->ranges, 8)
	    || has_many_bases_5(&s->rnglists))
		return "its lists of ranges have too many base addresses";
	return NULL;
}

size_t
dwarflimits_max_ranges(const struct debug_sections *s)
{
	return s->ranges.size + s->rnglists.size + SPARE_RANGES;
}

ptrdiff_t
dwarflimits_next_range(struct budget *ranges, Dwarf_Die *die, ptrdiff_t offset, Dwarf_Addr *base,
	Dwarf_Addr *lo, Dwarf_Addr *hi)
{
	ptrdiff_t next;

	if (offset > 0 && !budget_spend(ranges, 1))
		return 0;
	next = dwarf_ranges(die, offset, base, lo, hi);
	/* dwarf_ranges() found no further range: give back what was spent. */
	if (offset > 0 && next <= 0)
		ranges->left++;
	return next;
}
