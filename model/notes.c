/* What is odd about a profile.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "notes.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "image.h"
#include "samples.h"

bool
notes_by_linker(const struct profile *p, uint32_t im)
{
	return p->samples[im].format != NULL && strcmp(p->samples[im].format, "ldprofile") == 0;
}

static void
note_missing(struct profile *p)
{
	if (!p->has_histogram)
		profile_note(p, NOBODY, "There is no histogram: calls were counted, time was not sampled.",
			"No row has a time; the program may have switched sampling off.");
	else if (p->nsamples == 0 && !notes_by_linker(p, 0))
		profile_note(p, NOBODY, "The histogram is empty: not one sample was taken.",
			"The run was too short, or profiling timers do not work where it ran.");
	if (p->has_histogram && p->rate == 0)
		profile_note(p, NOBODY, "The file does not say how many samples were taken per second.",
			"Figures are samples, not seconds.");
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
			"They have [unknown] rows; is the image the one that was run?");
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
		if (notes_by_linker(p, im) && s->nhistograms > 0 && total == 0)
			profile_note(p, NOBODY, arena_printf(&p->names, "%s has no samples, only calls.",
				p->images[im].path), "A program that was linked with -pg takes all samples for "
				"itself: profile the library in a run of the program without it. Or the run was "
				"too short.");
	}
}

void
notes_take(struct profile *p)
{
	note_missing(p);
	if (p->rules != RULES_EXACT)
		return;
	notes_take_files(p);
	note_outside(p);
	note_profiler(p);
	note_idle_libraries(p);
	notes_take_calls(p);
}
