/* What is odd about a profile.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "notes.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "attribute.h"
#include "image.h"
#include "samples.h"
#include "spans.h"
#include "wrongimage.h"

static void
note_missing(struct profile *p)
{
	if (!p->has_histogram)
		profile_note(p, NOBODY, "There is no histogram: calls were counted, time was not sampled.",
			"No row has a time; the program may have switched sampling off.");
	else if (p->nsamples == 0)
		profile_note(p, NOBODY, "The histogram is empty: not one sample was taken.",
			"The run was too short, or profiling timers do not work where it ran.");
	if (!p->has_arcs && !p->damaged)
		profile_note(p, NOBODY, "There are no calls: nothing was compiled with -pg.",
			p->npossible > 0 ? "Times are those of each function alone; calls views show the calls "
			"that are in the code, as possible ones. Compile with -pg to see those that happen."
			: "Times are those of each function alone; compile with -pg to see who calls whom.");
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

/* Calls of code that has no symbol: of stripped parts, or of nothing at all. */
static void
note_calls_outside(struct profile *p)
{
	uint64_t calls = 0, most = 0;
	uint32_t callee = NOBODY;
	size_t n = 0;

	for (uint32_t im = 0; p->nunnamed > 0 && im < p->nimages; im++)
		for (size_t i = 0; i < p->samples[im].narcs; i++) {
			const struct arc_record *a = &p->samples[im].arcs[i];
			uint32_t f = profile_func_at(p, im, a->self);

			if (f != NOBODY && p->funcs[f].kind != FUNC_UNKNOWN)
				continue;
			calls += a->count;
			n++;
			if (f != NOBODY && a->count > most) {
				callee = f;
				most = a->count;
			}
		}
	if (n > 0)
		profile_note(p, callee, arena_printf(&p->names, "%" PRIu64 " call%s in %zu record%s %s of "
			"code without a symbol.", calls, calls == 1 ? "" : "s", n, n == 1 ? "" : "s",
			calls == 1 ? "is" : "are"), "Nobody can say what was called; is the image the one that "
			"was run, and not stripped?");
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

/* Functions that surely have samples: all those of a bin. */
struct owners {
	double count;			/* of the bin that is looked at */
	bool *sure;
};

static void
take_owner(void *with, uint32_t func, uint64_t lo, uint64_t hi, double ticks)
{
	const struct owners *o = with;

	(void)lo;
	(void)hi;
	if (ticks >= o->count)
		o->sure[func] = true;
}

static bool *
sure_owners(const struct profile *p)
{
	struct owners o = { .sure = mem_new(p->nfuncs, sizeof(*o.sure)) };

	for (uint32_t im = 0; im < p->nimages; im++)
		for (size_t k = 0; k < p->samples[im].nhistograms; k++) {
			const struct histogram *h = &p->samples[im].histograms[k];

			for (size_t i = 0; i < h->nread; i++) {
				o.count = (double)h->bins[i];
				if (h->bins[i] > 0)
					attribute_bin(p, h, i, take_owner, &o);
			}
		}
	return o.sure;
}

/* Is one of the arcs from LIST[FIRST] to LIST[LAST - 1] counted?  Those come first. */
static bool
any_counted(const struct profile *p, const uint32_t *list, uint32_t first, uint32_t last)
{
	return first < last && !profile_is_possible(p, list[first]);
}

static bool
is_without_calls(const struct profile *p, uint32_t f)
{
	return !any_counted(p, p->in, p->in_at[f], p->in_at[f + 1])
		&& !any_counted(p, p->out, p->out_at[f], p->out_at[f + 1])
		&& p->outside[f] == 0 && !p->funcs[f].is_profiler
		&& p->funcs[f].kind != FUNC_PLT;
}

/* Functions that have samples, but were compiled without -pg.  Samples of a bin that is
 * shared may well be those of the neighbour, which is busy:
 * the first function of a program stands behind one of the C library's. */
static void
note_uncounted(struct profile *p)
{
	double ticks = 0;
	uint32_t n = 0, most = NOBODY;
	bool *sure;

	if (!p->has_arcs)
		return;
	sure = sure_owners(p);
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		if (!sure[f] || p->ticks[f] <= 0 || !is_without_calls(p, f))
			continue;
		ticks += p->ticks[f];
		n++;
		if (most == NOBODY || p->ticks[f] > p->ticks[most])
			most = f;
	}
	free(sure);
	if (n > 0 && ticks > 0.01 * p->total)
		profile_note(p, most, arena_printf(&p->names,
			"%" PRIu32 " function%s with %.1f %% of the time %s no calls.", n, n == 1 ? "" : "s",
			100 * ticks / p->total, n == 1 ? "has" : "have"),
			"Not compiled with -pg: their time is not handed to their callers.");
}

/* False: it is the right one, as far as can be told. */
static bool
note_other_image(struct profile *p, uint32_t im)
{
	struct image_match m = image_match(p, im);
	const char *text;

	if (!is_wrong_image(&m))
		return false;
	if (2 * m.sites_fit < m.nsites)
		text = arena_printf(&p->names, "Only %zu of %zu calls were made where there is such a call "
			"in %s.", m.sites_fit, m.nsites, p->images[im].path);
	else
		text = arena_printf(&p->names, "Only %zu of %zu functions were entered where one begins in "
			"%s.", m.fit, m.n, p->images[im].path);
	profile_note(p, NOBODY, text, "It is not the image that was run, or was built again since: "
		"figures are those of other functions. Give the one that was run.");
	return true;
}

static bool
names_symbol(const struct elf_symtab *table, const char *name)
{
	struct elf_symbol s;

	for (size_t i = 1; table != NULL && i < symtab_count(table); i++) {
		symtab_get(table, i, &s);
		if (strncmp(s.name, name, strlen(name)) == 0)
			return true;
	}
	return false;
}

static void
note_threads(struct profile *p)
{
	if (p->has_arcs && names_symbol(p->images->dynsym, "pthread_create"))
		profile_note(p, NOBODY, "The program can start threads.",
			"Calls are counted without locks: with several threads at work, counts are lower bounds.");
}

void
notes_take(struct profile *p)
{
	bool is_wrong = false;

	note_missing(p);
	if (p->rules != RULES_EXACT)
		return;
	notes_take_files(p);
	note_outside(p);
	note_calls_outside(p);
	note_profiler(p);
	for (uint32_t im = 0; im < p->nimages; im++)
		is_wrong |= note_other_image(p, im);
	if (!is_wrong)
		note_uncounted(p);
	note_threads(p);
}
