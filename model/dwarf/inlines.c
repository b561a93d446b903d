/* inlines.c - the inlined code of a unit of debug information, by address
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "dwarf/inlines.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bisect.h"
#include "base/mem.h"
#include "base/rules.h"
#include "base/sort.h"
#include "dwarf/diewalk.h"
#include "dwarf/dwarflimits.h"
#include "dwarf/scopes.h"

/* The addresses [lo, hi) of a scope. */
struct scope_range {
	uint64_t lo, hi;
	uint32_t scope;			/* index in inlined_code.scopes */
};

/* The scope that contains the children of an entry. */
struct enclosing {
	uint32_t scope;			/* index in inlined_code.scopes; NOBODY: none */
	uint32_t depth;			/* number of nested scopes: .scope and the scopes around
					 * it */
	void *host;			/* the function around the scope, as in inline_scope */
};

struct inline_reader {
	struct inlined_code *to;
	Dwarf_Die *unit;
	struct arena *names;
	struct budget *budget;
	struct scope_range *ranges;	/* owned; in the order of the entries to which the ranges
					 * belong */
	size_t n, room;
	struct enclosing *at;		/* owned; indexed by depth of an entry: the scope of its
					 * children */
	size_t at_room;
};

/* Returns the attribute NAME of DIE or of the entry that DIE stands for, a number, or 0 if it is
 * not known.  The number of a file is one in the line table of UNIT. */
static unsigned
declared_number(Dwarf_Die *unit, Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;
	Dwarf_Word number;

	if (dwarf_attr_integrate(die, name, &attribute) == NULL
	    || attribute.cu != unit->cu || dwarf_formudata(&attribute, &number) != 0)
		return 0;
	return number <= UINT32_MAX ? (unsigned)number : 0;
}

/* Returns the attribute NAME of DIE, a number, or 0 if DIE lacks it. */
static unsigned
number_of_call(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;
	Dwarf_Word number;

	if (dwarf_attr(die, name, &attribute) == NULL
	    || dwarf_formudata(&attribute, &number) != 0)
		return 0;
	return number <= UINT32_MAX ? (unsigned)number : 0;
}

/* Returns the line that declares the lambda function DIE or, as gcc does, the class of its object,
 * which has no name.  0: DIE is no lambda function, or the line is not known. */
static int
lambda_line(Dwarf_Die *die)
{
	enum { MOST_TYPES = 6 };	/* pointers and qualifiers */
	Dwarf_Attribute attribute;
	Dwarf_Die object;
	const char *name;
	int line;

	if (dwarf_attr_integrate(die, DW_AT_object_pointer, &attribute) == NULL
	    || dwarf_formref_die(&attribute, &object) == NULL)
		return 0;
	for (int i = 0; i < MOST_TYPES
	     && dwarf_attr_integrate(&object, DW_AT_type, &attribute) != NULL
	     && dwarf_formref_die(&attribute, &object) != NULL; i++)
		;
	name = dwarf_diename(&object);
	if (name != NULL && strncmp(name, "<lambda", 7) != 0)
		return 0;
	return dwarf_decl_line(die, &line) == 0 || dwarf_decl_line(&object, &line) == 0 ? line : 0;
}

/* Returns the name of DIE in the symbol table; NULL: it has no name.  Lambda functions of C++ that
 * are only inlined are all called "operator()" in the debug information, and are named by their
 * lines. */
static const char *
symbol_of(const struct inline_reader *r, Dwarf_Die *die)
{
	static const char call[] = "operator()";
	const char *symbol = scopes_symbol(die);
	int line = symbol != NULL && strncmp(symbol, call, sizeof(call) - 1) == 0
		? lambda_line(die) : 0;

	return line > 0 ? arena_printf(r->names, "<lambda:%d>", line) : symbol;
}

/* Adds the inlined function DIE, which is in the scope OUTER.  Returns the scope of DIE, or OUTER
 * if DIE has no name or is too deep. */
static struct enclosing
add_scope(struct inline_reader *r, Dwarf_Die *die, struct enclosing outer)
{
	struct inlined_code *c = r->to;
	const char *symbol = symbol_of(r, die);

	if (outer.depth >= INLINES_DEPTH || symbol == NULL || c->nscopes == NOBODY)
		return outer;
	c->scopes = mem_grow(c->scopes, c->nscopes + 1, &c->scopes_room, sizeof(*c->scopes));
	c->scopes[c->nscopes] = (struct inline_scope){ .symbol = symbol, .up = outer.scope,
		.host = outer.host, .file_number = declared_number(r->unit, die, DW_AT_decl_file),
		.call_line = number_of_call(die, DW_AT_call_line),
		.call_file_number = number_of_call(die, DW_AT_call_file) };
	return (struct enclosing){ (uint32_t)c->nscopes++, outer.depth + 1, outer.host };
}

static void
add_ranges(struct inline_reader *r, Dwarf_Die *die, uint32_t scope)
{
	Dwarf_Addr base, lo, hi;
	ptrdiff_t offset = 0;

	while ((offset = dwarflimits_next_range(r->budget, die, offset, &base, &lo, &hi)) > 0) {
		if (lo >= hi)
			continue;
		r->ranges = mem_grow(r->ranges, r->n + 1, &r->room, sizeof(*r->ranges));
		r->ranges[r->n++] = (struct scope_range){ lo, hi, scope };
	}
}

