/* gprof_linespans.c - spans of code with one line and one function, as GNU gprof finds them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gprof/gprof_linespans.h"

#include <assert.h>
#include <stdlib.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "base/sort.h"

/* State while units fill spans one after the other.  The first unit with a row or a function for a
 * span fills the span; later units do not change it.  Until then, the span is free for a row and
 * for a function.  NO_ROW and NO_FUNC are union-find trees, which lead from a filled span to the
 * next free span. */
struct span_fill {
	struct gprof_linespans *s;
	struct line_units *units;
	uint32_t *no_row, *no_func;	/* owned; indexed by span: the number of this span if it is
					 * free; otherwise, the number of a later span */
	uint32_t *changed;		/* owned; spans that the current unit has filled */
	size_t nchanged;
	uint32_t unit;
};

/* Addresses where rows or ranges of functions begin or end. */
struct address_list {
	uint64_t *v;			/* owned */
	size_t n, room;
};

static void
add_address(struct address_list *b, uint64_t addr)
{
	b->v = mem_grow(b->v, b->n + 1, &b->room, sizeof(*b->v));
	b->v[b->n++] = addr;
}

static int
by_value(const void *a, const void *b)
{
	const uint64_t *v = a, *w = b;

	return *v < *w ? -1 : *v > *w;
}

static void
sort_addresses(struct address_list *b)
{
	size_t i = 1;

	while (i < b->n && b->v[i - 1] <= b->v[i])
		i++;
	if (i < b->n)
		qsort(b->v, b->n, sizeof(*b->v), by_value);
}

/* Makes empty spans.  A span begins at each address in ROWS and RANGES, which are sorted. */
static void
make_spans(struct gprof_linespans *s, const struct address_list *rows,
	const struct address_list *ranges)
{
	size_t i = 0, k = 0;

	s->v = mem_new(rows->n + ranges->n, sizeof(*s->v));
	while (i < rows->n || k < ranges->n) {
		uint64_t lo = k == ranges->n || (i < rows->n && rows->v[i] < ranges->v[k])
			? rows->v[i++] : ranges->v[k++];

		if (s->n == 0 || s->v[s->n - 1].lo != lo)
			s->v[s->n++] = (struct gprof_linespan){ lo, NULL, NOBODY, NOBODY };
	}
}

/* Returns the first free span at or after span I.  There is always one, as the last span is never
 * filled.  NEXT is no_row or no_func. */
static uint32_t
next_free(uint32_t *next, uint32_t i)
{
	while (next[i] != i) {
		next[i] = next[next[i]];
		i = next[i];
	}
	return i;
}

/* Returns the number of the span that begins at LO. */
static uint32_t
number_of(const struct gprof_linespans *s, uint64_t lo)
{
	return (uint32_t)(gprof_linespans_at(s, lo) - s->v);
}

static void
mark_changed(struct span_fill *p, uint32_t i)
{
	if (p->s->v[i].unit == NOBODY)
		p->changed[p->nchanged++] = i;
	p->s->v[i].unit = p->unit;
}

static void
fill_rows(struct span_fill *p, const struct line_rows *rows)
{
	uint64_t bias = p->units->info.bias;
	struct gprof_linespan *v = p->s->v;

	if (rows->n == 0)
		return;
	for (uint32_t i = number_of(p->s, rows->v[0].addr + bias), r = 0; r + 1 < rows->n; r++) {
		const struct line_row *row = &rows->v[r];
		uint64_t lo = row->addr + bias, hi = row[1].addr + bias;

		if (linetable_is_end(row))
			continue;
		if (v[i].lo < lo)		/* skip the spans between two sequences of rows */
			i = number_of(p->s, lo);
		for (i = next_free(p->no_row, i); v[i].lo < hi; i = next_free(p->no_row, i)) {
			v[i].row = row;
			mark_changed(p, i);
			p->no_row[i] = i + 1;
		}
	}
}

/* Sorts ranges by size, the smallest first.  Of two ranges of the same size, the later one comes
 * first. */
static int
by_size(uint32_t a, uint32_t b, const void *with)
{
	const struct dwarf_range *v = with;
	uint64_t m = v[a].hi - v[a].lo, n = v[b].hi - v[b].lo;

	if (m != n)
		return m < n ? -1 : 1;
	return a > b ? -1 : a < b;
}

