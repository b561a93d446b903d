/* gprof_linemode.c - symbols of lines, as GNU gprof makes them (-l)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gprof/gprof_linemode.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/budget.h"
#include "base/mem.h"
#include "base/sort.h"
#include "dwarf/lines.h"
#include "dwarf/lineunits.h"
#include "gprof/gprof_bias.h"
#include "gprof/gprof_elffuncs.h"
#include "gprof/gprof_linespans.h"

struct gprof_lines {
	const struct image *im;
	struct lines *lines;
	struct gprof_linespans linespans;
	uint64_t bias;			/* see gprof_bias.h */
	struct elf_funcs elf_funcs;
	const char **names;		/* owned; indexed by function of the debug info: its name */
	bool *is_looked_up;		/* owned; indexed by function of the debug info: is its name
					 * set? */
	struct func_places *places;	/* where functions begin; merge_symbols() adds where lines
					 * begin */
	struct arena *text;
	struct func *symbols;		/* owned; the line symbols, sorted by address */
	struct func_place *symbols_at;	/* owned; indexed by line symbol: its place in the source */
	size_t nsymbols, symbols_room, at_room;
};

/* Sets the name of function F of the debug info, as gprof does when it looks up ADDR, an address in
 * F.  Later calls for the same F do nothing.  The name is the one in the debug info.  But if that
 * is not the name in the symbol table, and the symbol at ADDR begins where F begins, the name is
 * that of the symbol. */
static void
look_up_name(struct gprof_lines *w, uint32_t f, uint64_t addr)
{
	const struct dwarf_func *func = &w->linespans.funcs.v[f];
	const struct elf_func *elf;
	uint64_t next;

	if (w->is_looked_up[f])
		return;
	w->is_looked_up[f] = true;
	w->names[f] = func->name;
	if (!func->is_linkage) {
		elf = gprof_elffuncs_at(&w->elf_funcs, addr, &next);
		if (elf != NULL && elf->addr == func->lo)
			w->names[f] = elf->name;
	}
}

/* Copies the names of functions, because the debug info will be closed.  Functions whose names are
 * at the same place in memory share one copy.  The size of all copies is limited, because a crafted
 * file could make all names suffixes of one long text.  Functions beyond the limit lose their
 * names. */
static void
copy_names(struct gprof_lines *w)
{
	enum { TIMES = 4 };		/* limit: the size of all copies, divided by the size of all
					 * texts in the debug info.  Above 1, because a name and a
					 * suffix of this name do not share a copy */
	const struct dwarf_funcs *funcs = &w->linespans.funcs;
	struct budget bytes = { .left = TIMES * lines_units(w->lines)->info.texts_size };
	size_t n = 0, length;
	uint32_t *order = mem_new(funcs->n, sizeof(*order));
	uint64_t *places = mem_new(funcs->n, sizeof(*places));

	for (uint32_t f = 0; f < funcs->n; f++)
		if (w->names[f] != NULL && w->names[f] == funcs->v[f].name) {
			places[n] = (uintptr_t)w->names[f];
			order[n++] = f;
		}
	sort_by_keys(order, places, n);
	for (size_t i = 0; i < n; i++) {
		uint32_t f = order[i], before = i > 0 ? order[i - 1] : f;

		if (i > 0 && funcs->v[f].name == funcs->v[before].name) {
			w->names[f] = w->names[before];
			continue;
		}
		length = strnlen(w->names[f], (size_t)bytes.left);
		w->names[f] = length < bytes.left ? arena_text(w->text, w->names[f], length) : NULL;
		budget_spend(&bytes, length);
	}
	free(order);
	free(places);
}

/* Code [lo, hi) in .text that lies in one line span, or before the first line span. */
struct text_span {
	const struct gprof_linespan *linespan;	/* NULL: the code is before the first line span */
	uint64_t lo, hi;
};

/* Sets P to the next text span.  P must be all zero at first.  False: .text has no more code. */
static bool
next_text_span(const struct gprof_lines *w, struct text_span *p)
{
	const struct code_section *text = w->im->text;

	p->lo = p->hi == 0 ? text->lo : p->hi;
	if (p->lo >= text->hi)
		return false;
	p->linespan = gprof_bias_linespan(&w->linespans, w->bias, p->lo, &p->hi);
	if (p->hi > text->hi)
		p->hi = text->hi;
	return true;
}

