/* gprof_dwarffuncs.c - functions in debug information, as GNU gprof reads it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gprof/gprof_dwarffuncs.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "base/budget.h"
#include "base/mem.h"
#include "dwarf/diewalk.h"
#include "dwarf/dwarflimits.h"
#include "dwarf/lineunits.h"

enum {
	/* Limits on following references from one entry of the debug info to another, to find the
	 * name of a function.  Without limits, a crafted file could make all functions refer to one
	 * long chain of entries. */
	MAX_REFERENCES = 30,		/* greatest number of references that are followed for one
					 * function */
	MEAN_REFERENCES = 4,		/* each function adds this many references to
					 * dwarf_funcs.references_left, a budget that all functions
					 * share */
	SPARE_REFERENCES = 1000,	/* a function adds nothing if that budget has this many
					 * references or more */
	RECENT = 50,			/* a new range may extend one of the last RECENT ranges */
};

/* State of the search for a function's name. */
struct name_search {
	const char *name;		/* NULL: no attribute has given a name yet */
	bool is_linkage;		/* .name is the name in the symbol table */
	bool is_plain;			/* the language does not mangle names */
	unsigned *references_left;
};

/* Is DIE of a language that, as gprof thinks, does not mangle names? */
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

static int read_name_attribute(Dwarf_Attribute *attribute, void *with);

/* Reads the attributes of the entry that ATTRIBUTE refers to. */
static void
follow_reference(struct name_search *n, Dwarf_Attribute *attribute)
{
	struct name_search referred = { n->name, n->is_linkage, false, n->references_left };
	Dwarf_Die die;

	if (*n->references_left == 0 || dwarf_formref_die(attribute, &die) == NULL)
		return;
	--*n->references_left;
	referred.is_plain = is_plain(&die);
	dwarf_getattrs(&die, read_name_attribute, &referred, 0);
	n->name = referred.name;
	n->is_linkage = referred.is_linkage;
}

/* Reads one attribute of a function.  Called for the attributes in the order of the file, because
 * the name that gprof finds depends on their order. */
static int
read_name_attribute(Dwarf_Attribute *attribute, void *with)
{
	struct name_search *n = with;
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

/* Extends range R by the range [lo, hi), if one begins where the other ends.  Otherwise returns
 * false. */
static bool
extend_range(struct dwarf_range *r, uint64_t lo, uint64_t hi)
{
	if (r->hi == lo)
		r->hi = hi;
	else if (r->lo == hi)
		r->lo = lo;
	else
		return false;
	return true;
}

/* Adds the range [lo, hi) to the function that is being read, whose first range is number FIRST.
 * If [lo, hi) touches range FIRST or one of the last RECENT ranges of the function, extends that
 * range instead. */
static void
add_range(struct dwarf_funcs *fs, size_t first, uint64_t lo, uint64_t hi)
{
	size_t n = fs->nranges, stop = n - first > RECENT ? n - RECENT : first + 1;

	if (lo >= hi || (n > first && extend_range(&fs->ranges[first], lo, hi)))
		return;
	for (size_t i = n; i > stop; i--)
		if (extend_range(&fs->ranges[i - 1], lo, hi))
			return;
	fs->ranges = mem_grow(fs->ranges, n + 1, &fs->ranges_room, sizeof(*fs->ranges));
	fs->ranges[fs->nranges++] = (struct dwarf_range){ lo, hi, (uint32_t)fs->n };
}

/* Are the ranges of DIE in a form of DWARF 5 that gprof does not read? */
static bool
has_unknown_ranges(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;

	return dwarf_attr(die, DW_AT_ranges, &attribute) != NULL
		&& dwarf_whatform(&attribute) == DW_FORM_rnglistx;
}

static void
add_function(struct dwarf_funcs *fs, Dwarf_Die *die, uint64_t bias, struct budget *ranges)
{
	unsigned budget, left_over;
	struct name_search name = { .references_left = &left_over };
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
	while ((offset = dwarflimits_next_range(ranges, die, offset, &base, &lo, &hi)) > 0)
		add_range(fs, first, lo + bias, hi + bias);
	if (fs->nranges == first)
		return;
	name.is_plain = is_plain(die);
	if (fs->references_left < SPARE_REFERENCES)
		fs->references_left += MEAN_REFERENCES;
	budget = left_over = fs->references_left < MAX_REFERENCES ? fs->references_left
		: MAX_REFERENCES;
	dwarf_getattrs(die, read_name_attribute, &name, 0);
	fs->references_left -= budget - left_over;
	fs->v = mem_grow(fs->v, fs->n + 1, &fs->room, sizeof(*fs->v));
	fs->v[fs->n++] = (struct dwarf_func){ name.name, fs->ranges[first].lo, name.is_linkage };
}

void
gprof_dwarffuncs_read(struct dwarf_funcs *fs, struct line_units *us, size_t i)
{
	struct die_walk w = { .die = us->v[i].die };

	while (diewalk_step(&w, true))
		add_function(fs, &w.die, us->info.bias, &us->func_ranges);
}

void
gprof_dwarffuncs_release(struct dwarf_funcs *fs)
{
	free(fs->v);
	free(fs->ranges);
	*fs = (struct dwarf_funcs){ 0 };
}
