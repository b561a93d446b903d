/* funcplaces.c - find the source lines on which functions begin
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gprof/funcplaces.h"

#include <stdlib.h>

#include "base/mem.h"

void
funcplaces_open(struct func_places *places, uint32_t n, struct arena *text)
{
	*places = (struct func_places){ .files.text = text };
	places->of = mem_new(n, sizeof(*places->of));
	for (uint32_t f = 0; f < n; f++)
		places->of[f].file = NOBODY;
}

/* A symbol of function FUNC at ADDR, and its place.  PATH is NULL if it is not known. */
struct symbol_place {
	uint64_t addr;
	const char *path;
	unsigned line;
	uint32_t func;
};

/* Returns the places of the *N symbols of functions of FS, to be free()d, in the order of the
 * symbol table: gprof numbers source files in this order.  Several symbols may have one address. */
static struct symbol_place *
find_symbols(const struct functions *fs, struct place_finder *finder, uint32_t *n)
{
	struct symbol_place *v = mem_new(fs->nfound, sizeof(*v));

	*n = 0;
	for (size_t i = 0; i < fs->nfound; i++) {
		uint32_t f = fs->spans.v[spans_at(&fs->spans, fs->found[i])].func;

		if (f != NOBODY && fs->v[f].lo == fs->found[i])
			v[(*n)++] = (struct symbol_place){ .addr = fs->found[i], .func = f };
	}
	for (uint32_t i = 0; i < *n; i++)
		if (!placefinder_at(finder, v[i].addr, &v[i].path, &v[i].line))
			v[i].path = NULL;
	for (uint32_t i = 0; i < *n; i++)
		if (v[i].path == NULL
		    && !placefinder_late(finder, v[i].addr, i + 1, &v[i].path, &v[i].line))
			v[i].path = NULL;
	return v;
}

static void
set_place(struct func_places *places, uint32_t f, const char *path, unsigned line)
{
	places->of[f] = (struct func_place){ filelist_number(&places->files, path), line };
}

void
funcplaces_set(struct func_places *places, const struct functions *fs, struct place_finder *finder)
{
	uint32_t n;
	struct symbol_place *symbols = find_symbols(fs, finder, &n);

	for (uint32_t i = 0; i < n; i++)
		if (symbols[i].path != NULL && places->of[symbols[i].func].file == NOBODY)
			set_place(places, symbols[i].func, symbols[i].path, symbols[i].line);
	free(symbols);
}

void
funcplaces_find(struct func_places *places, const struct functions *fs,
	const struct image *im, enum rules rules, struct arena *text)
{
	struct place_finder finder;

	placefinder_open(&finder, im, rules);
	funcplaces_open(places, fs->n, text);
	funcplaces_set(places, fs, &finder);
	for (uint32_t f = 0; f < fs->n && rules == RULES_EXACT; f++) {
		const char *path;
		unsigned line;

		if (placefinder_at(&finder, fs->v[f].lo, &path, &line))
			set_place(places, f, path, line);
	}
	places->truncated = lines_truncated(finder.lines);
	placefinder_close(&finder);
	filelist_finish(&places->files);
}