static bool
has_func(const struct text_span *p)
{
	return p->linespan != NULL && p->linespan->func != NOBODY;
}

/* Finds the names of all functions of the debug info.  Makes the same lookups as gprof, in the same
 * order: the address of each symbol, in the order of the symbol table, then each byte of code. */
static void
look_up_names(struct gprof_lines *w, const struct functions *fs)
{
	struct text_span p = { .hi = 0 };
	uint64_t next;

	w->names = mem_new(w->linespans.funcs.n, sizeof(*w->names));
	w->is_looked_up = mem_new(w->linespans.funcs.n, sizeof(*w->is_looked_up));
	for (size_t i = 0; i < fs->nfound; i++) {
		const struct gprof_linespan *at = gprof_bias_linespan(&w->linespans, w->bias,
			fs->found[i], &next);

		if (at != NULL && at->func != NOBODY)
			look_up_name(w, at->func, fs->found[i]);
		else
			gprof_elffuncs_at(&w->elf_funcs, fs->found[i], &next);
	}
	while (next_text_span(w, &p)) {
		if (has_func(&p)) {
			look_up_name(w, p.linespan->func, p.lo);
			continue;
		}
		for (uint64_t lo = p.lo; lo < p.hi; lo = next)
			gprof_elffuncs_at(&w->elf_funcs, lo, &next);
	}
	copy_names(w);
}

/* Adds a line symbol that begins at LO, for code of FUNCTION at PLACE in the source.  Nothing is
 * added if the last line symbol has the same function and place.  COVERS is the function symbol
 * that covers LO, or NULL. */
static void
add_line(struct gprof_lines *w, uint64_t lo, const char *function, struct func_place place,
	const struct func *covers)
{
	const struct func *last = w->nsymbols > 0 ? &w->symbols[w->nsymbols - 1] : NULL;
	const struct func_place *last_at = w->nsymbols > 0 ? &w->symbols_at[w->nsymbols - 1] : NULL;
	bool same = last != NULL && last_at->file == place.file
		&& (last->name == function || strcmp(last->name, function) == 0);
	struct func f = { .name = function, .lo = lo, .is_line = true, .in_gprof = true };

	if (same && last_at->line == place.line)
		return;
	f.is_static = same ? last->is_static : covers != NULL && covers->is_static;
	w->symbols = mem_grow(w->symbols, w->nsymbols + 1, &w->symbols_room,
		sizeof(*w->symbols));
	w->symbols_at = mem_grow(w->symbols_at, w->nsymbols + 1, &w->at_room,
		sizeof(*w->symbols_at));
	w->symbols[w->nsymbols] = f;
	w->symbols_at[w->nsymbols++] = place;
}

/* Returns the function symbol that covers ADDR, or NULL. */
static const struct func *
covering_symbol(const struct functions *fs, uint64_t addr)
{
	uint32_t f = fs->spans.v[spans_at(&fs->spans, addr)].func;

	return f != NOBODY ? &fs->v[f] : NULL;
}

/* Returns the place of line span S, which may be NULL, in the source.  Line 0: the place is not
 * known. */
static struct func_place
place_of(struct gprof_lines *w, const struct gprof_linespan *s)
{
	struct line_units *units = lines_units(w->lines);

	if (s == NULL || s->row == NULL || s->row->line == 0)
		return (struct func_place){ .file = NOBODY };
	return (struct func_place){ filelist_number(&w->places->files,
		lineunits_path(units, &units->v[s->unit], RULES_GPROF, s->row)), s->row->line };
}

/* Adds the line symbols of P.  Their names come from the debug info or, where the debug info has no
 * function, from the symbol table.  Code without a known line, or whose function has no name, gets
 * no line symbol, as in gprof. */
static void
add_text_span(struct gprof_lines *w, const struct functions *fs, const struct text_span *p)
{
	const struct gprof_linespan *s = p->linespan;
	struct func_place place = place_of(w, s);

	if (has_func(p)) {
		if (place.line != 0 && w->names[s->func] != NULL)
			add_line(w, p->lo, w->names[s->func], place, covering_symbol(fs, p->lo));
		return;
	}
	for (uint64_t lo = p->lo, next; lo < p->hi; lo = next) {
		const struct elf_func *f = gprof_elffuncs_at(&w->elf_funcs, lo, &next);

		if (place.line != 0 && f != NULL)
			add_line(w, lo, f->name, place, covering_symbol(fs, lo));
	}
}

