/* lines.c - source lines, inlined functions and recorded calls by address
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "dwarf/lines.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/budget.h"
#include "base/mem.h"
#include "dwarf/diewalk.h"
#include "dwarf/lineunits.h"

enum { CACHED = 509 };			/* greatest number of results of lines_inlined() that are
					 * kept */

struct lines {
	const struct image *image;	/* borrowed */
	bool loaded;			/* .units are open */
	struct line_units units;
	struct inlined {
		uint64_t addr;
		const char *name;	/* result of lines_inlined() for .addr; can be NULL */
		bool is_known;		/* false: this element is not used yet */
	} inlined[CACHED];		/* results of lines_inlined(), indexed by .addr % CACHED */
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
	if (l->loaded)
		lineunits_release(&l->units);
	free(l);
}

struct line_units *
lines_units(struct lines *l)
{
	if (!l->loaded)
		lineunits_open(&l->units, l->image);
	l->loaded = true;
	return &l->units;
}

bool
lines_exist(struct lines *l)
{
	return lines_units(l)->n > 0;
}

bool
lines_may_exist(const struct lines *l)
{
	return l->loaded ? l->units.n > 0 : l->image->has_lines;
}

const char *
lines_refused(struct lines *l)
{
	return lines_units(l)->info.refused;
}

bool
lines_truncated(const struct lines *l)
{
	return lineunits_truncated(&l->units);
}

/* Sets *FILE and *LINE to the place that ROW of U has by RULES.  False: it has none. */
static bool
place_of(struct line_units *us, const struct line_unit *u, enum rules rules,
	const struct line_row *row, const char **file, unsigned *line)
{
	const char *path;

	if (row == NULL || row->line == 0)
		return false;
	path = lineunits_path(us, u, rules, row);
	if (path == NULL)
		return false;
	*file = path;
	*line = row->line;
	return true;
}

bool
lines_at(struct lines *l, enum rules rules, uint64_t addr, const char **file, unsigned *line)
{
	struct line_units *us = lines_units(l);
	struct line_unit *u = NULL;
	const struct line_row *row = lineunits_find(us, rules, addr, &u);

	return place_of(us, u, rules, row, file, line);
}

bool
lines_late(struct lines *l, uint64_t addr, uint32_t n, const char **file, unsigned *line)
{
	struct line_units *us = lines_units(l);
	struct line_unit *u = NULL;
	const struct line_row *row = lineunits_find_late(us, addr, n, &u);

	return place_of(us, u, RULES_GPROF, row, file, line);
}

bool
lines_span(struct lines *l, uint64_t addr, struct line_span *s)
{
	struct line_units *us = lines_units(l);
	struct line_unit *u = NULL;
	const struct line_row *row = lineunits_find(us, RULES_EXACT, addr, &u);
	const struct line_rows *rows;

	if (row == NULL) {
		*s = (struct line_span){ .lo = addr, .hi = unitranges_next(&us->ranges, addr) };
		return false;
	}
	rows = linetable_rows(lineunits_table(us, u), RULES_EXACT);
	s->lo = row->addr + us->info.bias;
	s->hi = row + 1 < rows->v + rows->n ? row[1].addr + us->info.bias : UINT64_MAX;
	s->line = row->line;
	s->file = lineunits_path(us, u, RULES_EXACT, row);
	return row->line != 0 && s->file != NULL;
}

bool
lines_call(struct lines *l, uint64_t addr, struct recorded_call *call)
{
	struct line_units *us = lines_units(l);
	struct line_unit *u = NULL;
	struct call_site *site;
	size_t i;

	if (addr == 0 || lineunits_find(us, RULES_EXACT, addr - 1, &u) == NULL)
		return false;
	if (!u->has_calls)
		scopes_read_calls(&u->calls, lineunits_full(us, u));
	u->has_calls = true;
	i = scopes_find_call(&u->calls, addr - us->info.bias);
	if (i == u->calls.n)
		return false;
	site = &u->calls.v[i];
	call->end = site->end + us->info.bias;
	call->callee = site->callee.addr != NULL ? scopes_symbol(&site->callee) : NULL;
	return true;
}