/* Visits DIE, an entry at DEPTH.  Returns true if inlined functions may be among its children. */
static bool
visit_entry(struct inline_reader *r, Dwarf_Die *die, size_t depth)
{
	static const struct enclosing none = { NOBODY, 0, NULL };

	r->at = mem_grow(r->at, depth + 1, &r->at_room, sizeof(*r->at));
	r->at[depth] = none;
	switch (dwarf_tag(die)) {
	case DW_TAG_inlined_subroutine:
		r->at[depth] = add_scope(r, die, r->at[depth - 1]);
		if (r->at[depth].scope != r->at[depth - 1].scope)
			add_ranges(r, die, r->at[depth].scope);
		return true;
	case DW_TAG_lexical_block:
		r->at[depth] = r->at[depth - 1];
		return true;
	case DW_TAG_subprogram:
		r->at[depth].host = die->addr;
		return true;
	case DW_TAG_namespace:
	case DW_TAG_module:
		return true;
	default:
		return false;
	}
}

static void
add_span(struct inlined_code *c, uint64_t lo, uint32_t scope)
{
	if (c->nspans > 0 && c->spans[c->nspans - 1].lo == lo) {
		c->spans[c->nspans - 1].scope = scope;
		return;
	}
	c->spans = mem_grow(c->spans, c->nspans + 1, &c->spans_room, sizeof(*c->spans));
	c->spans[c->nspans++] = (struct inline_span){ lo, scope };
}

/* Closes the ranges in OPEN that end at LIMIT or before.  OPEN has *N ranges; the last one is the
 * innermost. */
static void
close_ranges(struct inlined_code *c, const struct scope_range **open, size_t *n, uint64_t limit,
	uint64_t bias)
{
	while (*n > 0 && open[*n - 1]->hi <= limit) {
		uint64_t end = open[*n - 1]->hi;

		while (*n > 0 && open[*n - 1]->hi <= end)
			--*n;
		add_span(c, end + bias, *n > 0 ? open[*n - 1]->scope : NOBODY);
	}
}

/* Makes spans from the ranges of R.  Of ranges that begin at the same address, the outer ones come
 * first: their entries come first, and the sort is stable. */
static void
make_spans(struct inline_reader *r, uint64_t bias)
{
	const struct scope_range **open = mem_new(r->n, sizeof(*open));
	uint64_t *keys = mem_new(r->n, sizeof(*keys));
	uint32_t *order = mem_new(r->n, sizeof(*order));
	size_t nopen = 0;

	for (size_t i = 0; i < r->n; i++) {
		order[i] = (uint32_t)i;
		keys[i] = r->ranges[i].lo;
	}
	sort_by_keys(order, keys, (uint32_t)r->n);
	for (size_t i = 0; i < r->n; i++) {
		const struct scope_range *range = &r->ranges[order[i]];

		close_ranges(r->to, open, &nopen, range->lo, bias);
		add_span(r->to, range->lo + bias, range->scope);
		open[nopen++] = range;
	}
	close_ranges(r->to, open, &nopen, UINT64_MAX, bias);
	free(open);
	free(keys);
	free(order);
}

void
inlines_read(struct inlined_code *c, Dwarf_Die *unit, uint64_t bias, struct budget *ranges,
	struct arena *names)
{
	struct inline_reader r = { .to = c, .unit = unit, .names = names, .budget = ranges };
	struct die_walk w = { .die = *unit };
	bool inside = true;

	if (!diewalk_may_have(unit, DW_TAG_inlined_subroutine))
		return;
	r.at = mem_grow(r.at, 1, &r.at_room, sizeof(*r.at));
	r.at[0] = (struct enclosing){ NOBODY, 0, NULL };
	while (diewalk_step(&w, inside))
		inside = visit_entry(&r, &w.die, w.depth);
	if (r.n < NOBODY)
		make_spans(&r, bias);
	free(r.ranges);
	free(r.at);
}

void
inlines_release(struct inlined_code *c)
{
	free(c->scopes);
	free(c->spans);
	*c = (struct inlined_code){ 0 };
}

size_t
inlines_find(const struct inlined_code *c, uint64_t addr)
{
	size_t i;

	BISECT(i, c->nspans, c->spans[i].lo > addr);
	return i > 0 ? i - 1 : 0;
}

const struct inline_scope *
inlines_at(const struct inlined_code *c, uint64_t addr)
{
	const struct inline_span *span = c->nspans > 0 ? &c->spans[inlines_find(c, addr)] : NULL;

	return span != NULL && span->lo <= addr && span->scope != NOBODY
		? &c->scopes[span->scope] : NULL;
}

bool
inlines_declared(Dwarf_Die *unit, void *host, uint64_t addr, unsigned *file, unsigned *line)
{
	Dwarf_Die die = { .addr = host, .cu = unit->cu };
	Dwarf_Addr base, lo, hi;

	/* The cold part of a function is a range behind the first one. */
	if (host == NULL || dwarf_ranges(&die, 0, &base, &lo, &hi) <= 0 || lo != addr)
		return false;
	*file = declared_number(unit, &die, DW_AT_decl_file);
	*line = declared_number(unit, &die, DW_AT_decl_line);
	return *file != 0 && *line != 0;
}
