/* recorded_unnamed.c - notes about programs and libraries whose functions have no names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_unnamed.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "recorded/recorded_notes.h"

/* Functions without names in stripped images of a recording become a note if at least this fraction
 * of all samples is in them. */
static const double least_stripped = 0.01;

/* Code without names of other profiles becomes a note if at least this fraction of all samples is
 * in it. */
static const double least_unnamed = 0.005;

/* An image with code without names. */
struct unnamed_image {
	const struct recorded_image *im;
	uint64_t samples;		/* in this code */
};

static int
by_samples(const void *a, const void *b)
{
	const struct unnamed_image *x = a, *y = b;

	return x->samples != y->samples ? (x->samples < y->samples) - (x->samples > y->samples)
		: strcmp(x->im->path, y->im->path);
}

static double
percent(uint64_t part, uint64_t samples)
{
	return samples > 0 ? 100 * (double)part / (double)samples : 0;
}

/* Why functions of an image of a recording have no names. */
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
note_several(struct measured *m, const struct unnamed_image *v, uint32_t n, enum fault fault,
	uint64_t unnamed, uint64_t samples)
{
	struct arena *text = &m->text;
	const char *list = NULL, *first = v->im->path, *why = v->im->why;
	double part = percent(unnamed, samples);

	for (uint32_t i = 0; i < n; i++)
		list = recorded_list(text, list, i, v[i].samples == 0 ? v[i].im->name
			: arena_printf(text, "%s (%.1f %%)", v[i].im->name,
			percent(v[i].samples, samples)));
	if (fault == STRIPPED)
		measured_add_note(m, arena_printf(text, "%.0f %% of the samples are in functions "
			"without names in %u stripped files: %s.", part, n, list),
			arena_printf(text, "All these functions of a file are in one row, such as [%s], "
			"so the row may seem to call itself. Debug symbols name them (Debian: "
			"packages that end in -dbgsym).", v->im->name));
	else
		measured_add_note(m, arena_printf(text, "%u files have %s%s: %s.", n,
			fault == NO_SYMBOLS ? "no names of functions" : "names that cannot be used",
			unnamed == 0 ? "" : arena_printf(text,
			"; %.1f %% of the samples are in them", part), list),
			arena_printf(text, "All code of a file is in one row, such as [%s]. %s: %s. %s",
			v->im->name, first, why, fault == NO_SYMBOLS ? "Debug symbols name the "
			"functions (Debian: packages that end in -dbgsym)."
			: "If you have a copy of a recorded build, name it: gprowse COPY DIRECTORY"));
}

void
recorded_unnamed_note(struct measured *m, const struct recorded_images *images, uint64_t samples)
{
	struct unnamed_image *v = mem_new(images->n, sizeof(*v));
	const double least = 100 * least_stripped;

	for (enum fault fault = STRIPPED; fault <= NO_FILE; fault++) {
		uint64_t unnamed = 0;
		uint32_t n = 0;

		for (uint32_t i = 0; i < images->n; i++)
			if (fault_of(images->v[i]) == fault) {
				unnamed += images->v[i]->unnamed;
				v[n++] = (struct unnamed_image){ images->v[i],
					images->v[i]->unnamed };
			}
		if (n == 0 || (fault == STRIPPED && percent(unnamed, samples) < least))
			continue;
		qsort(v, n, sizeof(*v), by_samples);
		if (n == 1)
			note_one(m, v->im, fault, samples);
		else
			note_several(m, v, n, fault, unnamed, samples);
	}
	free(v);
}

/* Why an image has code without names. */
enum unnamed_why {
	IN_KERNEL, IN_MEMORY, IN_STRIPPED, IN_NO_FUNCTION, IN_NO_FILE,
	UNNAMED_WHYS,
};

