/* notes_calls.c - findings about calls and images
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "notes/notes.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "elf/image.h"
#include "elf/symtab.h"
#include "load/imagematch.h"
#include "profile/attribute.h"
#include "profile/profilerfuncs.h"
#include "samples/samples.h"

static void
note_no_calls(struct profile *p)
{
	if (imagematch_counts_calls(p->images))
		profile_note(p, NOBODY, "There are no calls, though some code was compiled with -pg.",
			"Only calls between functions of the program are counted. Either all calls came from "
			"outside, such as the call of main by the C library, or counting was switched off.");
	else
		profile_note(p, NOBODY, "There are no calls: nothing was compiled with -pg.",
			p->npossible > 0 ? "Only the self time of functions is known. Views of calls show the "
			"calls found in the code as possible calls; compile with -pg to have calls counted."
			: "Only the self time of functions is known; compile with -pg to have calls counted.");
}

/* Adds a note if there are calls of addresses without a symbol.  Either the image is stripped, or
 * it has no code at these addresses. */
static void
note_calls_outside(struct profile *p)
{
	uint64_t calls = 0, most = 0;
	uint32_t callee = NOBODY;
	size_t n = 0;

	for (uint32_t im = 0; p->nunnamed > 0 && im < p->nimages; im++)
		for (size_t i = 0; i < p->samples[im].narcs; i++) {
			struct arc_record a = samples_arc(&p->samples[im], i);
			uint32_t f = profile_func_at(p, im, a.self);

			if (f != NOBODY && p->funcs[f].kind != FUNC_UNKNOWN)
				continue;
			calls += a.count;
			n++;
			if (f != NOBODY && a.count > most) {
				callee = f;
				most = a.count;
			}
		}
	if (n > 0)
		profile_note(p, callee, arena_printf(&p->names, "%" PRIu64 " call%s, in %zu record%s, went to "
			"code without a symbol.", calls, calls == 1 ? "" : "s", n, n == 1 ? "" : "s"),
			"The callees are not known. Check that the image is the "
			"one that was run and is not stripped.");
}

/* State of the search for functions that certainly have samples.  All samples of some bin belong to
 * such a function. */
struct owners {
	double count;			/* all samples in the current bin */
	bool *sure;			/* owned; indexed by function: do all samples of some bin
					 * belong to this function? */
};

static void
collect_owner(void *with, uint32_t func, uint64_t lo, uint64_t hi, double ticks)
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

			for (size_t i = 0; i < h->nused; i++) {
				o.count = (double)h->bins[i].count;
				attribute_bin(p, h, &h->bins[i], collect_owner, &o);
			}
		}
	return o.sure;
}

/* Are there counted arcs among those of function F in LIST?  Counted arcs come before possible
 * calls, so only the first arc is tested. */
static bool
any_counted(const struct profile *p, const struct arc_list *list, uint32_t f)
{
	return list->at[f] < list->at[f + 1]
		&& !profile_is_possible(p, profile_arc(list, list->at[f]));
}

static bool
is_without_calls(const struct profile *p, uint32_t f)
{
	return !any_counted(p, &p->in, f) && !any_counted(p, &p->out, f)
		&& p->outside[f] == 0 && !p->funcs[f].is_profiler
		&& p->funcs[f].kind != FUNC_PLT;
}

/* Adds a note if functions of image IM without calls have more than 1 % of all samples.  Only
 * functions f with SURE[f] are considered: all samples of at least one bin belong to f.  If several
 * functions share a bin, its samples may belong to a neighbour, such as the function of the C
 * library before the first function of a program. */
