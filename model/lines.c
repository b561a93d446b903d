/* From addresses to source lines.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "lines.h"

#include <dwarf.h>
#include <stdlib.h>

#include "debuginfo.h"
#include "dwarffuncs.h"
#include "linetable.h"
#include "mem.h"
#include "scopes.h"
#include "sharing.h"
#include "sort.h"

/* A unit of debug info that has line numbers. */
struct unit {
	Dwarf_Die die;
	Dwarf_Die whole;		/* with the functions: elsewhere if debug info is split */
	bool has_whole;			/* it is known */
	uint64_t offset;		/* of its line table */
	uint32_t first;			/* unit with that table, which has it for all */
	bool has_extents;		/* there are extents of the rows of its table */
	bool read;			/* the table is */
	struct line_table table;
	bool calls_read;
	struct call_sites calls;
};

/* Code that belongs to UNIT. */
struct extent {
	uint64_t lo, hi;		/* [lo, hi) */
	uint64_t reach;			/* the greatest hi of all in the part of the array
					 * that this is the middle of */
	uint32_t unit;
};

struct lines {
	const struct image *image;	/* borrowed */
	bool loaded;			/* the rest is valid */
	struct debug_info info;
	size_t extents_left, funcs_left;	/* see sharing_next_range() */
	struct unit *units;		/* owned; in the order of the debug info */
	size_t nunits, units_room;
	struct extent *extents;		/* owned; by lo */
	size_t nextents, extents_room;
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
	free(l->extents);
	arena_release(&l->paths);
	debuginfo_close(&l->info);
	free(l);
}

static Dwarf_Die *
unit_whole(struct lines *l, struct unit *u)
{
	if (!u->has_whole)
		u->whole = debuginfo_whole(&l->info, &u->die);
	u->has_whole = true;
	return &u->whole;
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

static void
extent_add(struct lines *l, uint32_t unit, uint64_t lo, uint64_t hi)
{
	/* Code that the linker has thrown away stays behind at address 0 or -1. */
	if (lo >= hi || image_code_at(l->image, lo) == NULL)
		return;
	l->extents = mem_room(l->extents, l->nextents + 1, &l->extents_room,
		sizeof(*l->extents));
	l->extents[l->nextents++] = (struct extent){ .lo = lo, .hi = hi, .unit = unit };
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
			extent_add(l, unit, rows->v[begin].addr + l->info.bias, rows->v[i].addr + l->info.bias);
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

	while ((offset = sharing_next_range(&l->extents_left, die, offset, &base, &lo, &hi)) > 0) {
		extent_add(l, unit, lo + l->info.bias, hi + l->info.bias);
		any = true;
	}
	if (!any)
		row_extents(l, unit);
}

static int
by_lo(const void *a, const void *b)
{
	const struct extent *s = a, *t = b;

	if (s->lo != t->lo)
		return s->lo < t->lo ? -1 : 1;
	return s->unit < t->unit ? -1 : s->unit > t->unit;
}

/* The greatest hi of the N extents at X; what begins in them is found by halving. */
static uint64_t
set_reach(struct extent *x, size_t n)
{
	struct extent *middle;
	uint64_t before, behind;

	if (n == 0)
		return 0;
	middle = &x[n / 2];
	before = set_reach(x, n / 2);
	behind = set_reach(middle + 1, n - n / 2 - 1);
	middle->reach = middle->hi;
	if (middle->reach < before)
		middle->reach = before;
	if (middle->reach < behind)
		middle->reach = behind;
	return middle->reach;
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
		l->units = mem_room(l->units, l->nunits + 1, &l->units_room,
			sizeof(*l->units));
		l->units[l->nunits++] = (struct unit){ .die = die, .offset = offset };
	}
}

/* Sort extents, and make one of those of a unit that touch. */
static void
settle_extents(struct lines *l)
{
	uint32_t *last = mem_new(l->nunits, sizeof(*last));	/* of each unit, 0: none */
	uint32_t n = 0;

	if (l->nextents > 0)
		qsort(l->extents, l->nextents, sizeof(*l->extents), by_lo);
	for (size_t i = 0; i < l->nextents; i++) {
		const struct extent x = l->extents[i];
		struct extent *before = last[x.unit] > 0 ? &l->extents[last[x.unit] - 1] : NULL;

		if (before == NULL || before->hi < x.lo) {
			l->extents[n] = x;
			last[x.unit] = ++n;
		} else if (before->hi < x.hi) {
			before->hi = x.hi;
		}
	}
	l->nextents = n;
	free(last);
	set_reach(l->extents, l->nextents);
}

