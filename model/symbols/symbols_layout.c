/* symbols_layout.c - divide code among symbols, and make functions for gaps between them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/symbols.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/sort.h"
#include "profile/profilerfuncs.h"

/* The largest alignment of functions by gcc and clang, in bytes. */
enum { ALIGN_MAX = 64 };

/* Sorts by address, then by rank, the lowest first. */
static bool
key_of_symbol(uint32_t number, uint32_t level, uint64_t *key, const void *with)
{
	const struct symbol *v = with;

	*key = level == 0 ? v[number].addr : v[number].rank;
	return level == 0;
}

/* Functions before they are numbered.  Each address that has symbols has one row. */
struct rows {
	struct row {
		struct func func;
		uint64_t end;		/* where the symbol ends; 0: the size of the symbol is not
					 * known */
		bool excluded;		/* as in struct symbol */
	} *v;
	size_t n;
};

/* Are A and B the same name?  The answer is false for two copies of a name of SORT_LONGEST bytes or
 * more, because to compare many such names would take too long. */
static bool
is_same_name(const char *a, const char *b)
{
	return a == b || (strncmp(a, b, SORT_LONGEST) == 0
		&& strnlen(a, SORT_LONGEST) < SORT_LONGEST);
}

/* Sets ROW to a function made of the N symbols in ORDER, which all have one address.  The first
 * symbol names the function.  Other symbols add further names, unless they are excluded or have the
 * same name. */
static void
set_row(struct row *row, const struct symbols *all, const uint32_t *order, size_t n,
	struct arena *names)
{
	const struct symbol *s = &all->v[order[0]];
	const char **also = n > 1 ? arena_new(names, n - 1, sizeof(*also)) : NULL;

	assert(n > 0);
	row->func = (struct func){
		.name = s->name,
		.lo = s->addr,
		.also = also,
		.is_func = s->is_func,
		.is_static = s->is_static,
	};
	row->excluded = s->excluded;
	row->end = s->size > UINT64_MAX - s->addr ? UINT64_MAX : s->size > 0
		? s->addr + s->size : 0;
	for (size_t i = 0; i < n; i++) {
		const struct symbol *t = &all->v[order[i]];

		if (t->excluded)
			break;
		row->func.in_gprof |= t->in_gprof;
		row->func.is_profiler |= profilerfuncs_has(t->name);
		row->func.is_func |= t->is_func;
		if (i > 0 && row->func.nalso < FUNC_MOST_NAMES && !is_same_name(t->name, s->name))
			also[row->func.nalso++] = t->name;
	}
}

/* Makes a row for each address that has symbols.  An address gets no row if it only has labels and
 * is inside an earlier symbol, a function or a label, whose size is known. */
static void
make_rows(struct rows *rows, const struct symbols *all, struct arena *names)
{
	uint32_t *order = mem_new(all->n, sizeof(*order));
	uint64_t covered = 0;

	for (size_t i = 0; i < all->n; i++)
		order[i] = (uint32_t)i;
	sort_by_levels(order, all->n, key_of_symbol, all->v);
	rows->v = mem_new(all->n, sizeof(*rows->v));
	for (size_t i = 0, end; i < all->n; i = end) {
		struct row *row = &rows->v[rows->n];
		uint64_t addr = all->v[order[i]].addr;

		for (end = i + 1; end < all->n && all->v[order[end]].addr == addr; end++)
			;
		set_row(row, all, order + i, end - i, names);
		if (!row->func.is_func && addr < covered)
			continue;
		if (row->end > covered)
			covered = row->end;
		rows->n++;
	}
	free(order);
}

/* Returns the end of row I, whose symbol has no size: the beginning of the next row or the end of
 * the section, whichever comes first.  Outside all sections, the row has one byte. */
static uint64_t
natural_end(const struct rows *rows, size_t i, const struct image *im)
{
	uint64_t lo = rows->v[i].func.lo;
	const struct code_section *c = image_code_at(im, lo);
	uint64_t end = c != NULL ? c->hi : lo < UINT64_MAX ? lo + 1 : lo;

	if (i + 1 < rows->n && rows->v[i + 1].func.lo < end)
		end = rows->v[i + 1].func.lo;
	return end;
}

/* Makes spans of rows.  Where two rows overlap, the row that begins later owns the code. */
static void
assign_addresses(struct spans *spans, const struct rows *rows, const struct image *im)
{
	uint32_t *open = mem_new(rows->n, sizeof(*open));	/* numbers of rows that have not
								 * ended yet */
	size_t nopen = 0;

	spans_add(spans, 0, NOBODY, false);
	for (size_t i = 0; i <= rows->n; i++) {
		uint64_t lo = i < rows->n ? rows->v[i].func.lo : UINT64_MAX;

		while (nopen > 0 && rows->v[open[nopen - 1]].end <= lo) {
			uint64_t end = rows->v[open[--nopen]].end;

			while (nopen > 0 && rows->v[open[nopen - 1]].end <= end)
				nopen--;
			spans_add(spans, end, nopen > 0 ? open[nopen - 1] : NOBODY, false);
		}
		if (i == rows->n)
			break;
		if (rows->v[i].end == 0)
			rows->v[i].end = natural_end(rows, i, im);
		spans_add(spans, lo, (uint32_t)i, false);
		open[nopen++] = (uint32_t)i;
	}
	free(open);
}

