/* From addresses to source lines.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "dwarf/lines.h"

#include <dwarf.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/sort.h"
#include "dwarf/debuginfo.h"
#include "dwarf/dwarffuncs.h"
#include "dwarf/dwarflimits.h"
#include "dwarf/linetable.h"
#include "dwarf/scopes.h"
#include "dwarf/unitranges.h"

/* A unit of debug info that has line numbers. */
struct unit {
	Dwarf_Die die;
	Dwarf_Die full;		/* with the functions: elsewhere if debug info is split */
	bool has_full;			/* it is known */
	uint64_t offset;		/* of its line table */
	uint32_t first;			/* unit with that table, which has it for all */
	bool has_extents;		/* there are extents of the rows of its table */
	bool read;			/* the table is */
	struct line_table table;
	bool calls_read;
	struct call_sites calls;
};

struct lines {
	const struct image *image;	/* borrowed */
	bool loaded;			/* the rest is valid */
	struct debug_info info;
	struct ranges_left unitranges_left, funcs_left;
	bool truncated;			/* so was something else that is shared */
	struct unit *units;		/* owned; in the order of the debug info */
	size_t nunits, units_room;
	struct unitranges extents;		/* which code belongs to which of them */
	struct arena paths;
	uint64_t inlined_at;		/* the last address that was asked about ... */
	const char *inlined;		/* ... what is inlined there ... */
	bool has_inlined;		/* ... if anything was asked */
};

struct lines *
lines_open(const struct image *im)
{
	struct lines *l = mem_new(1, sizeof(*l));

	l->image = im;
	return l;
}

void
lines_close(struct lines *l)
{
	for (size_t i = 0; i < l->nunits; i++) {
		linetable_release(&l->units[i].table);
		scopes_release_calls(&l->units[i].calls);
	}
	free(l->units);
	unitranges_release(&l->extents);
	arena_release(&l->paths);
	debuginfo_close(&l->info);
	free(l);
}

static Dwarf_Die *
full_unit(struct lines *l, struct unit *u)
{
	if (!u->has_full)
		u->full = debuginfo_full_unit(&l->info, &u->die);
	u->has_full = true;
	return &u->full;
}

static struct line_table *
unit_table(struct lines *l, const struct unit *of)
{
	struct unit *u = &l->units[of->first];

	if (!u->read)
		linetable_read(&u->table, &l->info.sections, &u->die);
	u->read = true;
	return &u->table;
}

/* Code [lo, hi) belongs to UNIT, if it is code at all: what the linker has thrown away stays behind
 * at address 0 or -1. */
static void
add_extent(struct lines *l, uint32_t unit, uint64_t lo, uint64_t hi)
{
	if (lo < hi && image_code_at(l->image, lo) != NULL)
		unitranges_add(&l->extents, unit, lo, hi);
}

/* The extents of UNIT by the rows of its table, which are the same for all who have it. */
static void
row_extents(struct lines *l, uint32_t unit)
{
	const struct line_rows *rows = linetable_rows(unit_table(l, &l->units[unit]), RULES_EXACT);
	struct unit *first = &l->units[l->units[unit].first];
	size_t begin = 0;

	if (first->has_extents)
		return;
	first->has_extents = true;
	for (size_t i = 0; i < rows->n; i++)
		if (linetable_is_end(&rows->v[i])) {
			add_extent(l, unit, rows->v[begin].addr + l->info.bias, rows->v[i].addr + l->info.bias);
			begin = i + 1;
		}
}

/* Where the code of UNIT is, by its ranges or, if it has none, its rows. */
static void
unit_extents(struct lines *l, uint32_t unit)
{
	Dwarf_Die *die = &l->units[unit].die;
	Dwarf_Addr base, lo, hi;
	ptrdiff_t offset = 0;
	bool any = false;

	while ((offset = dwarflimits_next_range(&l->unitranges_left, die, offset, &base, &lo, &hi)) > 0) {
		add_extent(l, unit, lo + l->info.bias, hi + l->info.bias);
		any = true;
	}
	if (!any)
		row_extents(l, unit);
}

