/* Debug information in which many parts refer to the same bytes.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "dwarf/dwarflimits.h"

#include <dwarf.h>
#include <string.h>

#include "base/cursor.h"

enum {
	USUAL = 64,			/* bytes of abbreviations for each byte of debug information */
	SPARE = 1 << 16,		/* ranges more: lists may be in other files, too */
	MOST_ATTRIBUTES = 128,		/* of one abbreviation, which is read for each entry */
	MOST_BASES = 256,		/* base addresses of ranges, one after the other */
};

/* How many bytes the table of abbreviations at OFFSET has; UINT64_MAX: one is too long. */
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

		cursor_uleb(&c);		/* the tag */
		cursor_u8(&c);			/* are there entries inside? */
		do {
			attribute = cursor_uleb(&c);
			form = cursor_uleb(&c);
			if (form == DW_FORM_implicit_const)
				cursor_sleb(&c);
			if (++n > MOST_ATTRIBUTES)
				return UINT64_MAX;
		} while (attribute != 0 || form != 0);
	}
	return (uint64_t)(c.p - s->abbrev.bytes) - offset;
}

/* Pays for the bytes of the tables of all units of .debug_info, or .debug_types if TYPES.  False:
 * BYTES does not suffice. */
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

/* Could somebody who begins to read anywhere in .debug_ranges come upon more base addresses, of
 * WIDTH bytes behind as many that are 255, than there may be? */
static bool
has_many_bases(const struct section_bytes *ranges, size_t width)
{
	static const unsigned char mark[8] = { 255, 255, 255, 255, 255, 255, 255, 255 };
	unsigned counts[2 * sizeof(mark)] = { 0 };	/* up to here, by the place in a pair */

	for (size_t i = 0; i + 2 * width <= ranges->size; i++) {
		unsigned *count = &counts[i % (2 * width)];

		*count = ranges->bytes[i] == *mark && memcmp(ranges->bytes + i, mark, width) == 0
			? *count + 1 : 0;
		if (*count > MOST_BASES)
			return true;
	}
	return false;
}

/* The same in .debug_rnglists: they are of two kinds, which have several lengths. */
static bool
has_many_bases_5(const struct section_bytes *lists)
{
	enum { NEAR = 16, LONGEST_LEB = 10 };	/* bytes of it that libdw reads */
	unsigned counts[NEAR] = { 0 };		/* of those that end where one may begin */

	for (size_t i = 0; i < lists->size; i++) {
		unsigned count = counts[i % NEAR] + 1;
		size_t ends[2] = { i, i };

		counts[i % NEAR] = 0;
		if (lists->bytes[i] == DW_RLE_base_address) {
			ends[0] = i + 1 + 4;
			ends[1] = i + 1 + 8;
		} else if (lists->bytes[i] == DW_RLE_base_addressx) {
			for (size_t n = 1; n <= LONGEST_LEB && i + n < lists->size && ends[0] == i; n++)
				if (n == LONGEST_LEB || (lists->bytes[i + n] & 0x80) == 0)
					ends[0] = i + n + 1;
		}
		for (unsigned k = 0; k < 2; k++)
			if (ends[k] > i && counts[ends[k] % NEAR] < count)
				counts[ends[k] % NEAR] = count;
		if (count > MOST_BASES && ends[0] > i)
			return true;
	}
	return false;
}

const char *
dwarflimits_fault(Dwarf *dwarf, const struct debug_sections *s)
{
	uint64_t all = (uint64_t)s->info.size + s->types.size + s->abbrev.size;
	struct budget bytes = { .left = all * USUAL };

	if (!pay_for_tables(&bytes, dwarf, s, false) || !pay_for_tables(&bytes, dwarf, s, true))
		return "its abbreviations are too long";
	if (has_many_bases(&s->ranges, 4) || has_many_bases(&s->ranges, 8)
	    || has_many_bases_5(&s->rnglists))
		return "its lists of ranges are mostly base addresses";
	return NULL;
}

size_t
dwarflimits_max_ranges(const struct debug_sections *s)
{
	return s->ranges.size + s->rnglists.size + SPARE;
}

ptrdiff_t
dwarflimits_next_range(struct budget *ranges, Dwarf_Die *die, ptrdiff_t offset, Dwarf_Addr *base,
	Dwarf_Addr *lo, Dwarf_Addr *hi)
{
	ptrdiff_t next;

	if (offset > 0 && !budget_spend(ranges, 1))
		return 0;
	next = dwarf_ranges(die, offset, base, lo, hi);
	/* The end of the list costs nothing. */
	if (offset > 0 && next <= 0)
		ranges->left++;
	return next;
}
