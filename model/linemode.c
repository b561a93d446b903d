/* Where functions begin, and lines that stand for them.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "linemode.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "linetable.h"
#include "lines.h"
#include "mem.h"
#include "sort.h"
#include "stretches.h"

static void
places_make(struct func_places *places, uint32_t n, struct arena *text)
{
	*places = (struct func_places){ .files.text = text };
	places->of = mem_new(n, sizeof(*places->of));
	for (uint32_t f = 0; f < n; f++)
		places->of[f].file = NOBODY;
}

/* The place of ADDR, where function F begins. */
static void
set_place(struct func_places *places, uint32_t f, struct lines *lines, enum rules rules,
	uint64_t addr)
{
	const char *path;
	unsigned line;

	if (lines_at(lines, rules, addr, &path, &line))
		places->of[f] = (struct func_place){ filelist_number(&places->files, path), line };
}

/* gprof comes upon files in the order of all symbols, not only of those it keeps. */
void
linemode_places(struct func_places *places, const struct functions *fs, const struct image *im,
	enum rules rules, struct arena *text)
{
	struct lines *lines = lines_open(im);

	places_make(places, fs->n, text);
	for (size_t i = 0; i < fs->nfound; i++) {
		uint32_t f = fs->spans.v[spans_at(&fs->spans, fs->found[i])].func;

		if (f != NOBODY && fs->v[f].lo == fs->found[i] && places->of[f].file == NOBODY)
			set_place(places, f, lines, rules, fs->found[i]);
	}
	for (uint32_t f = 0; f < fs->n && rules == RULES_EXACT; f++)
		set_place(places, f, lines, rules, fs->v[f].lo);
	lines_close(lines);
	filelist_finish(&places->files);
}

/* The symbols among which gprof looks for the function of an address. */
struct elf_func {
	const char *name;
	uint64_t addr, size;
	uint32_t order;			/* in the symbol table */
};

struct work {
	const struct image *im;
	struct lines *lines;
	struct stretches stretches;
	struct elf_func *elf_funcs;	/* owned; by address, one for each */
	size_t nelf_funcs;
	const char **names;		/* owned; of each function of the debug info, a copy */
	bool *asked;			/* owned; of each: gprof has asked for its name */
	struct func_places *places;	/* of the function symbols, then of all */
	struct arena *text;
	struct func *lines_v;		/* owned; symbols of lines, by address */
	struct func_place *lines_at;	/* owned; and their places */
	size_t nlines, lines_room, at_room;
};

static int
by_addr(const void *a, const void *b)
{
	const struct elf_func *f = a, *g = b;

	if (f->addr != g->addr)
		return f->addr < g->addr ? -1 : 1;
	if (f->size != g->size)
		return f->size > g->size ? -1 : 1;
	return f->order < g->order ? -1 : 1;
}

/* May S be the function that code in .text is of? */
static bool
is_elf_func(const struct elf_symbol *s, const struct code *text)
{
	if (s->special || !s->in_code || s->value < text->lo || s->value >= text->hi)
		return false;
	if (s->type == STT_OBJECT || s->type == STT_COMMON || s->type == STT_TLS
	    || s->type == STT_SECTION || s->type == STT_FILE)
		return false;
	return s->size > 0 || s->type != STT_NOTYPE || s->bind != STB_LOCAL || !s->is_hidden;
}

static void
find_elf_funcs(struct work *w)
{
	size_t n = w->im->symtab != NULL ? symtab_count(w->im->symtab) : 0, kept = 0;
	struct elf_symbol s;

	w->elf_funcs = mem_new(n, sizeof(*w->elf_funcs));
	for (size_t i = 1; i < n; i++) {
		symtab_get(w->im->symtab, i, &s);
		if (is_elf_func(&s, w->im->text))
			w->elf_funcs[w->nelf_funcs++] = (struct elf_func){
				s.name, s.value, s.size, (uint32_t)i };
	}
	qsort(w->elf_funcs, w->nelf_funcs, sizeof(*w->elf_funcs), by_addr);
	for (size_t i = 0; i < w->nelf_funcs; i++)
		if (kept == 0 || w->elf_funcs[kept - 1].addr != w->elf_funcs[i].addr)
			w->elf_funcs[kept++] = w->elf_funcs[i];
	w->nelf_funcs = kept;
}