/* Gives each free span the function of the smallest range that covers the span.  Only ranges FIRST
 * to LAST - 1 are used. */
static void
fill_funcs(struct span_fill *p, size_t first, size_t last)
{
	const struct dwarf_range *ranges = p->s->funcs.ranges;
	uint32_t *order = mem_new(last - first, sizeof(*order));
	struct gprof_linespan *v = p->s->v;

	for (size_t i = first; i < last; i++)
		order[i - first] = (uint32_t)i;
	sort_numbers(order, last - first, by_size, ranges);
	for (size_t k = 0; k < last - first; k++) {
		const struct dwarf_range *r = &ranges[order[k]];
		uint32_t i = next_free(p->no_func, number_of(p->s, r->lo));

		for (; v[i].lo < r->hi; i = next_free(p->no_func, i)) {
			v[i].func = r->func;
			mark_changed(p, i);
			p->no_func[i] = i + 1;
		}
	}
	free(order);
}

/* Marks the spans that the current unit has filled as not free for later units. */
static void
close_unit(struct span_fill *p)
{
	for (size_t k = 0; k < p->nchanged; k++) {
		uint32_t i = p->changed[k];

		if (p->no_row[i] == i)
			p->no_row[i] = i + 1;
		if (p->no_func[i] == i)
			p->no_func[i] = i + 1;
	}
	p->nchanged = 0;
}

/* Fills the spans of S with the rows and functions of UNITS.  The ranges of unit u are number
 * RANGE_AT[u] to RANGE_AT[u + 1] - 1. */
static void
fill_spans(struct gprof_linespans *s, struct line_units *units, const size_t *range_at)
{
	struct span_fill p = { .s = s, .units = units };

	p.no_row = mem_new(s->n, sizeof(*p.no_row));
	p.no_func = mem_new(s->n, sizeof(*p.no_func));
	p.changed = mem_new(s->n, sizeof(*p.changed));
	for (uint32_t i = 0; i < s->n; i++)
		p.no_row[i] = p.no_func[i] = i;
	for (size_t u = 0; u < units->n; u++) {
		p.unit = (uint32_t)u;
		fill_rows(&p, lineunits_own_rows(units, &units->v[u], RULES_GPROF));
		fill_funcs(&p, range_at[u], range_at[u + 1]);
		close_unit(&p);
	}
	assert(s->n == 0 || (p.no_row[s->n - 1] == s->n - 1 && p.no_func[s->n - 1] == s->n - 1));
	free(p.no_row);
	free(p.no_func);
	free(p.changed);
}

void
gprof_linespans_open(struct gprof_linespans *s, struct line_units *units)
{
	struct address_list rows = { 0 }, ranges = { 0 };
	size_t *range_at = mem_new(units->n + 1, sizeof(*range_at));

	*s = (struct gprof_linespans){ 0 };
	for (size_t u = 0; u < units->n; u++) {
		const struct line_rows *unit = lineunits_own_rows(units, &units->v[u], RULES_GPROF);

		for (size_t i = 0; i < unit->n; i++)
			add_address(&rows, unit->v[i].addr + units->info.bias);
		gprof_dwarffuncs_read(&s->funcs, units, u);
		range_at[u + 1] = s->funcs.nranges;
	}
	for (size_t i = 0; i < s->funcs.nranges; i++) {
		add_address(&ranges, s->funcs.ranges[i].lo);
		add_address(&ranges, s->funcs.ranges[i].hi);
	}
	sort_addresses(&rows);
	sort_addresses(&ranges);
	make_spans(s, &rows, &ranges);
	free(rows.v);
	free(ranges.v);
	fill_spans(s, units, range_at);
	free(range_at);
}

void
gprof_linespans_release(struct gprof_linespans *s)
{
	gprof_dwarffuncs_release(&s->funcs);
	free(s->v);
	*s = (struct gprof_linespans){ 0 };
}

const struct gprof_linespan *
gprof_linespans_at(const struct gprof_linespans *s, uint64_t addr)
{
	size_t i;

	BISECT(i, s->n, s->v[i].lo > addr);
	return i > 0 ? &s->v[i - 1] : NULL;
}
