/* scopes.c - recorded calls and inlined functions in a unit of debug information
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "dwarf/scopes.h"

#include <dwarf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "dwarf/diewalk.h"
#include "dwarf/dwarflimits.h"

/* Adds the call DIE to SITES.  END and CALLEE are the attributes that have the return address and
 * the callee. */
static void
add_call(struct call_sites *sites, Dwarf_Die *die, unsigned end, unsigned callee)
{
	struct call_site site = { 0 };
	Dwarf_Attribute attribute;
	Dwarf_Addr addr;

	if (dwarf_formaddr(dwarf_attr(die, end, &attribute), &addr) != 0)
		return;
	site.end = addr;
	if (dwarf_formref_die(dwarf_attr(die, callee, &attribute), &site.callee) == NULL)
		site.callee.addr = NULL;
	sites->v = mem_grow(sites->v, sites->n + 1, &sites->room, sizeof(*sites->v));
	sites->v[sites->n++] = site;
}

/* Adds DIE to SITES if it is a call.  Returns true if children of DIE may be calls. */
static bool
visit_entry(struct call_sites *sites, Dwarf_Die *die)
{
	switch (dwarf_tag(die)) {
	case DW_TAG_call_site:
		add_call(sites, die, DW_AT_call_return_pc, DW_AT_call_origin);
		return false;
	case DW_TAG_GNU_call_site:
		add_call(sites, die, DW_AT_low_pc, DW_AT_abstract_origin);
		return false;
	case DW_TAG_subprogram:
	case DW_TAG_lexical_block:
	case DW_TAG_inlined_subroutine:
	case DW_TAG_namespace:
	case DW_TAG_module:
		return true;
	default:
		return false;
	}
}

/* Does UNIT record calls? */
static bool
records_calls(Dwarf_Die *unit)
{
	return diewalk_may_have(unit, DW_TAG_call_site)
		|| diewalk_may_have(unit, DW_TAG_GNU_call_site);
}

static int
by_end(const void *a, const void *b)
{
	const struct call_site *s = a, *t = b;

	return s->end < t->end ? -1 : s->end > t->end;
}

void
scopes_read_calls(struct call_sites *sites, Dwarf_Die *unit)
{
	struct die_walk w = { .die = *unit };
	bool inside = true;

	if (!records_calls(unit))
		return;
	while (diewalk_step(&w, inside))
		inside = visit_entry(sites, &w.die);
	if (sites->n > 0)
		qsort(sites->v, sites->n, sizeof(*sites->v), by_end);
}

void
scopes_release_calls(struct call_sites *sites)
{
	free(sites->v);
	*sites = (struct call_sites){ 0 };
}

size_t
scopes_find_call(const struct call_sites *sites, uint64_t end)
{
	size_t i;

	BISECT(i, sites->n, sites->v[i].end >= end);
	return i;
}

const char *
scopes_symbol(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	const char *name = NULL;

	if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute) != NULL
	    || dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &attribute) != NULL)
		name = dwarf_formstring(&attribute);
	return name != NULL ? name : dwarf_diename(die);
}

/* Does DIE have code at ADDR? */
static bool
has_code_at(Dwarf_Die *die, uint64_t addr, struct budget *ranges)
{
	Dwarf_Addr base, lo, hi;
	ptrdiff_t offset = 0;

	while ((offset = dwarflimits_next_range(ranges, die, offset, &base, &lo, &hi)) > 0)
		if (addr >= lo && addr < hi)
			return true;
	return false;
}

/* Can DIE or its children have code at ADDR?  Namespaces and modules have no addresses, so their
 * children must be visited. */
static bool
may_contain(Dwarf_Die *die, uint64_t addr, struct budget *ranges)
{
	switch (dwarf_tag(die)) {
	case DW_TAG_namespace:
	case DW_TAG_module:
		return true;
	case DW_TAG_subprogram:
	case DW_TAG_lexical_block:
	case DW_TAG_inlined_subroutine:
		return has_code_at(die, addr, ranges);
	default:
		return false;
	}
}

const char *
scopes_inlined(Dwarf_Die *unit, uint64_t addr, struct budget *ranges)
{
	struct die_walk w = { .die = *unit };
	const char *name = NULL;
	bool inside = true;

	while (diewalk_step(&w, inside)) {
		inside = may_contain(&w.die, addr, ranges);
		if (inside && dwarf_tag(&w.die) == DW_TAG_inlined_subroutine)
			name = dwarf_diename(&w.die);
	}
	return name;
}

/* Is NAME the name of the function DIE in the source, or its linkage name? */
static bool
is_named(Dwarf_Die *die, const char *name)
{
	const char *source = dwarf_diename(die), *symbol = scopes_symbol(die);

	return (source != NULL && strcmp(source, name) == 0)
		|| (symbol != NULL && strcmp(symbol, name) == 0);
}

bool
scopes_next_named(struct die_walk *w, const char *name, uint64_t *addr, struct budget *ranges)
{
	Dwarf_Addr base, lo, hi;

	for (;;) {
		int tag = dwarf_tag(&w->die);

		/* Also visit the children of functions: Fortran and Ada have functions inside
		 * functions. */
		if (!diewalk_step(w, w->depth == 0 || tag == DW_TAG_namespace
			|| tag == DW_TAG_module || tag == DW_TAG_subprogram))
			return false;
		if (dwarf_tag(&w->die) != DW_TAG_subprogram || !is_named(&w->die, name)
		    || dwarflimits_next_range(ranges, &w->die, 0, &base, &lo, &hi) <= 0)
			continue;
		*addr = lo;
		return true;
	}
}