static int
by_offset(uint32_t a, uint32_t b, const void *with)
{
	const struct unit *units = with;

	return units[a].offset < units[b].offset ? -1 : units[a].offset > units[b].offset;
}

/* Give all units with the same table that of the first of them. */
static void
share_tables(struct lines *l)
{
	uint32_t *order = mem_new(l->nunits, sizeof(*order));

	for (uint32_t i = 0; i < l->nunits; i++)
		order[i] = i;
	sort_numbers(order, l->nunits, by_offset, l->units);
	for (size_t i = 0; i < l->nunits; i++) {
		struct unit *u = &l->units[order[i]];
		const struct unit *before = i > 0 ? &l->units[order[i - 1]] : NULL;

		u->first = before != NULL && before->offset == u->offset ? before->first : order[i];
	}
	free(order);
}

static void
find_units(struct lines *l)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Die die;

	while (dwarf_get_units(l->info.dwarf, cu, &cu, NULL, NULL, &die, NULL) == 0) {
		Dwarf_Attribute attribute;
		Dwarf_Word offset;

		if (dwarf_attr(&die, DW_AT_stmt_list, &attribute) == NULL)
			continue;
		if (dwarf_formudata(&attribute, &offset) != 0)
			offset = UINT64_MAX;
		l->units = mem_grow(l->units, l->nunits + 1, &l->units_room,
			sizeof(*l->units));
		l->units[l->nunits++] = (struct unit){ .die = die, .offset = offset };
	}
}

/* Find out which units there are and which code belongs to each. */
static void
load_units(struct lines *l)
{
	l->loaded = true;
	debuginfo_open(&l->info, l->image);
	if (l->info.dwarf == NULL)
		return;
	l->unitranges_left.n = l->funcs_left.n = dwarflimits_max_ranges(&l->info.sections);
	find_units(l);
	share_tables(l);
	for (uint32_t i = 0; i < l->nunits; i++)
		unit_extents(l, i);
	unitranges_sort(&l->extents, l->nunits);
}

bool
lines_exist(struct lines *l)
{
	if (!l->loaded)
		load_units(l);
	return l->nunits > 0;
}

const char *
lines_refused(struct lines *l)
{
	if (!l->loaded)
		load_units(l);
	return l->info.refused;
}

bool
lines_truncated(const struct lines *l)
{
	return l->truncated || l->unitranges_left.truncated || l->funcs_left.truncated || l->info.sections.lines_truncated;
}

bool
lines_may_exist(const struct lines *l)
{
	return l->loaded ? l->nunits > 0 : l->image->has_lines;
}

/* What is looked for, and what was found. */
struct row_search {
	struct lines *lines;
	enum rules rules;
	uint64_t addr;
	const struct line_row *row;
	uint32_t unit;			/* that it is in */
};

/* Look in UNIT, unless the row was found in one before it. */
static void
search_unit(void *with, uint32_t unit)
{
	struct row_search *f = with;
	struct lines *l = f->lines;
	const struct line_row *row;

	if (f->row != NULL && unit >= f->unit)
		return;
	row = linetable_find(unit_table(l, &l->units[unit]), f->rules, f->addr - l->info.bias);
	if (row != NULL) {
		f->row = row;
		f->unit = unit;
	}
}

/* The row for ADDR in the first unit that has one, and that unit. */
static const struct line_row *
find_row(struct lines *l, enum rules rules, uint64_t addr, struct unit **unit)
{
	struct row_search f = { .lines = l, .rules = rules, .addr = addr };

	l->truncated |= !unitranges_visit(&l->extents, addr, search_unit, &f);
	if (f.row != NULL)
		*unit = &l->units[f.unit];
	return f.row;
}

static const char *
path_of(struct lines *l, const struct unit *u, const struct line_row *row, enum rules rules)
{
	struct line_table *table = unit_table(l, u);
	const char *path = linetable_path(table, row, rules, &l->paths);

	l->truncated |= table->paths_truncated;
	return path;
}