static void
note_uncounted(struct profile *p, uint32_t im, const bool *sure)
{
	double ticks = 0;
	uint32_t n = 0, most = NOBODY;
	const char *of = "";

	for (uint32_t f = 0; f < p->nfuncs; f++) {
		if (p->funcs[f].image != im || !sure[f] || p->ticks[f] <= 0
		    || !is_without_calls(p, f))
			continue;
		ticks += p->ticks[f];
		n++;
		if (most == NOBODY || p->ticks[f] > p->ticks[most])
			most = f;
	}
	if (n == 0 || ticks <= 0.01 * p->total)
		return;
	if (p->nimages > 1)
		of = arena_printf(&p->names, " of %s", p->images[im].path);
	profile_note(p, most, arena_printf(&p->names,
		"%" PRIu32 " function%s%s with %.1f %% of the time %s no calls.", n, n == 1 ? "" : "s",
		of, 100 * ticks / p->total, n == 1 ? "has" : "have"), notes_is_ld_profile(p, im)
		? "LD_PROFILE counts calls through the dynamic linker (PLT), but hardly any inside a library. "
		"Without calls, time is not propagated to callers."
		: "Not compiled with -pg, or only called from outside, by a library or as a thread. Without "
		"calls, time is not propagated to callers.");
}

static bool
is_wrong_image(const struct profile *p, uint32_t im)
{
	return p->matches != NULL && imagematch_is_wrong(&p->matches[im]);
}

/* Adds notes on functions without calls.  Skips an image if another one was run, because then all
 * figures of the image are wrong. */
static void
note_all_uncounted(struct profile *p)
{
	bool *sure;

	if (!p->has_arcs)
		return;
	sure = sure_owners(p);
	for (uint32_t im = 0; im < p->nimages; im++)
		if (!is_wrong_image(p, im))
			note_uncounted(p, im, sure);
	free(sure);
}

/* Adds the note that image IM is not the one that was run.  M says how many calls match IM. */
static void
note_wrong_image(struct profile *p, uint32_t im, const struct image_match *m)
{
	const char *text, *path = p->images[im].path;

	if (imagematch_is_outside(m))
		text = arena_printf(&p->names, "%zu of %zu calls go to addresses where %s has no code.",
			m->nowhere, m->ncallees, path);
	else if (2 * m->sites_fit < m->nsites)
		text = arena_printf(&p->names, "Only %zu of %zu call sites match a call instruction in "
			"%s.", m->sites_fit, m->nsites, path);
	else
		text = arena_printf(&p->names, "Only %zu of %zu called addresses are at the beginning of "
			"a function in %s.", m->fit, m->n, path);
	profile_note(p, NOBODY, text, "It is not the image that was run, or was built again since: "
		"figures belong to other functions. Give the image that was run.");
}

/* Is mcount(), which counts calls, outside the first image?  If so, the profile has no samples of
 * mcount(). */
static bool
is_counter_outside(const struct profile *p)
{
	if (image_needed(p->images, 0) == NULL || notes_is_ld_profile(p, 0))
		return false;
	for (uint32_t f = 0; f < p->nfuncs && p->funcs[f].image == 0; f++)
		if (p->funcs[f].kind == FUNC_SYMBOL && p->funcs[f].is_profiler
		    && profilerfuncs_counts_calls(p->funcs[f].name))
			return false;
	return true;
}

/* Returns N as text with three digits, such as "20.1 billion". */
static const char *
in_words(struct profile *p, double n)
{
	static const char *const units[] = { "", " thousand", " million", " billion", " trillion" };
	size_t i = 0;

	for (; n >= 999.5 && i + 1 < sizeof(units) / sizeof(*units); i++)
		n /= 1000;
	return arena_printf(&p->names, "%.*f%s", i == 0 || n >= 99.95 ? 0 : n >= 9.995 ? 1 : 2, n,
		units[i]);
}

/* Returns T, a time in seconds, as text that is rounded to about two digits. */
static const char *
rough_seconds(struct profile *p, double t)
{
	return arena_printf(&p->names, "%.*f", t >= 9.95 ? 0 : t >= 0.995 ? 1 : 2, t);
}

/* Adds a note if mcount() of glibc, in code outside the image, took at least a tenth of the sampled
 * time.  The profile does not record the time of mcount().  The estimate for glibc on present
 * processors is 5 to 20 nanoseconds for each call; 5 if the tables of mcount() are in the
 * caches. */
