/* lineunits.c - the units of debug information that have line tables
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "dwarf/lineunits.h"

#include <assert.h>
#include <dwarf.h>
#include <stdlib.h>

#include "base/sort.h"

struct line_table *
lineunits_table(struct line_units *us, const struct line_unit *u)
{
	struct line_unit *first = &us->v[u->first];

	assert(first->first == u->first);
	if (!first->has_table)
		linetable_read(&first->table, &us->info.sections, &first->die);
	first->has_table = true;
	return &first->table;
}

/* Adds the range [LO, HI) of UNIT to RANGES if the image has code at LO.  The linker moves ranges
 * of removed code to address 0 or -1, where the image has no code. */
static void
add_range(const struct line_units *us, struct unitranges *ranges, uint32_t unit, uint64_t lo,
	uint64_t hi)
{
	if (lo < hi && image_code_at(us->image, lo) != NULL)
		unitranges_add(ranges, unit, lo, hi);
}

/* Adds the ranges of the rows of UNIT to RANGES. */
static void
add_row_ranges(struct line_units *us, struct unitranges *ranges, uint32_t unit)
{
	const struct line_table *table = lineunits_table(us, &us->v[unit]);
	const struct line_rows *rows = linetable_rows(table, RULES_EXACT);
	uint64_t bias = us->info.bias;
	size_t begin = 0;

	for (size_t i = 0; i < rows->n; i++)
		if (linetable_is_end(&rows->v[i])) {
			add_range(us, ranges, unit, rows->v[begin].addr + bias,
				rows->v[i].addr + bias);
			begin = i + 1;
		}
}

/* Adds the ranges that the entry of UNIT lists.  If it lists none, adds the ranges of its rows, but
 * only once for all units that have the same line table. */
static void
add_unit_ranges(struct line_units *us, uint32_t unit)
{
	Dwarf_Die *die = &us->v[unit].die;
	Dwarf_Addr base, lo, hi;
	ptrdiff_t offset = 0;
	bool any = false;

	while ((offset = dwarflimits_next_range(&us->unit_ranges, die, offset, &base, &lo,
		&hi)) > 0) {
		add_range(us, &us->ranges, unit, lo + us->info.bias, hi + us->info.bias);
		any = true;
	}
	if (any || us->v[us->v[unit].first].has_row_ranges)
		return;
	us->v[us->v[unit].first].has_row_ranges = true;
	add_row_ranges(us, &us->ranges, unit);
}

static int
by_table(uint32_t a, uint32_t b, const void *with)
{
	const struct line_unit *v = with;

	return v[a].table_at < v[b].table_at ? -1 : v[a].table_at > v[b].table_at;
}

/* Sets .first of each unit to the first unit that has the same line table. */
static void
share_tables(struct line_units *us)
{
	uint32_t *order = mem_new(us->n, sizeof(*order));

	for (uint32_t i = 0; i < us->n; i++)
		order[i] = i;
	sort_numbers(order, us->n, by_table, us->v);
	for (size_t i = 0; i < us->n; i++) {
		struct line_unit *u = &us->v[order[i]];
		const struct line_unit *before = i > 0 ? &us->v[order[i - 1]] : NULL;

		u->first = before != NULL && before->table_at == u->table_at ? before->first
			: order[i];
	}
	free(order);
}

static void
find_units(struct line_units *us)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Die die;

	while (dwarf_get_units(us->info.dwarf, cu, &cu, NULL, NULL, &die, NULL) == 0) {
		Dwarf_Attribute attribute;
		Dwarf_Word offset;

		if (dwarf_attr(&die, DW_AT_stmt_list, &attribute) == NULL)
			continue;
		if (dwarf_formudata(&attribute, &offset) != 0)
			offset = UINT64_MAX;
		us->v = mem_grow(us->v, us->n + 1, &us->room, sizeof(*us->v));
		us->v[us->n++] = (struct line_unit){ .die = die, .table_at = offset };
	}
}

void
lineunits_open(struct line_units *us, const struct image *im)
{
	*us = (struct line_units){ .image = im };
	debuginfo_open(&us->info, im);
	if (us->info.dwarf == NULL)
		return;
	us->unit_ranges.left = us->func_ranges.left = dwarflimits_max_ranges(&us->info.sections);
	find_units(us);
	share_tables(us);
	for (uint32_t i = 0; i < us->n; i++)
		add_unit_ranges(us, i);
	unitranges_sort(&us->ranges, us->n);
}