/* Returns the largest power of two that divides ADDR, at most ALIGN_MAX. */
static uint64_t
alignment(uint64_t addr)
{
	uint64_t bit = addr & (~addr + 1);

	return bit == 0 || bit > ALIGN_MAX ? ALIGN_MAX : bit;
}

/* State of number_functions().  Gaps between rows become functions, too, unless they are
 * padding. */
struct renumbering {
	const struct image *im;
	const struct rows *rows;
	struct arena *names;
	struct functions *fs;
	size_t room;
	uint32_t *number;		/* owned; indexed by row: number of the function that the
					 * row became; NOBODY: none yet */
};

static uint32_t
add_function(struct renumbering *w, const struct func *f)
{
	w->fs->v = mem_grow(w->fs->v, (size_t)w->fs->n + 1, &w->room, sizeof(*w->fs->v));
	assert(w->fs->n == 0 || f->lo >= w->fs->v[w->fs->n - 1].lo);
	w->fs->v[w->fs->n] = *f;
	return w->fs->n++;
}

/* Adds a function for the code [LO, HI), which has no symbol.  C is the code section, or NULL. */
static void
add_gap(struct renumbering *w, uint64_t lo, uint64_t hi, const struct code_section *c)
{
	struct func f = { .lo = lo, .hi = hi, .kind = FUNC_UNKNOWN };

	if (c != NULL && strncmp(c->name, ".plt", 4) == 0) {
		f.kind = FUNC_PLT;
		f.name = arena_printf(w->names, "[%s]", c->name + 1);
	} else {
		f.name = arena_printf(w->names, "[unknown 0x%llx]", (unsigned long long)lo);
	}
	spans_add(&w->fs->spans, lo, add_function(w, &f), false);
}

/* Fills the gap [LO, HI), which no symbol covers.  HI is UINT64_MAX if the gap includes the last
 * address.  BEFORE is the function that ends at LO, or NOBODY.  If the gap only aligns the code at
 * HI, it becomes padding of BEFORE.  Otherwise, each part of the gap that is in one section, or
 * between two sections, becomes a function. */
static void
fill_gap(struct renumbering *w, uint64_t lo, uint64_t hi, uint32_t before)
{
	const struct code_section *c = image_code_at(w->im, lo);

	if (before != NOBODY && c != NULL && lo > c->lo && hi < c->hi
	    && hi - lo < alignment(hi)) {
		spans_add(&w->fs->spans, lo, before, true);
		return;
	}
	for (size_t i = image_code_after(w->im, lo); i < w->im->ncode && lo < hi; i++) {
		c = &w->im->code[i];
		if (c->lo >= hi)
			break;
		if (c->hi <= lo || c->lo == c->hi)
			continue;
		if (lo < c->lo) {
			add_gap(w, lo, c->lo, NULL);
			lo = c->lo;
		}
		add_gap(w, lo, c->hi < hi ? c->hi : hi, c);
		lo = c->hi;
	}
	if (lo < hi)
		add_gap(w, lo, hi, NULL);
}

/* Numbers the functions in [FROM, TO) in the order of their addresses.  LAID contains the spans of
 * rows: .func of a span is the number of a row. */
static void
number_functions(struct renumbering *w, const struct spans *laid, uint64_t from, uint64_t to)
{
	uint32_t named = NOBODY;	/* the last function so far that no option excludes */
	uint32_t before = NOBODY;	/* the function that ends where the span begins */

	for (size_t i = 0; i < laid->n; i++) {
		uint64_t lo = laid->v[i].lo, last = spans_last(laid, i);
		uint64_t hi = last == UINT64_MAX ? last : last + 1;
		uint32_t r = laid->v[i].func;
		bool excluded = r != NOBODY && w->rows->v[r].excluded;
		struct func f;

		if (last < from || (lo >= to && to < UINT64_MAX))
			continue;
		if (r == NOBODY || (excluded && named == NOBODY)) {
			fill_gap(w, lo, hi, before);
			before = NOBODY;
			continue;
		}
		if (excluded) {
			if (before == named)
				w->fs->v[named].hi = hi;
			w->number[r] = named;
		} else if (w->number[r] == NOBODY) {
			f = w->rows->v[r].func;
			f.hi = hi;
			w->number[r] = add_function(w, &f);
		}
		before = w->number[r];
		if (!excluded)
			named = before;
		spans_add(&w->fs->spans, lo, before, false);
	}
}

void
symbols_layout(struct functions *fs, const struct symbols *all, const struct image *im,
	struct arena *names, uint64_t from, uint64_t to)
{
	struct rows rows = { 0 };
	struct spans laid = { 0 };
	struct renumbering w = { .im = im, .rows = &rows, .names = names, .fs = fs };

	make_rows(&rows, all, names);
	assign_addresses(&laid, &rows, im);
	w.number = mem_new(rows.n, sizeof(*w.number));
	memset(w.number, 0xff, rows.n * sizeof(*w.number));
	if (from > 0)
		spans_add(&fs->spans, 0, NOBODY, false);
	number_functions(&w, &laid, from, to);
	/* There may be thousands of small layouts. */
	fs->v = mem_resize(fs->v, fs->n, sizeof(*fs->v));
	spans_index(&fs->spans);
	free(w.number);
	spans_release(&laid);
	free(rows.v);
}