bool
lines_at(struct lines *l, enum rules rules, uint64_t addr, const char **file, unsigned *line)
{
	struct unit *u = NULL;
	const struct line_row *row;
	const char *path;

	if (!l->loaded)
		load_units(l);
	row = find_row(l, rules, addr, &u);
	if (row == NULL || row->line == 0)
		return false;
	path = path_of(l, u, row, rules);
	if (path == NULL && rules == RULES_EXACT)
		return false;
	*file = path != NULL ? path : "<unknown>";
	*line = row->line;
	return true;
}

bool
lines_span(struct lines *l, uint64_t addr, struct line_span *s)
{
	const struct line_rows *rows;
	const struct line_row *row;
	struct unit *u = NULL;

	if (!l->loaded)
		load_units(l);
	row = find_row(l, RULES_EXACT, addr, &u);
	if (row == NULL) {
		*s = (struct line_span){ .lo = addr, .hi = unitranges_next(&l->extents, addr) };
		return false;
	}
	rows = linetable_rows(unit_table(l, u), RULES_EXACT);
	s->lo = row->addr + l->info.bias;
	s->hi = row + 1 < rows->v + rows->n ? row[1].addr + l->info.bias : UINT64_MAX;
	s->line = row->line;
	s->file = path_of(l, u, row, RULES_EXACT);
	return row->line != 0 && s->file != NULL;
}

size_t
lines_units(struct lines *l)
{
	if (!l->loaded)
		load_units(l);
	return l->nunits;
}

const struct line_rows *
lines_rows(struct lines *l, size_t i, enum rules rules)
{
	static const struct line_rows none;
	const struct unit *u = &l->units[i];

	return u->first == i ? linetable_rows(unit_table(l, u), rules) : &none;
}

uint64_t
lines_bias(const struct lines *l)
{
	return l->info.bias;
}

const char *
lines_path(struct lines *l, size_t i, enum rules rules, const struct line_row *row)
{
	const char *path = path_of(l, &l->units[i], row, rules);

	return path == NULL && rules == RULES_GPROF ? "<unknown>" : path;
}

size_t
lines_texts_size(const struct lines *l)
{
	return l->info.texts_size;
}

void
lines_funcs(struct lines *l, size_t i, struct dwarf_funcs *fs)
{
	dwarffuncs_read(fs, &l->units[i].die, l->info.bias, &l->funcs_left);
}

/* The unit that the row for ADDR is in, or NULL. */
static struct unit *
unit_at(struct lines *l, uint64_t addr)
{
	struct unit *u = NULL;

	if (!l->loaded)
		load_units(l);
	find_row(l, RULES_EXACT, addr, &u);
	return u;
}

bool
lines_call(struct lines *l, uint64_t addr, struct recorded_call *call)
{
	struct unit *u = addr > 0 ? unit_at(l, addr - 1) : NULL;
	struct call_site *site;
	size_t i;

	if (u == NULL)
		return false;
	if (!u->calls_read)
		scopes_read_calls(&u->calls, full_unit(l, u));
	u->calls_read = true;
	i = scopes_find_call(&u->calls, addr - l->info.bias);
	if (i == u->calls.n)
		return false;
	site = &u->calls.v[i];
	call->end = site->end + l->info.bias;
	call->callee = site->callee.addr != NULL ? scopes_symbol(&site->callee) : NULL;
	return true;
}

const char *
lines_inlined(struct lines *l, uint64_t addr)
{
	struct ranges_left left = { 0 };
	struct unit *u;
	Dwarf_Die *full;

	if (l->has_inlined && l->inlined_at == addr)
		return l->inlined;
	u = unit_at(l, addr);
	full = u != NULL ? full_unit(l, u) : NULL;
	left.n = dwarflimits_max_ranges(&l->info.sections) + l->info.split_ranges;
	l->inlined = full != NULL ? scopes_inlined(full, addr - l->info.bias, &left) : NULL;
	l->truncated |= left.truncated;
	l->inlined_at = addr;
	l->has_inlined = true;
	return l->inlined;
}