/* Find out which units there are and which code belongs to each. */
static void
load(struct lines *l)
{
	l->loaded = true;
	debuginfo_open(&l->info, l->image);
	if (l->info.dwarf == NULL)
		return;
	l->extents_left = l->funcs_left = sharing_most_ranges(&l->info.sections);
	find_units(l);
	share_tables(l);
	for (uint32_t i = 0; i < l->nunits; i++)
		unit_extents(l, i);
	settle_extents(l);
}

bool
lines_any(struct lines *l)
{
	if (!l->loaded)
		load(l);
	return l->nunits > 0;
}

const char *
lines_refused(struct lines *l)
{
	if (!l->loaded)
		load(l);
	return l->info.refused;
}

bool
lines_likely(const struct lines *l)
{
	return l->loaded ? l->nunits > 0 : l->image->has_lines;
}

/* How many extents begin at or before ADDR. */
static size_t
extents_up_to(const struct lines *l, uint64_t addr)
{
	size_t lo = 0, hi = l->nextents;

	while (lo < hi) {
		size_t middle = lo + (hi - lo) / 2;

		if (l->extents[middle].lo <= addr)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo;
}

/* What is looked for, and what was found. */
struct finding {
	enum rules rules;
	uint64_t addr;
	const struct line_row *row;
	uint32_t unit;			/* that it is in */
	unsigned asked;			/* units that have code there, or say so */
};

enum { MOST_ASKED = 1000 };		/* units for one address */

/* The row in the first unit that has one, among the N extents at X. */
static void
find_among(struct lines *l, struct finding *f, const struct extent *x, size_t n)
{
	while (n > 0) {
		const struct extent *middle = &x[n / 2];
		const struct line_row *row = NULL;

		if (middle->reach <= f->addr)
			return;
		find_among(l, f, x, n / 2);
		if (middle->lo > f->addr || f->asked >= MOST_ASKED)
			return;
		f->asked += middle->hi > f->addr;
		if (middle->hi > f->addr && (f->row == NULL || middle->unit < f->unit))
			row = linetable_find(unit_table(l, &l->units[middle->unit]), f->rules,
				f->addr - l->info.bias);
		if (row != NULL) {
			f->row = row;
			f->unit = middle->unit;
		}
		x = middle + 1;
		n -= n / 2 + 1;
	}
}

/* The row for ADDR in the first unit that has one, and that unit. */
static const struct line_row *
find_row(struct lines *l, enum rules rules, uint64_t addr, struct unit **unit)
{
	struct finding f = { .rules = rules, .addr = addr };

	find_among(l, &f, l->extents, l->nextents);
	if (f.row != NULL)
		*unit = &l->units[f.unit];
	return f.row;
}

bool
lines_at(struct lines *l, enum rules rules, uint64_t addr, const char **file, unsigned *line)
{
	struct unit *u = NULL;
	const struct line_row *row;
	const char *path;

	if (!l->loaded)
		load(l);
	row = find_row(l, rules, addr, &u);
	if (row == NULL || row->line == 0)
		return false;
	path = linetable_path(unit_table(l, u), row, rules, &l->paths);
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
	size_t next;

	if (!l->loaded)
		load(l);
	row = find_row(l, RULES_EXACT, addr, &u);
	if (row == NULL) {
		next = extents_up_to(l, addr);
		*s = (struct line_span){ .lo = addr, .hi = UINT64_MAX };
		if (next < l->nextents)
			s->hi = l->extents[next].lo;
		return false;
	}
	rows = linetable_rows(unit_table(l, u), RULES_EXACT);
	s->lo = row->addr + l->info.bias;
	s->hi = row + 1 < rows->v + rows->n ? row[1].addr + l->info.bias : UINT64_MAX;
	s->line = row->line;
	s->file = linetable_path(unit_table(l, u), row, RULES_EXACT, &l->paths);
	return row->line != 0 && s->file != NULL;
}

size_t
lines_units(struct lines *l)
{
	if (!l->loaded)
		load(l);
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
	const char *path = linetable_path(unit_table(l, &l->units[i]), row, rules, &l->paths);

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
		load(l);
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
		scopes_read_calls(&u->calls, unit_whole(l, u));
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
	struct unit *u;
	Dwarf_Die *whole;

	if (l->has_inlined && l->inlined_at == addr)
		return l->inlined;
	u = unit_at(l, addr);
	whole = u != NULL ? unit_whole(l, u) : NULL;
	l->inlined = whole != NULL ? scopes_inlined(whole, addr - l->info.bias,
		sharing_most_ranges(&l->info.sections) + l->info.split_ranges) : NULL;
	l->inlined_at = addr;
	l->has_inlined = true;
	return l->inlined;
}
