/* notes.c - findings about the samples of a profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
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

/* Does the library NAME come with every system or compiler? */
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

/* Returns the first library that the program needs (DT_NEEDED) and that is not a system library.
 * NULL: there is none, or there are several images. */
static const char *
own_library(const struct profile *p)
{
	enum { MOST = 256 };		/* at most this many libraries are checked */
	const char *name;

	if (p->nimages != 1)
		return NULL;
	for (size_t i = 0; i < MOST && (name = image_needed(p->images, i)) != NULL; i++)
		if (!is_system_library(name))
			return name;
	return NULL;
}

static const char *
why_no_samples(struct profile *p)
{
	const char *name = own_library(p);

	if (name == NULL)
		return "The run was too short, or all its time was in shared libraries, or profiling "
			"timers do not work where it ran.";
	return arena_printf(&p->names, "All the time was probably in %s, or the run was too short: "
		"gmon.out has samples only of the program itself. To profile the library, link the program "
		"without -pg, run it with LD_PROFILE=%s LD_PROFILE_OUTPUT=$PWD, and open %s:%s.profile "
		"together with it.", name, name, name, name);
}

static void
note_missing(struct profile *p)
{
	if (!p->has_histogram)
		profile_note(p, NOBODY, "There is no histogram: calls were counted, time was not sampled.",
			"Rows have no time; the program may have switched sampling off.");
	else if (p->nsamples == 0 && !notes_is_ld_profile(p, 0))
		profile_note(p, NOBODY, "The histogram is empty: no sample was taken.",
			why_no_samples(p));
	if (p->has_histogram && p->rate == 0)
		profile_note(p, NOBODY, "The file does not say how many samples were taken per second.",
			"Times are shown in samples; --rate=HZ turns them into seconds. The usual rate is 100.");
}

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
			"They are shown in [unknown] rows. Check that the image is the one that was run and is "
			"not stripped.");
}

static void
note_profiler(struct profile *p)
{
	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (p->funcs[f].is_profiler && p->ticks[f] > 0.1 * p->total)
			profile_note(p, f, arena_printf(&p->names,
				"%s took %.1f %% of the time: counting calls was expensive.",
				p->funcs[f].name, 100 * p->ticks[f] / p->total),
				"Small functions seem to take more time than they do. gprowse record also records "
				"a program that was compiled without -pg, which does not have this cost.");
}

/* Adds a note for each library with calls but without samples.  A process has only one buffer for
 * samples, and a program linked with -pg uses it, so that its libraries get no samples. */
static void
note_idle_libraries(struct profile *p)
{
	for (uint32_t im = 0; im < p->nimages; im++) {
		const struct samples *s = &p->samples[im];
		bool idle = s->nhistograms > 0;

		for (size_t i = 0; i < s->nhistograms; i++)
			idle &= s->histograms[i].nused == 0;
		if (idle && notes_is_ld_profile(p, im))
			profile_note(p, NOBODY, arena_printf(&p->names, "%s has no samples, only calls.",
				p->images[im].path), "A program that was linked with -pg takes all samples for "
				"itself: link it without -pg to profile the library. Or the run was too short.");
	}
}

/* Adds a note if there are too few samples.  A number of N samples has a standard deviation of
 * sqrt(N). */
static void
note_few(struct profile *p)
{
	enum { FEW = 100 };

	if (p->nsamples > 0 && p->nsamples < FEW)
		profile_note(p, NOBODY, arena_printf(&p->names, "%" PRIu64 " sample%s: the total time is "
			"accurate to ±%.0f %%, the time of a function is less accurate.", p->nsamples,
			p->nsamples == 1 ? "" : "s", 100 / sqrt((double)p->nsamples)),
			p->recording != NULL ? "Record for a longer time, or more samples per second."
			: "Run longer, or sum several runs: with GMON_OUT_PREFIX=gmon.out each run writes a file "
			"of its own, and gprowse PROGRAM gmon.out.* reads them all.");
}

/* Adds first the notes on problems that make all figures wrong, then the notes on missing data,
 * then the other notes. */
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