const char *
lines_inlined(struct lines *l, uint64_t addr)
{
	struct line_units *us = lines_units(l);
	struct inlined *known = &l->inlined[addr % CACHED];
	struct budget ranges = { 0 };
	struct line_unit *u = NULL;
	Dwarf_Die *full;

	if (known->is_known && known->addr == addr)
		return known->name;
	lineunits_find(us, RULES_EXACT, addr, &u);
	full = u != NULL ? lineunits_full(us, u) : NULL;
	ranges.left = dwarflimits_max_ranges(&us->info.sections) + us->info.split_ranges;
	known->name = full != NULL ? scopes_inlined(full, addr - us->info.bias, &ranges) : NULL;
	us->truncated |= ranges.exceeded;
	known->addr = addr;
	known->is_known = true;
	return known->name;
}

/* Sets the files of the scopes of C from their numbers, which are numbers in the line table of
 * U. */
static void
name_files(struct inlined_code *c, struct line_units *us, const struct line_unit *u)
{
	/* With split debug information, the numbers belong to another table. */
	if (u->full.cu != u->die.cu)
		return;
	for (size_t i = 0; i < c->nscopes; i++) {
		struct line_row row = { .file = c->scopes[i].file_number };
		struct line_row call = { .file = c->scopes[i].call_file_number };

		if (row.file != 0)
			c->scopes[i].file = lineunits_path(us, u, RULES_EXACT, &row);
		if (call.file != 0)
			c->scopes[i].call_file = lineunits_path(us, u, RULES_EXACT, &call);
	}
}

/* Returns the inlined code of U, which is read once. */
static const struct inlined_code *
inlined_code_of(struct line_units *us, struct line_unit *u)
{
	struct budget ranges = { 0 };
	Dwarf_Die *full;

	if (u->has_inlined)
		return &u->inlined;
	u->has_inlined = true;
	full = lineunits_full(us, u);
	ranges.left = dwarflimits_max_ranges(&us->info.sections) + us->info.split_ranges;
	inlines_read(&u->inlined, full, us->info.bias, &ranges, &us->paths);
	us->truncated |= ranges.exceeded;
	name_files(&u->inlined, us, u);
	return &u->inlined;
}

const struct inlined_code *
lines_inlined_code(struct lines *l, uint64_t addr)
{
	struct line_units *us = lines_units(l);
	struct line_unit *u = NULL;

	return lineunits_find(us, RULES_EXACT, addr, &u) != NULL ? inlined_code_of(us, u) : NULL;
}

bool
lines_func_at(struct lines *l, uint64_t addr, const char **file, unsigned *line)
{
	struct line_units *us = lines_units(l);
	struct line_unit *u = NULL;
	const struct inlined_code *code;
	const struct inline_scope *scope;
	struct line_row declared = { 0 };
	const char *path;

	if (lineunits_find(us, RULES_EXACT, addr, &u) == NULL)
		return false;
	code = inlined_code_of(us, u);
	scope = inlines_at(code, addr);
	while (scope != NULL && scope->up != NOBODY)
		scope = &code->scopes[scope->up];
	/* With split debug information, the numbers of files belong to another table. */
	if (scope == NULL || u->full.cu != u->die.cu)
		return lines_at(l, RULES_EXACT, addr, file, line);
	path = inlines_declared(&u->full, scope->host, addr - us->info.bias, &declared.file,
			&declared.line) ? lineunits_path(us, u, RULES_EXACT, &declared) : NULL;
	if (path == NULL && (scope->call_file == NULL || scope->call_line == 0))
		return lines_at(l, RULES_EXACT, addr, file, line);
	*file = path != NULL ? path : scope->call_file;
	*line = path != NULL ? declared.line : scope->call_line;
	return true;
}

void
lines_named(struct lines *l, const char *name, bool (*found)(void *with, uint64_t addr), void *with)
{
	struct line_units *us = lines_units(l);
	struct budget ranges = { .left = dwarflimits_max_ranges(&us->info.sections)
		+ us->info.split_ranges };
	uint64_t addr;

	for (size_t i = 0; i < us->n; i++) {
		struct die_walk w = { .die = *lineunits_full(us, &us->v[i]) };

		while (scopes_next_named(&w, name, &addr, &ranges))
			if (!found(with, addr + us->info.bias))
				return;
	}
}
