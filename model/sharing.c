/* Debug information in which many parts refer to the same bytes.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "sharing.h"

#include <dwarf.h>

enum {
	USUAL = 64,			/* bytes of abbreviations for each byte of debug information */
	SPARE = 1 << 16,		/* ranges more: lists may be in other files, too */
	MOST_ATTRIBUTES = 256,		/* of one abbreviation, which is read for each entry */
};

/* How many bytes the table of abbreviations at OFFSET has; UINT64_MAX: one is too long. */
static uint64_t
table_size(const struct line_sections *s, uint64_t offset)
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

/* Take off *LEFT what the tables of the units take, in .debug_types if TYPES.  False: it is
 * less. */
static bool
take_tables(uint64_t *left, Dwarf *dwarf, const struct line_sections *s, bool types)
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
		if (size > *left)
			return false;
		*left -= size;
	}
	return true;
}

bool
sharing_is_usual(Dwarf *dwarf, const struct line_sections *s)
{
	uint64_t left = ((uint64_t)s->info.size + s->types.size + s->abbrev.size) * USUAL;

	return take_tables(&left, dwarf, s, false) && take_tables(&left, dwarf, s, true);
}

size_t
sharing_most_ranges(const struct line_sections *s)
{
	return s->ranges.size + s->rnglists.size + SPARE;
}

ptrdiff_t
sharing_next_range(size_t *left, Dwarf_Die *die, ptrdiff_t offset, Dwarf_Addr *base,
	Dwarf_Addr *lo, Dwarf_Addr *hi)
{
	ptrdiff_t next = offset > 0 && *left == 0 ? 0 : dwarf_ranges(die, offset, base, lo, hi);

	/* To be told that there are no more costs nothing. */
	if (offset > 0 && next > 0)
		--*left;
	return next;
}