static void
add_lines(struct gprof_lines *w, const struct functions *fs)
{
	struct text_span p = { .hi = 0 };

	while (next_text_span(w, &p))
		add_text_span(w, fs, &p);
}

/* The symbols of functions and lines after merging, sorted by address. */
struct kept_symbols {
	struct func *v;			/* owned */
	struct func_place *places;	/* owned */
	uint32_t n;
	bool is_open;			/* the symbol that was added last ends where the next one
					 * begins */
};

/* Adds symbol F, which begins at PLACE, if gprof would keep F.  F may replace the last symbol if
 * both begin at the same address.  HAS_END is false if F->hi is not known, as for line symbols. */
static void
keep_symbol(struct kept_symbols *k, const struct func *f, const struct func_place *place,
	bool has_end)
{
	assert(k->n == 0 || k->v[k->n - 1].lo <= f->lo);
	if (k->n > 0 && k->v[k->n - 1].lo == f->lo) {
		if (!gprof_symbols_prefers(f, &k->v[k->n - 1]))
			return;
		k->n--;
	} else if (k->n > 0) {
		if (k->is_open)
			k->v[k->n - 1].hi = f->lo;
		k->is_open = false;
		if (has_end && f->hi <= f->lo)
			return;
	}
	k->v[k->n] = *f;
	k->places[k->n++] = *place;
	k->is_open = !has_end;
}

/* Is function symbol F sorted before line symbol LINE? */
static bool
comes_first(const struct func *f, const struct func *line)
{
	if (f->lo != line->lo)
		return f->lo < line->lo;
	return f->is_func || f->is_static < line->is_static;
}

/* Merges the function symbols in FS and the line symbols of W into FS. */
static void
merge_symbols(struct gprof_lines *w, struct functions *fs)
{
	struct kept_symbols k = { 0 };
	size_t line = 0;
	uint32_t f = 0;

	k.v = mem_new(fs->n + w->nsymbols, sizeof(*k.v));
	k.places = mem_new(fs->n + w->nsymbols, sizeof(*k.places));
	while (f < fs->n || line < w->nsymbols) {
		if (line == w->nsymbols
		    || (f < fs->n && comes_first(&fs->v[f], &w->symbols[line]))) {
			keep_symbol(&k, &fs->v[f], &w->places->of[f], true);
			f++;
		} else {
			keep_symbol(&k, &w->symbols[line], &w->symbols_at[line], false);
			line++;
		}
	}
	if (k.is_open)
		k.v[k.n - 1].hi = w->im->text->hi;
	free(fs->v);
	free(w->places->of);
	fs->v = mem_resize(k.v, k.n, sizeof(*k.v));
	fs->n = k.n;
	w->places->of = mem_resize(k.places, k.n, sizeof(*k.places));
	gprof_symbols_spans(fs);
}

void
gprof_linemode_apply(struct func_places *places, struct functions *fs, const struct image *im,
	struct arena *text)
{
	struct gprof_lines w = { .im = im, .places = places, .text = text };
	struct place_finder finder;	/* borrows all from W */
	struct line_units *units;

	funcplaces_open(places, fs->n, text);
	w.lines = lines_open(im);
	units = lines_units(w.lines);
	gprof_linespans_open(&w.linespans, units);
	w.bias = gprof_bias_find(im, &w.linespans.funcs, units->info.texts_size);
	gprof_elffuncs_open(&w.elf_funcs, im);
	finder = (struct place_finder){ RULES_GPROF, w.lines, im->is_pe, w.linespans, w.bias };
	funcplaces_set(places, fs, &finder);
	look_up_names(&w, fs);
	add_lines(&w, fs);
	gprof_linespans_release(&w.linespans);
	places->truncated = lines_truncated(w.lines);
	lines_close(w.lines);
	filelist_finish(&places->files);
	gprof_elffuncs_release(&w.elf_funcs);
	free(w.names);
	free(w.is_looked_up);
	merge_symbols(&w, fs);
	free(w.symbols);
	free(w.symbols_at);
}