/* How many of the symbols begin at or before ADDR: the last of them is its function. */
static size_t
elf_funcs_up_to(const struct work *w, uint64_t addr)
{
	size_t lo = 0, hi = w->nelf_funcs;

	while (lo < hi) {
		size_t middle = lo + (hi - lo) / 2;

		if (w->elf_funcs[middle].addr <= addr)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo;
}

/* gprof asks for the name of function F at ADDR.  The first time it makes the name of a
 * symbol that begins where F does F's own; later on F has the name it has. */
static void
ask_name(struct work *w, uint32_t f, uint64_t addr)
{
	const struct dwarf_func *func = &w->stretches.funcs.v[f];
	const struct elf_func *elf;
	size_t n;

	if (w->asked[f])
		return;
	w->asked[f] = true;
	w->names[f] = func->name;
	if (!func->is_linkage) {
		n = elf_funcs_up_to(w, addr);
		elf = n > 0 ? &w->elf_funcs[n - 1] : NULL;
		if (elf != NULL && elf->addr == func->lo)
			w->names[f] = elf->name;
	}
	if (w->names[f] != NULL)
		w->names[f] = arena_text(w->text, w->names[f], strlen(w->names[f]));
}

/* Ask for all names as gprof does: for the symbols as they are in the file, then byte by
 * byte.  After that everything has the name that gprof's last pass finds. */
static void
ask_names(struct work *w, const struct functions *fs)
{
	const struct stretches *s = &w->stretches;

	w->names = mem_new(s->funcs.n, sizeof(*w->names));
	w->asked = mem_new(s->funcs.n, sizeof(*w->asked));
	for (size_t i = 0; i < fs->nfound; i++) {
		const struct stretch *at = stretches_at(s, fs->found[i]);

		if (at != NULL && at->func != NOBODY)
			ask_name(w, at->func, fs->found[i]);
	}
	for (size_t i = 0; i + 1 < s->n; i++) {
		uint64_t lo = s->v[i].lo > w->im->text->lo ? s->v[i].lo : w->im->text->lo;

		if (s->v[i].func != NOBODY && lo < s->v[i + 1].lo && lo < w->im->text->hi)
			ask_name(w, s->v[i].func, lo);
	}
}

/* Code from LO on is of FUNCTION and at PLACE: that makes a symbol if it was something else
 * before.  COVERS is the function symbol that LO belongs to, or NULL. */
static void
add_line(struct work *w, uint64_t lo, const char *function, struct func_place place,
	const struct func *covers)
{
	const struct func *last = w->nlines > 0 ? &w->lines_v[w->nlines - 1] : NULL;
	const struct func_place *last_at = w->nlines > 0 ? &w->lines_at[w->nlines - 1] : NULL;
	bool same = last != NULL && last_at->file == place.file
		&& (last->name == function || strcmp(last->name, function) == 0);
	struct func f = { .name = function, .lo = lo, .is_line = true, .in_gprof = true };

	if (same && last_at->line == place.line)
		return;
	f.is_static = same ? last->is_static : covers != NULL && covers->is_static;
	w->lines_v = mem_room(w->lines_v, w->nlines + 1, &w->lines_room, sizeof(*w->lines_v));
	w->lines_at = mem_room(w->lines_at, w->nlines + 1, &w->at_room, sizeof(*w->lines_at));
	w->lines_v[w->nlines] = f;
	w->lines_at[w->nlines++] = place;
}

/* The function symbol that covers ADDR, or NULL. */
static const struct func *
cover(const struct functions *fs, uint64_t addr)
{
	uint32_t f = fs->spans.v[spans_at(&fs->spans, addr)].func;

	return f != NOBODY ? &fs->v[f] : NULL;
}

/* The symbols of the lines in [lo, hi), which is all of one stretch, S.  Where the debug
 * info knows no function, the symbols of the image tell what the code is of. */
static void
add_stretch(struct work *w, const struct functions *fs, const struct stretch *s,
	uint64_t lo, uint64_t hi)
{
	struct func_place place = { .line = s->row->line };
	size_t n = elf_funcs_up_to(w, lo);

	if (s->func != NOBODY && w->names[s->func] == NULL)
		return;
	if (s->func == NOBODY && n == 0) {
		if (w->nelf_funcs == 0 || w->elf_funcs[0].addr >= hi)
			return;
		lo = w->elf_funcs[n++].addr;
	}
	place.file = filelist_number(&w->places->files,
		lines_path(w->lines, s->unit, RULES_GPROF, s->row));
	if (s->func != NOBODY) {
		add_line(w, lo, w->names[s->func], place, cover(fs, lo));
		return;
	}
	add_line(w, lo, w->elf_funcs[n - 1].name, place, cover(fs, lo));
	for (; n < w->nelf_funcs && w->elf_funcs[n].addr < hi; n++) {
		lo = w->elf_funcs[n].addr;
		add_line(w, lo, w->elf_funcs[n].name, place, cover(fs, lo));
	}
}

static void
add_lines(struct work *w, const struct functions *fs)
{
	const struct code *text = w->im->text;
	const struct stretches *s = &w->stretches;

	for (size_t i = 0; i + 1 < s->n; i++) {
		uint64_t lo = s->v[i].lo > text->lo ? s->v[i].lo : text->lo;
		uint64_t hi = s->v[i + 1].lo < text->hi ? s->v[i + 1].lo : text->hi;

		if (lo < hi && s->v[i].row != NULL && s->v[i].row->line != 0)
			add_stretch(w, fs, &s->v[i], lo, hi);
	}
}

/* What the symbols become. */
struct kept {
	struct func *v;			/* owned */
	struct func_place *places;	/* owned */
	uint32_t n;
	bool open;			/* the last one ends where the next one begins */
};

/* Add F, which is at PLACE and has an end if HAS_END, as gprof does. */
static void
keep(struct kept *k, const struct func *f, const struct func_place *place, bool has_end)
{
	if (k->n > 0 && k->v[k->n - 1].lo == f->lo) {
		if (!gprof_prefers(f, &k->v[k->n - 1]))
			return;
		k->n--;
	} else if (k->n > 0) {
		if (k->open)
			k->v[k->n - 1].hi = f->lo;
		k->open = false;
		if (has_end && f->hi <= f->lo)
			return;
	}
	k->v[k->n] = *f;
	k->places[k->n++] = *place;
	k->open = !has_end;
}

/* Does function symbol F come before the symbol of a line at the same address? */
static bool
comes_first(const struct func *f, const struct func *line)
{
	if (f->lo != line->lo)
		return f->lo < line->lo;
	return f->is_func || f->is_static < line->is_static;
}

/* Put the function symbols and those of lines together. */
static void
merge(struct work *w, struct functions *fs)
{
	struct kept k = { 0 };
	size_t line = 0;
	uint32_t f = 0;

	k.v = mem_new(fs->n + w->nlines, sizeof(*k.v));
	k.places = mem_new(fs->n + w->nlines, sizeof(*k.places));
	while (f < fs->n || line < w->nlines) {
		if (line == w->nlines || (f < fs->n && comes_first(&fs->v[f], &w->lines_v[line]))) {
			keep(&k, &fs->v[f], &w->places->of[f], true);
			f++;
		} else {
			keep(&k, &w->lines_v[line], &w->lines_at[line], false);
			line++;
		}
	}
	if (k.open)
		k.v[k.n - 1].hi = w->im->text->hi;
	free(fs->v);
	free(w->places->of);
	fs->v = mem_fit(k.v, k.n, sizeof(*k.v));
	fs->n = k.n;
	w->places->of = mem_fit(k.places, k.n, sizeof(*k.places));
	gprof_make_spans(fs);
}

/* Where the function symbols begin; what gprof cannot name it does not know the line of. */
static void
place_functions(struct work *w, const struct functions *fs)
{
	for (size_t i = 0; i < fs->nfound; i++) {
		const struct stretch *s = stretches_at(&w->stretches, fs->found[i]);
		const struct func *f = cover(fs, fs->found[i]);
		struct func_place *place;

		if (f == NULL || f->lo != fs->found[i] || s == NULL || s->row == NULL
		    || s->row->line == 0)
			continue;
		place = &w->places->of[f - fs->v];
		place->file = filelist_number(&w->places->files,
			lines_path(w->lines, s->unit, RULES_GPROF, s->row));
		place->line = s->row->line;
	}
}

void
linemode_gprof(struct func_places *places, struct functions *fs, const struct image *im,
	struct arena *text)
{
	struct work w = { .im = im, .places = places, .text = text };

	places_make(places, fs->n, text);
	w.lines = lines_open(im);
	stretches_open(&w.stretches, w.lines);
	find_elf_funcs(&w);
	place_functions(&w, fs);
	ask_names(&w, fs);
	add_lines(&w, fs);
	stretches_release(&w.stretches);
	lines_close(w.lines);
	filelist_finish(&places->files);
	free(w.elf_funcs);
	free(w.names);
	free(w.asked);
	merge(&w, fs);
	free(w.lines_v);
	free(w.lines_at);
}