void
lineunits_release(struct line_units *us)
{
	for (size_t i = 0; i < us->n; i++) {
		linetable_release(&us->v[i].table);
		scopes_release_calls(&us->v[i].calls);
		inlines_release(&us->v[i].inlined);
	}
	free(us->v);
	unitranges_release(&us->ranges);
	unitranges_release(&us->row_ranges);
	arena_release(&us->paths);
	debuginfo_close(&us->info);
	*us = (struct line_units){ 0 };
}

bool
lineunits_truncated(const struct line_units *us)
{
	return us->truncated || us->unit_ranges.exceeded || us->func_ranges.exceeded
		|| us->info.sections.lines_truncated;
}

const struct line_rows *
lineunits_own_rows(struct line_units *us, const struct line_unit *u, enum rules rules)
{
	static const struct line_rows none;

	assert(u >= us->v && u < us->v + us->n);
	return &us->v[u->first] == u ? linetable_rows(lineunits_table(us, u), rules) : &none;
}

Dwarf_Die *
lineunits_full(struct line_units *us, struct line_unit *u)
{
	if (!u->has_full)
		u->full = debuginfo_full_unit(&us->info, &u->die);
	u->has_full = true;
	return &u->full;
}

/* The state of lineunits_find(), which searches the row of an address. */
struct row_search {
	struct line_units *units;
	enum rules rules;
	uint64_t addr;
	uint32_t before;		/* only units that an earlier search has searched; 0: all
					 * units */
	const struct line_row *row;	/* the row that was found so far, or NULL */
	uint32_t unit;			/* number of the unit that has the row */
};

/* Searches UNIT for the row, unless the row was found in a unit with a lower number. */
static void
search_unit(void *with, uint32_t unit)
{
	struct row_search *search = with;
	struct line_units *us = search->units;
	const struct line_row *row;

	if ((search->row != NULL && unit >= search->unit)
	    || (search->before > 0 && us->v[unit].searched >= search->before))
		return;
	if (us->v[unit].searched == 0 && search->rules == RULES_GPROF)
		us->v[unit].searched = us->nsearches;
	row = linetable_find(lineunits_table(us, &us->v[unit]), search->rules,
		search->addr - us->info.bias);
	if (row != NULL) {
		search->row = row;
		search->unit = unit;
	}
}

const struct line_row *
lineunits_find(struct line_units *us, enum rules rules, uint64_t addr, struct line_unit **unit)
{
	struct row_search search = { .units = us, .rules = rules, .addr = addr };

	us->nsearches += rules == RULES_GPROF;
	us->truncated |= !unitranges_visit(&us->ranges, addr, search_unit, &search);
	if (search.row != NULL)
		*unit = &us->v[search.unit];
	return search.row;
}

/* Sets US->row_ranges.  Of units that have the same line table, the first one that was searched has
 * its ranges, from the first search in one of them on. */
static void
find_row_ranges(struct line_units *us)
{
	for (uint32_t i = 0; i < us->n; i++) {
		struct line_unit *first = &us->v[us->v[i].first], *by;

		if (us->v[i].searched == 0)
			continue;
		if (first->searched_by == 0) {
			first->searched_by = i + 1;
			add_row_ranges(us, &us->row_ranges, i);
		}
		by = &us->v[first->searched_by - 1];
		if (by->searched > us->v[i].searched)
			by->searched = us->v[i].searched;
	}
	unitranges_sort(&us->row_ranges, us->n);
	us->has_row_ranges = true;
}

const struct line_row *
lineunits_find_late(struct line_units *us, uint64_t addr, uint32_t n, struct line_unit **unit)
{
	struct row_search search = { .units = us, .rules = RULES_GPROF, .addr = addr, .before = n };

	if (!us->has_row_ranges)
		find_row_ranges(us);
	us->truncated |= !unitranges_visit(&us->row_ranges, addr, search_unit, &search);
	if (search.row != NULL)
		*unit = &us->v[search.unit];
	return search.row;
}

const char *
lineunits_path(struct line_units *us, const struct line_unit *u, enum rules rules,
	const struct line_row *row)
{
	struct line_table *table = lineunits_table(us, u);
	const char *path = linetable_path(table, row, rules, &us->paths);

	us->truncated |= table->path_bytes.exceeded;
	return path == NULL && rules == RULES_GPROF ? "<unknown>" : path;
}
