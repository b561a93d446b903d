/* funcplaces.c - find the source lines on which functions begin
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gprof/funcplaces.h"

#include "base/mem.h"
#include "gprof/placefinder.h"

void
funcplaces_open(struct func_places *places, uint32_t n, struct arena *text)
{
	*places = (struct func_places){ .files.text = text };
	places->of = mem_new(n, sizeof(*places->of));
	for (uint32_t f = 0; f < n; f++)
		places->of[f].file = NOBODY;
}

/* Sets the place of function F, which begins at ADDR, unless FINDER has no line for it. */
static void
set_place(struct func_places *places, uint32_t f, struct place_finder *finder, uint64_t addr)
{
	const char *path;
	unsigned line;

	if (placefinder_at(finder, addr, &path, &line))
		places->of[f] = (struct func_place){ filelist_number(&places->files, path), line };
}

void
funcplaces_find(struct func_places *places, const struct functions *fs,
	const struct image *im, enum rules rules, struct arena *text)
{
	struct place_finder finder;

	placefinder_open(&finder, im, rules);
	funcplaces_open(places, fs->n, text);
	/* gprof numbers source files in the order of the symbol table: visit symbols in this order.
	 * Several symbols may have one address. */
	for (size_t i = 0; i < fs->nfound; i++) {
		uint32_t f = fs->spans.v[spans_at(&fs->spans, fs->found[i])].func;

		if (f != NOBODY && fs->v[f].lo == fs->found[i] && places->of[f].file == NOBODY)
			set_place(places, f, &finder, fs->found[i]);
	}
	for (uint32_t f = 0; f < fs->n && rules == RULES_EXACT; f++)
		set_place(places, f, &finder, fs->v[f].lo);
	places->truncated = lines_truncated(finder.lines);
	placefinder_close(&finder);
	filelist_finish(&places->files);
}
