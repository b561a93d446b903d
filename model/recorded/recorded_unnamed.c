/* recorded_unnamed.c - notes about programs and libraries whose functions have no names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_unnamed.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "recorded/recorded_notes.h"

/* Functions without names in stripped images become a note if at least this fraction of all samples
 * is in them. */
static const double least_unnamed = 0.01;

/* Why code of an image has no names. */
enum fault {
	NO_FAULT,
	STRIPPED,			/* only exported functions have names */
	NO_SYMBOLS,
	NO_FILE,			/* the file cannot be used */
};

static enum fault
fault_of(const struct recorded_image *im)
{
	if (im->why == NULL)
		return im->unnamed > 0 ? STRIPPED : NO_FAULT;
	if (*im->why == '\0' || im->whole == NOBODY)
		return NO_FAULT;
	return im->is_open ? NO_SYMBOLS : NO_FILE;
}

static int
by_samples(const void *a, const void *b)
{
	const struct recorded_image *x = *(const struct recorded_image *const *)a;
	const struct recorded_image *y = *(const struct recorded_image *const *)b;

	return x->unnamed != y->unnamed ? (x->unnamed < y->unnamed) - (x->unnamed > y->unnamed)
		: strcmp(x->path, y->path);
}

static double
percent(uint64_t part, uint64_t samples)
{
	return samples > 0 ? 100 * (double)part / (double)samples : 0;
}

/* Adds a note about IM, the only image with FAULT. */
static void
note_one(struct measured *m, const struct recorded_image *im, enum fault fault, uint64_t samples)
{
	struct arena *text = &m->text;

	if (fault == STRIPPED)
		measured_add_note(m, arena_printf(text, "%.0f %% of the samples are in functions "
			"without names in %s, which is stripped.", percent(im->unnamed, samples),
			im->path), arena_printf(text, "All these functions are in the row [%s], so "
			"the row may seem to call itself. Debug symbols name them (Debian: packages "
			"that end in -dbgsym).", im->name));
	else
		measured_add_note(m, arena_printf(text, "%s: %s.", im->path, im->why),
			fault == NO_SYMBOLS ? arena_printf(text, "All its code is in the row [%s]. "
			"Debug symbols name its functions (Debian: packages that end in -dbgsym).",
			im->name)
			: arena_printf(text, "All its code is in the row [%s]. If you have a copy of "
			"the recorded build, name it: gprowse COPY DIRECTORY", im->name));
}

/* Adds a note about the N images V with FAULT, which have UNNAMED samples in code without names. */
static void
note_several(struct measured *m, const struct recorded_image **v, uint32_t n, enum fault fault,
	uint64_t unnamed, uint64_t samples)
{
	struct arena *text = &m->text;
	const char *list = NULL, *first = v[0]->path, *why = v[0]->why;
	double part = percent(unnamed, samples);

	for (uint32_t i = 0; i < n; i++)
		list = recorded_list(text, list, i, v[i]->unnamed == 0 ? v[i]->name
			: arena_printf(text, "%s (%.1f %%)", v[i]->name,
			percent(v[i]->unnamed, samples)));
	if (fault == STRIPPED)
		measured_add_note(m, arena_printf(text, "%.0f %% of the samples are in functions "
			"without names in %u stripped files: %s.", part, n, list),
			arena_printf(text, "All these functions of a file are in one row, such as [%s], "
			"so the row may seem to call itself. Debug symbols name them (Debian: "
			"packages that end in -dbgsym).", v[0]->name));
	else
		measured_add_note(m, arena_printf(text, "%u files have %s%s: %s.", n,
			fault == NO_SYMBOLS ? "no names of functions" : "names that cannot be used",
			unnamed == 0 ? "" : arena_printf(text,
			"; %.1f %% of the samples are in them", part), list),
			arena_printf(text, "All code of a file is in one row, such as [%s]. %s: %s. %s",
			v[0]->name, first, why, fault == NO_SYMBOLS ? "Debug symbols name the "
			"functions (Debian: packages that end in -dbgsym)."
			: "If you have a copy of a recorded build, name it: gprowse COPY DIRECTORY"));
}

void
recorded_unnamed_note(struct measured *m, const struct recorded_images *images, uint64_t samples)
{
	const struct recorded_image **v = mem_new(images->n, sizeof(*v));
	const double least = 100 * least_unnamed;

	for (enum fault fault = STRIPPED; fault <= NO_FILE; fault++) {
		uint64_t unnamed = 0;
		uint32_t n = 0;

		for (uint32_t i = 0; i < images->n; i++)
			if (fault_of(images->v[i]) == fault) {
				unnamed += images->v[i]->unnamed;
				v[n++] = images->v[i];
			}
		if (n == 0 || (fault == STRIPPED && percent(unnamed, samples) < least))
			continue;
		qsort(v, n, sizeof(*v), by_samples);
		if (n == 1)
			note_one(m, v[0], fault, samples);
		else
			note_several(m, v, n, fault, unnamed, samples);
	}
	free(v);
}
