/* notes_files.c - findings about the files of a profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "elf/image.h"
#include "load/open.h"
#include "notes/notes.h"
#include "samples/samples.h"

/* The notes on warnings of the readers of formats. */
static const struct {
	enum warning warning;
	const char *text, *advice;
} warned[] = {
	{ W_NARCS_CLAMPED, "The file announces more calls than it has room for.",
		"The table of calls was full: later calls were not counted. Delete the file before the next "
		"run, or profile one process at a time." },
	{ W_SCALE2, "The scale of the buffer is 2, which is ambiguous.",
		"It was read literally, as 32 KiB of code for each byte of the buffer. On some systems it "
		"means one counter for all samples; then all addresses are wrong." },
	{ W_COUNT_TRUNC32, "Only 4 of the 8 bytes of each count were written by the program.",
		"The other 4 bytes are arbitrary and were ignored: counts over 4294967295 are too low." },
	{ W_UNKNOWN_SECTION, "The file has parts of an unknown kind, which were skipped.",
		"All figures come from the parts that were read." },
};

/* Is S the overflow counter of sprofil(2) or IRIX?  It is a buffer of one counter with scale 2. */
static bool
is_overflow_counter(const struct samples *s)
{
	return s->warnings & (uint32_t)1 << W_SCALE2 && s->nhistograms == 1
		&& s->histograms->nbins == 1;
}

static void
note_warnings(struct profile *p, const struct samples *s)
{
	if (is_overflow_counter(s)) {
		profile_note(p, NOBODY, "The buffer is an overflow counter (scale 2): it counts samples "
			"outside all other buffers.", "The addresses of the samples are not known: the time "
			"that is shown belongs to no function.");
		return;
	}
	for (size_t i = 0; i < sizeof(warned) / sizeof(*warned); i++)
		if (s->warnings & (uint32_t)1 << warned[i].warning)
			profile_note(p, NOBODY, warned[i].text, warned[i].advice);
}

/* Returns the function at the first address of the bin with the most samples, or NOBODY. */
static uint32_t
busiest_func(const struct profile *p, const struct samples *s)
{
	uint64_t most = 0, lo, hi, at = 0;

	for (size_t k = 0; k < s->nhistograms; k++)
		for (size_t i = 0; i < s->histograms[k].nused; i++) {
			const struct bin *bin = &s->histograms[k].bins[i];

			if (bin->count <= most)
				continue;
			most = bin->count;
			histogram_bin(&s->histograms[k], bin->number, &lo, &hi);
			at = lo;
		}
	return profile_func_at(p, s->image, at);
}

/* Adds a note if bins have reached the largest value of a counter.  The number of these bins is
 * known only if the profile is a single file. */
static void
note_ceiling(struct profile *p, const struct samples *s)
{
	size_t full = 0;

	if (!(s->warnings & (uint32_t)1 << W_SATURATED))
		return;
	for (size_t k = 0; k < s->nhistograms; k++)
		for (size_t i = 0; i < s->histograms[k].nused; i++)
			full += s->histograms[k].bins[i].count == UINT16_MAX;
	profile_note(p, busiest_func(p, s), s->nfiles > 1 || full == 0
		? "Bins of some files are at the ceiling of 65535."
		: arena_printf(&p->names, "%zu bin%s at the ceiling of 65535.", full,
			full == 1 ? " is" : "s are"),
		"16-bit counters stop there, or silently begin again at 0: these times are lower bounds. "
		"Profile a shorter run.");
}

static void
note_rates(struct profile *p, const struct samples *s)
{
	enum { SLOWEST = 5, FASTEST = 100000 };
	bool is_clock = s->counter_bits > 16;	/* counters of more than 16 bits, as on FreeBSD,
						 * count clock cycles, so high rates are normal */

	for (size_t k = 0; k < s->nhistograms; k++)
		if (s->histograms[k].rate != p->rate) {
			profile_note(p, NOBODY, arena_printf(&p->names, "Histograms were sampled at different "
				"rates; all are shown at %" PRIu32 " per second.", p->rate),
				"Times of histograms with another rate are wrong by the ratio of the rates.");
			break;
		}
	if (p->rate > 0 && (p->rate < SLOWEST || (p->rate > FASTEST && !is_clock)))
		profile_note(p, NOBODY, arena_printf(&p->names, "The file says that %" PRIu32 " sample%s taken "
			"per second, which no system does.", p->rate, p->rate == 1 ? " was" : "s were"),
			"The rate was probably never set: samples are right, times are not. --rate=HZ sets it.");
}

static void
note_full_table(struct profile *p, const struct samples *s)
{
	if (open_has_lost_calls(s))
		profile_note(p, NOBODY, "The table of calls was full.",
			"An unknown number of later calls was not counted: counts are lower bounds, and callers "
			"are missing. Sampled times are right.");
}

static void
note_newer_image(struct profile *p, uint32_t im)
{
	for (size_t i = 0; i < p->samples[im].nfiles; i++) {
		const char *path = p->samples[im].files[i].path;
		struct stat st;

		if (path == NULL || strcmp(path, "-") == 0 || stat(path, &st) != 0
		    || st.st_mtime >= p->images[im].modified)
			continue;
		profile_note(p, NOBODY, arena_printf(&p->names, "The image is newer than %s.", path),
			"If it was built again, figures belong to other functions: run the program again.");
		return;
	}
}

void
notes_find_files(struct profile *p)
{
	for (uint32_t im = 0; im < p->nimages; im++) {
		const struct samples *s = &p->samples[im];

		if (s->nfiles == 0)
			continue;
		note_warnings(p, s);
		note_ceiling(p, s);
		note_rates(p, s);
		note_full_table(p, s);
		note_newer_image(p, im);
	}
}
