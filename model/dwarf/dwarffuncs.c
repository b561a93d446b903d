/* The functions of the debug info, as GNU gprof sees them.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "dwarf/dwarffuncs.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "dwarf/diewalk.h"
#include "dwarf/dwarflimits.h"

enum {
	MOST_ORIGINS = 30,		/* that are followed for one name, ... */
	USUAL_ORIGINS = 4,		/* ... and for each of many */
	SPARE_ORIGINS = 1000,
	RECENT = 50,			/* ranges that a new one is compared with */
};

/* A name on its way through attributes. */
struct naming {
	const char *name;
	bool is_linkage;
	bool is_plain;			/* the language has no other names than its own */
	unsigned *origins;		/* that may still be followed */
};

/* Languages whose names gprof takes for those of the symbol table. */
static bool
is_plain(Dwarf_Die *die)
{
	Dwarf_Die unit;

	if (dwarf_diecu(die, &unit, NULL, NULL) == NULL)
		return false;
	switch (dwarf_srclang(&unit)) {
	case DW_LANG_C89:
	case DW_LANG_C:
	case DW_LANG_C99:
	case DW_LANG_C11:
	case DW_LANG_Cobol74:
	case DW_LANG_Cobol85:
	case DW_LANG_Fortran77:
	case DW_LANG_Pascal83:
	case DW_LANG_PLI:
	case DW_LANG_UPC:
	case DW_LANG_Mips_Assembler:
		return true;
	default:
		return false;
	}
}

static int name_attribute(Dwarf_Attribute *attribute, void *with);

/* The entry that ATTRIBUTE refers to has the rest of the name. */
static void
follow_reference(struct naming *n, Dwarf_Attribute *attribute)
{
	struct naming referred = { n->name, n->is_linkage, false, n->origins };
	Dwarf_Die die;

	if (*n->origins == 0 || dwarf_formref_die(attribute, &die) == NULL)
		return;
	--*n->origins;
	referred.is_plain = is_plain(&die);
	dwarf_getattrs(&die, name_attribute, &referred, 0);
	n->name = referred.name;
	n->is_linkage = referred.is_linkage;
}

/* Attributes count in the order in which they stand. */
static int
name_attribute(Dwarf_Attribute *attribute, void *with)
{
	struct naming *n = with;
	const char *name;

	switch (dwarf_whatattr(attribute)) {
	case DW_AT_abstract_origin:
	case DW_AT_specification:
		follow_reference(n, attribute);
		break;
	case DW_AT_name:
		name = n->name == NULL ? dwarf_formstring(attribute) : NULL;
		if (name == NULL)
			break;
		n->name = name;
		n->is_linkage = n->is_linkage || n->is_plain;
		break;
	case DW_AT_linkage_name:
	case DW_AT_MIPS_linkage_name:
		name = dwarf_formstring(attribute);
		if (name == NULL)
			break;
		n->name = name;
		n->is_linkage = true;
		break;
	default:
		break;
	}
	return DWARF_CB_OK;
}

static bool
extend(struct dwarf_range *r, uint64_t lo, uint64_t hi)
{
	if (r->hi == lo)
		r->hi = hi;
	else if (r->lo == hi)
		r->lo = lo;
	else
		return false;
	return true;
}

/* Add [lo, hi) to the function that is being read, whose ranges begin with number FIRST.
 * What continues a range makes it longer: the first one or the newest. */
static void
add_range(struct dwarf_funcs *fs, size_t first, uint64_t lo, uint64_t hi)
{
	size_t n = fs->nranges, stop = n - first > RECENT ? n - RECENT : first + 1;

	if (lo >= hi || (n > first && extend(&fs->ranges[first], lo, hi)))
		return;
	for (size_t i = n; i > stop; i--)
		if (extend(&fs->ranges[i - 1], lo, hi))
			return;
	fs->ranges = mem_grow(fs->ranges, n + 1, &fs->ranges_room, sizeof(*fs->ranges));
	fs->ranges[fs->nranges++] = (struct dwarf_range){ lo, hi, (uint32_t)fs->n };
}

/* gprof does not know the list form of DWARF 5 that gcc does not use either. */
static bool
has_unknown_ranges(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;

	return dwarf_attr(die, DW_AT_ranges, &attribute) != NULL
		&& dwarf_whatform(&attribute) == DW_FORM_rnglistx;
}

static void
add_function(struct dwarf_funcs *fs, Dwarf_Die *die, uint64_t bias, struct ranges_left *left)
{
	unsigned most, origins;
	struct naming naming = { .origins = &origins };
	size_t first = fs->nranges;
	Dwarf_Addr base, lo, hi;
	ptrdiff_t offset = 0;

	switch (dwarf_tag(die)) {
	case DW_TAG_subprogram:
	case DW_TAG_inlined_subroutine:
	case DW_TAG_entry_point:
		break;
	default:
		return;
	}
	if (has_unknown_ranges(die))
		return;
	while ((offset = dwarflimits_next_range(left, die, offset, &base, &lo, &hi)) > 0)
		add_range(fs, first, lo + bias, hi + bias);
	if (fs->nranges == first)
		return;
	naming.is_plain = is_plain(die);
	fs->origins_left += fs->origins_left < SPARE_ORIGINS ? USUAL_ORIGINS : 0;
	most = origins = fs->origins_left < MOST_ORIGINS ? fs->origins_left : MOST_ORIGINS;
	dwarf_getattrs(die, name_attribute, &naming, 0);
	fs->origins_left -= most - origins;
	fs->v = mem_grow(fs->v, fs->n + 1, &fs->room, sizeof(*fs->v));
	fs->v[fs->n++] = (struct dwarf_func){ naming.name, fs->ranges[first].lo,
		naming.is_linkage };
}

void
dwarffuncs_read(struct dwarf_funcs *fs, Dwarf_Die *unit, uint64_t bias, struct ranges_left *left)
{
	struct die_walk w = { .die = *unit };

	while (diewalk_step(&w, true))
		add_function(fs, &w.die, bias, left);
}

void
dwarffuncs_release(struct dwarf_funcs *fs)
{
	free(fs->v);
	free(fs->ranges);
	*fs = (struct dwarf_funcs){ 0 };
}