/* What notes say: of one image, of several, and what to do. */
static const struct {
	const char *one, *several, *advice;	/* .one NULL: recorded_image.why, if there is one */
} unnamed_texts[UNNAMED_WHYS] = {
	[IN_KERNEL] = { NULL, "files of the kernel",
		"Record as root, or copy ~/.debug of the machine that was recorded (perf archive)." },
	[IN_MEMORY] = { "the process made it while it ran", "areas of memory, where processes made it "
		"while they ran",
		"A virtual machine names such code in /tmp/perf-PID.map, if it is asked to: java with a "
		"perf-map agent, node --perf-basic-prof, python3 -X perf." },
	[IN_STRIPPED] = { "it is stripped", "stripped files",
		"Debug symbols name it (Debian: packages that end in -dbgsym; debuginfod-find debuginfo "
		"FILE)." },
	[IN_NO_FUNCTION] = { "they are not functions", "files, where it is in no function",
		"--symfs=DIR names a directory with copies of the files that were recorded. perf archive "
		"packs them, to be unpacked in ~/.debug." },
	[IN_NO_FILE] = { NULL, "files that are not the recorded ones, or not on this machine",
		"--symfs=DIR names a directory with copies of the files that were recorded. perf archive "
		"packs them, to be unpacked in ~/.debug." },
};

static enum unnamed_why
why_unnamed(const struct recorded_image *im)
{
	if (im->kind == CODE_IN_KERNEL || im->kind == CODE_IN_OWN_KERNEL)
		return IN_KERNEL;
	if (im->kind == CODE_IN_MEMORY)
		return IN_MEMORY;
	return im->is_open ? IN_STRIPPED : im->why == NULL ? IN_NO_FUNCTION : IN_NO_FILE;
}

/* Returns why the code of IM has no names. */
static const char *
reason_of(const struct recorded_image *im, enum unnamed_why why)
{
	return unnamed_texts[why].one != NULL ? unnamed_texts[why].one
		: im->why == NULL ? "they are not functions"
		: *im->why != '\0' ? im->why : "its file is not on this machine";
}

/* Adds a note about the N images V, which have code without names because of WHY.  ALL is the
 * number of all samples. */
static void
note_images(struct measured *m, const struct unnamed_image *v, uint32_t n, enum unnamed_why why,
	uint64_t all)
{
	struct arena *text = &m->text;
	const char *list = NULL, *said;
	uint64_t samples = 0;

	for (uint32_t i = 0; i < n; i++) {
		samples += v[i].samples;
		list = recorded_list(text, list, i, arena_printf(text, "%s (%.1f %%)", v[i].im->name,
			percent(v[i].samples, all)));
	}
	if (n == 0 || (double)samples < least_unnamed * (double)all)
		return;
	said = n == 1 ? arena_printf(text, "%s: %s.", v->im->path, reason_of(v->im, why))
		: unnamed_texts[why].one != NULL ? arena_printf(text, "%u %s: %s.", n,
		unnamed_texts[why].several, list)
		: arena_printf(text, "%u %s: %s. %s: %s.", n, unnamed_texts[why].several, list,
		v->im->path, reason_of(v->im, why));
	measured_add_note(m, arena_printf(text, "%.1f %% of the samples are in code without names in %s",
		percent(samples, all), said), unnamed_texts[why].advice);
}

void
recorded_unnamed_note_code(struct measured *m, const struct recorded_images *images,
	uint64_t *samples, uint64_t all)
{
	struct unnamed_image *v = mem_new(images->n, sizeof(*v));

	for (enum unnamed_why why = IN_KERNEL; why < UNNAMED_WHYS; why++) {
		uint32_t n = 0;

		for (uint32_t i = 0; i < images->n; i++) {
			const struct recorded_image *im = images->v[i];

			if (im->whole == NOBODY || samples[im->whole] == 0
			    || why_unnamed(im) != why)
				continue;
			v[n++] = (struct unnamed_image){ im, samples[im->whole] };
			samples[im->whole] = 0;
		}
		qsort(v, n, sizeof(*v), by_samples);
		note_images(m, v, n, why, all);
	}
	free(v);
}