static void
note_missing_time(struct profile *p)
{
	enum { FEWEST_SAMPLES = 10 };	/* no note if the estimate of the missing samples is
					 * lower */
	const double least = 5e-9, usual = 1e-8, most = 2e-8;
	double calls = 0, samples;

	for (size_t i = 0; i < p->samples->narcs; i++)
		calls += (double)samples_arc(p->samples, i).count;
	samples = calls * usual * p->rate;
	if (!p->has_histogram || samples < FEWEST_SAMPLES || samples < 0.1 * p->total
	    || !is_counter_outside(p) || p->recording != NULL)
		return;
	profile_note(p, NOBODY, arena_printf(&p->names, "Some %s to %s s are missing: %s calls were "
		"counted, which takes about 5 to 20 ns each.", rough_seconds(p, calls * least),
		rough_seconds(p, calls * most), in_words(p, calls)), arena_printf(&p->names,
		"This is an estimate. Calls are counted by mcount in the C library, where no samples are "
		"taken; the %s s shown are only those of the program's own code.",
		rough_seconds(p, p->total / p->rate)));
}

/* Prefixes of the functions that start threads in C, C++ and OpenMP. */
static const char *const starters[] = { "pthread_create", "thrd_create",
	"_ZNSt6thread15_M_start_thread", "GOMP_parallel", "__kmpc_fork_call" };

static bool
starts_threads(const char *symbol)
{
	for (size_t i = 0; i < sizeof(starters) / sizeof(*starters); i++)
		if (strncmp(symbol, starters[i], strlen(starters[i])) == 0)
			return true;
	return false;
}

/* Does the function NAME make a process that continues the program and writes a gmon.out? */
static bool
makes_process(const char *name)
{
	return strcmp(name, "fork") == 0 || strcmp(name, "__libc_fork") == 0
		|| strcmp(name, "forkpty") == 0 || strcmp(name, "daemon") == 0;
}

/* Is IM a program that can call a function that DOES accepts?  A dynamically linked program can if
 * the function is an undefined symbol, a statically linked program if it contains the function.
 * The C library contains such functions, too, but is not a program. */
static bool
can_call(const struct image *im, bool (*does)(const char *name))
{
	bool is_program = im->type == ET_EXEC, has_func = false;
	struct elf_symbol s;

	for (size_t i = 1; im->dynsym != NULL && i < symtab_count(im->dynsym); i++) {
		symtab_get(im->dynsym, i, &s);
		if (s.section == SHN_UNDEF && !s.special && does(s.name))
			return true;
	}
	for (size_t i = 1; im->symtab != NULL && i < symtab_count(im->symtab); i++) {
		symtab_get(im->symtab, i, &s);
		is_program |= strcmp(s.name, "main") == 0;
		has_func |= does(s.name);
	}
	return has_func && is_program && image_needed(im, 0) == NULL;
}

/* Adds a note if threads may have lost calls.  With LD_PROFILE and gprowse record, no calls are
 * lost. */
static void
note_threads(struct profile *p)
{
	p->can_run_threads = p->samples->narcs > 0 && !notes_is_ld_profile(p, 0)
		&& p->recording == NULL && can_call(p->images, starts_threads);
	if (p->can_run_threads)
		profile_note(p, NOBODY, "The program can start threads.",
			"Calls are counted without locks: if several threads ran at once, counts are too low. "
			"gprowse record counts the calls of all threads exactly.");
}

/* Adds a note if the files of several processes, of which one may be the parent of others, were
 * added up. */
static void
note_processes(struct profile *p)
{
	if (p->samples->nfiles > 1 && !notes_is_ld_profile(p, 0) && p->recording == NULL
	    && can_call(p->images, makes_process))
		profile_note(p, NOBODY, arena_printf(&p->names, "%zu files were added up, and the program can "
			"call fork().", p->samples->nfiles), "The file of a child also has the calls and "
			"samples of its parent from before fork(): these count once for each file. Open the "
			"files one at a time, or use gprowse record, which counts them once.");
}

void
notes_find_images(struct profile *p)
{
	for (uint32_t im = 0; im < p->nimages; im++)
		if (is_wrong_image(p, im))
			note_wrong_image(p, im, &p->matches[im]);
}

void
notes_find_calls(struct profile *p)
{
	if (!p->has_arcs && !p->damaged && !notes_is_ld_profile(p, 0))
		note_no_calls(p);
	note_missing_time(p);
	note_calls_outside(p);
	note_all_uncounted(p);
	note_threads(p);
	note_processes(p);
}
