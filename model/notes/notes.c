/* What is odd about a profile.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "notes/notes.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "elf/image.h"
#include "samples/samples.h"

bool
notes_is_ld_profile(const struct profile *p, uint32_t im)
{
	return p->samples[im].format == FORMAT_LDPROFILE;
}

/* Does NAME, of a library, begin as those do that come with every compiler? */
static bool
is_system_library(const char *name)
{
	static const char *const known[] = { "libc.", "libm.", "libpthread.", "libdl.", "librt.",
		"libmvec.", "libgcc_s.", "libstdc++.", "libc++", "libgfortran.", "libquadmath.",
		"libgomp.", "libatomic.", "libasan.", "libubsan.", "ld-linux", "ld.so", "ld64.",
		"linux-vdso" };

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (strncmp(name, known[i], strlen(known[i])) == 0)
			return true;
	return false;
}

/* A library that the program uses and that may be what was to be profiled, or NULL. */
static const char *
own_library(const struct profile *p)
{
	enum { MOST = 256 };		/* that are looked at */
	const char *name;

	for (size_t i = 0; i < MOST && p->nimages == 1 && (name = image_needed(p->images, i)) != NULL; i++)
		if (!is_system_library(name))
			return name;
	return NULL;
}

/* Samples are of the program's own code: where was it all the time? */
static const char *
why_no_samples(struct profile *p)
{
	const char *name = own_library(p);

	if (name == NULL)
		return "The run was too short, or all its time was in shared libraries, or profiling "
			"timers do not work where it ran.";
	return arena_printf(&p->names, "All the time was probably in %s, or the run was too short: "
		"gmon.out has only samples of the program itself. Link the program without -pg, run it "
		"with LD_PROFILE=%s LD_PROFILE_OUTPUT=$PWD, and open %s:%s.profile beside it.", name, name,
		name, name);
}

static void
note_missing(struct profile *p)
{
	if (!p->has_histogram)
		profile_note(p, NOBODY, "There is no histogram: calls were counted, time was not sampled.",
			"No row has a time; the program may have switched sampling off.");
	else if (p->nsamples == 0 && !notes_is_ld_profile(p, 0))
		profile_note(p, NOBODY, "The histogram is empty: not one sample was taken.",
			why_no_samples(p));
	if (p->has_histogram && p->rate == 0)
		profile_note(p, NOBODY, "The file does not say how many samples were taken per second.",
			"Figures are samples, not seconds; --rate=HZ makes seconds of them. 100 a second is usual.");
}

/* Samples where the image has no symbols at all. */
static void
note_outside(struct profile *p)
{
	double unknown = 0;
	uint32_t most = NOBODY;

	for (uint32_t f = 0; f < p->nfuncs; f++) {
		if (p->funcs[f].kind != FUNC_UNKNOWN || p->ticks[f] <= 0)
			continue;
		unknown += p->ticks[f];
		if (most == NOBODY || p->ticks[f] > p->ticks[most])
			most = f;
	}
	if (unknown >= 1000)
		unknown = floor(unknown);
	if (most != NOBODY)
		profile_note(p, most, arena_printf(&p->names,
			"%.*g of %" PRIu64 " samples are in code without a symbol.",
			unknown < 1000 ? 4 : 15, unknown, p->nsamples),
			"They have [unknown] rows; is the image the one that was run, and not stripped?");
}

static void
note_profiler(struct profile *p)
{
	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (p->funcs[f].is_profiler && p->ticks[f] > 0.1 * p->total)
			profile_note(p, f, arena_printf(&p->names,
				"%s took %.1f %% of the time: counting calls was expensive.",
				p->funcs[f].name, 100 * p->ticks[f] / p->total),
				"Small functions look dearer than they are; sampling with perf does not "
				"have that cost.");
}

/* Libraries that calls were counted of, but no time: there is one buffer for samples in a
 * process, and what -pg puts into a program takes it. */
static void
note_idle_libraries(struct profile *p)
{
	for (uint32_t im = 0; im < p->nimages; im++) {
		const struct samples *s = &p->samples[im];
		uint64_t total = 0;

		for (size_t i = 0; i < s->nhistograms; i++)
			total += histogram_total(&s->histograms[i]);
		if (notes_is_ld_profile(p, im) && s->nhistograms > 0 && total == 0)
			profile_note(p, NOBODY, arena_printf(&p->names, "%s has no samples, only calls.",
				p->images[im].path), "A program that was linked with -pg takes all samples for "
				"itself: profile the library in a run of the program without it. Or the run was "
				"too short.");
	}
}

/* Nobody can trust a figure that is made of so few. */
static void
note_few(struct profile *p)
{
	enum { FEW = 100 };

	if (p->nsamples > 0 && p->nsamples < FEW)
		profile_note(p, NOBODY, arena_printf(&p->names, "%" PRIu64 " sample%s: the time of all "
			"together is good to ±%.0f %%, that of a function to less.", p->nsamples,
			p->nsamples == 1 ? "" : "s", 100 / sqrt((double)p->nsamples)),
			"Run longer, or sum up several runs: with GMON_OUT_PREFIX set, each writes a file of "
			"its own, and gprowse PROGRAM gmon.out.* reads all.");
}

/* What makes all figures wrong comes first, then what is missing. */
void
notes_find(struct profile *p)
{
	notes_find_images(p);
	note_missing(p);
	if (p->rules != RULES_EXACT)
		return;
	notes_find_files(p);
	note_outside(p);
	note_profiler(p);
	note_idle_libraries(p);
	notes_find_calls(p);
	note_few(p);
}
