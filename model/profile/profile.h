/* profile.h - the profile: samples and calls of each function in a run
 *
 * Three structs, each built from the one before and then never changed:
 *
 *	samples (samples.h)	samples and calls at addresses, as in the files
 *	profile (here)		samples, calls and call sites of functions
 *	graph (graph.h)		cycles, and time propagated from callees to callers
 *
 * A function or an arc is known by its number, the index into the arrays below.  Time is counted in
 * samples everywhere; it is converted to seconds only when it is shown.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_H
#define PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/rules.h"
#include "measured/measured.h"
#include "profile/select.h"
#include "profile/sites.h"
#include "samples/samples.h"

struct fold;
struct inlining;
struct paths;

enum func_kind {
	FUNC_SYMBOL,			/* a symbol of the image */
	FUNC_PLT,			/* stubs that call other images: "[plt]" */
	FUNC_UNKNOWN,			/* code without a symbol: "[unknown 0x...]" */
};

/* What the frames of a function are in stacks. */
enum frame_kind {
	FRAME_USER,			/* code of the program and its libraries */
	FRAME_KERNEL,
	FRAME_INLINED,			/* only inlined into other functions */
	FRAME_JIT,			/* compiled while the program ran */
};

enum { FUNC_MOST_NAMES = (1 << 22) - 1 };	/* more names of a function are ignored */

/* Code with a name: a row of every listing. */
struct func {
	const char *name;		/* as in the symbol table, not demangled */
	uint64_t lo, hi;		/* addresses [lo, hi) of the code */
	const char *const *also;	/* other names at the same address; by gprof's rules, there
					 * are none */
	uint32_t image;			/* number of the image that has the function */
	uint32_t nalso : 22;		/* number of names in .also, at most FUNC_MOST_NAMES */
	uint32_t kind : 2;		/* enum func_kind */
	uint32_t frames : 2;		/* enum frame_kind, in a measured profile */
	bool is_func : 1;		/* the symbol is of type function, not a label */
	bool is_line : 1;		/* the row is a line of a function; by exact rules, false
					 * for the first row of the function */
	bool is_static : 1;		/* the symbol is local to a file */
	bool is_profiler : 1;		/* the function profiles the program, such as mcount */
	bool is_mapped : 1;		/* the row is an object file that -R names */
	bool in_gprof : 1;		/* GNU gprof shows the symbol, too; if not, the entry of the
					 * function comes last in the call graph */
};

/* Where a function begins in the source. */
struct func_place {
	uint32_t file;			/* number in profile.files; NOBODY: not known */
	uint32_t line;
};

/* Calls of .callee by .caller.  profile_arc_calls() returns their number. */
struct arc {
	uint32_t caller, callee;
	uint32_t low;			/* number of counted calls, modulo 2^32 */
};

/* The arcs from, or those to, each function, in ascending order.  The arcs of function f are at the
 * positions .at[f] to .at[f + 1] - 1; profile_arc() returns the arc at a position. */
struct arc_list {
	uint32_t *at;
	uint32_t *v;			/* indexed by position: the arc; NULL: arcs are in this
					 * order, and arc a is at position a */
};

/* A finding about the profile, for the user to read. */
struct note {
	const char *text;		/* what is odd */
	const char *advice;		/* why the finding matters and what to do; may be "" */
	uint32_t func;			/* the function that the note is about, or NOBODY */
};

struct profile {
	/* A profile made by profile_borrow() borrows arrays of another profile, the lender.  Of the
	 * arrays below, the profile owns only those that differ from the lender's. */
	const struct profile *borrowed;	/* the lender; NULL: nothing is borrowed */
	const struct fold *fold;	/* borrowed; how the functions of .borrowed were folded
					 * (fold.h); NULL: no functions are folded */

	enum rules rules;

	struct image *images;		/* owned */
	struct samples *samples;	/* owned; one for each image */
	uint32_t nimages;

	struct func *funcs;		/* owned; sorted by image, then by address */
	struct spans *spans;		/* owned; indexed by image: the function at each address */
	double *ticks;			/* owned; indexed by function: samples in its code; NULL in
					 * a measured profile, whose samples depend on what is shown
					 * of it (graph.h) */
	uint32_t nticks;		/* length of ticks: nfuncs, or 0 */
	uint64_t *outside;		/* owned; indexed by function: calls from outside all
					 * functions */
	uint32_t noutside;		/* length of outside: nfuncs, or 0 */
	size_t nunnamed;		/* number of arc records whose callee has no symbol */
	uint32_t nfuncs;

	/* Places of functions in the source.  A measured profile always has .places.  In other
	 * profiles, places are read only if open_options.places is set or another option needs
	 * places; otherwise, .places is NULL. */
	struct func_place *places;	/* owned; indexed by function: where the function begins */
	uint32_t nplaces;		/* length of places: nfuncs, or 0 */
	const char **files;		/* owned; source files, in the order in which they were
					 * found */
	uint32_t nfiles;

	struct arc *arcs;		/* owned; in the order of their first records in the
					 * files */
	uint32_t narcs;
	uint32_t *high;			/* owned; indexed by arc: the upper half of its number of
					 * calls.  In arcs from .nhigh on, this is 0 */
	size_t nhigh, high_room;
	uint32_t npossible;		/* the last npossible arcs are possible calls, which were
					 * found in the code and never counted */
	struct arc_list out, in;	/* owned; the arcs from, and to, each function */

	/* The call sites of arc a are sites[site_at[a]] to sites[site_at[a + 1] - 1].  Each is the
	 * number of an arc record; profile_site() returns that record.  profile_sites() says which
	 * they are. */
	uint32_t *sites;		/* owned */
	uint32_t *site_at;		/* owned; NULL: no call sites are known, as in a measured
					 * profile, or .few_sites is set */
	struct sites *few_sites;	/* owned; replaces .sites and .site_at if there is one
					 * image, and nearly all arcs have one call site; or
					 * NULL */
	struct arc_record *possible;	/* owned; call sites of possible calls; .from is the return
					 * address */
	struct arc_record **exact_records;	/* owned; indexed by image: arc records with .from
						 * inside the call instruction; NULL: use the arc
						 * records of .samples */

	struct measured *measured;	/* contents of the files; several profiles can share them,
					 * and the last one releases them; NULL: the files have
					 * samples of addresses */
	struct paths *paths;		/* owned; the stacks of .measured as paths of functions, or
					 * NULL */
	bool inlined;			/* inlined functions of .measured are functions of their
					 * own; false: their time belongs to the function into which
					 * they were inlined */
	bool folds_kernel;		/* frames of the kernel in .measured are part of the frames
					 * that entered it */
	bool has_lines;			/* .measured has lines of the source */
	uint32_t *func_of;		/* owned; indexed by function of .measured: its number in
					 * .funcs, or NOBODY */
	uint32_t *arc_of_call;		/* owned; indexed by call of .measured: its arc */

	struct inlining *inlining;	/* owned, or lent; the inlined functions that are shown as
					 * functions of their own (inlining.h); NULL: none are
					 * shown */

	struct spread *spread;		/* owned; indexed by function: how its samples spread over
					 * several files; NULL: open_options.spread is not set, no
					 * image has several files, rows are lines, or functions are
					 * folded */
	uint32_t nspread;		/* length of spread: nfuncs, or 0 */

	/* Of a profile that is not measured: */
	double total;			/* sum of the samples in all rows; by gprof's rules, samples
					 * outside all functions are included */
	uint64_t nsamples;		/* samples in the files; 0: there are none */
	uint32_t rate;			/* samples per second; 0: not known, so times are shown in
					 * samples */

	const char *dimension;		/* "seconds" */
	char abbreviation;		/* 's' */
	double scale;			/* by gprof's rules: size of each bin of all histograms, in
					 * units of 2 bytes */
	bool calls_lost;		/* by exact rules: the profiler's table of calls was full,
					 * so some calls were not counted */
	bool can_run_threads;		/* the program can start threads; counts of calls are too
					 * low if several ran at once */
	bool has_histogram, has_arcs;

	const char **objects;		/* owned; object files that the map of -R names */
	size_t nobjects;

	struct named named;	/* functions and arcs that -e -E -f -F -n -N ... name */

	struct note *notes;		/* owned; findings, most important first */
	size_t nnotes, notes_room;
	struct image_match *matches;	/* owned; indexed by image: how well the image fits the
					 * calls; NULL: rows are lines or object files */
	const char *recording;		/* directory of the recording whose gmon.out this is: the
					 * library of gprowse record has counted the calls, not
					 * mcount of the C library.  NULL: no recording is known */
	bool wrong_image;		/* some image is not the one that was run */
	const char *found;		/* text: which profiles of a directory are used; NULL: no
					 * directory was given */
	uint32_t nskipped;		/* number of files that could not be used */
	bool damaged;			/* some file could not be used or is cut short, so the
					 * profile is incomplete */
	struct err damage;		/* the first error; only set if .damaged */
	const char *damaged_file;	/* path of the file with the first error */
	bool lines_truncated;		/* some debug info of the first image was not used: see
					 * lines_truncated() */

	struct open_options *options;	/* owned; the options that opened the profile, except .stop;
					 * NULL: the profile is not from files */
	struct arena names;		/* owns the texts of notes, and names that are not in an
					 * image */
};

/* Makes Q a copy of P that borrows all arrays of P and has no notes.  The caller may then give Q
 * arrays of its own, instead of the borrowed ones.  This is allowed only for arrays that
 * profile_drop_funcs() releases.  Q must be released before P. */
void profile_borrow(struct profile *q, const struct profile *p);

/* Releases what P owns.  Arrays that P borrows stay with the lender. */
void profile_release(struct profile *p);

/* Releases the functions of P and everything that refers to functions, such as arcs.  Arrays that P
 * borrows stay with the lender. */
void profile_drop_funcs(struct profile *p);

/* Changes the numbers of the functions of P: function f gets the number NUMBER[f].  If NUMBER[f] is
 * NOBODY, function f is dropped.  N functions are left, in the same order.  Spans and all arrays
 * that are indexed by function are changed.  P must not have arcs or notes about functions yet. */
void profile_renumber(struct profile *p, const uint32_t *number, uint32_t n);

/* Sets E to the first error in the files of P, with the name of the file, and returns false.
 * P->damaged must be set. */
#define profile_damage(p, e) (profile_damage_(p, e), false)
void profile_damage_(const struct profile *p, struct err *e);

/* Returns the function that covers ADDR of image IMAGE, or NOBODY. */
uint32_t profile_func_at(const struct profile *p, uint32_t image, uint64_t addr);

/* What a profile has.  The figures, views and words of a profile follow from this, not from the
 * format of its files. */
enum abilities {
	HAS_BINS = 1,			/* samples in bins of code, and arcs between addresses, as
					 * in gmon.out */
	HAS_EVENTS = 2,			/* instead of bins, values of events in functions: the
					 * profile is measured */
	HAS_STACKS = 4,
	HAS_COSTS = 8,			/* costs of calls, which include all functions that the
					 * calls called */
	HAS_TOTALS = 16,		/* totals are known from the files, so no time is
					 * propagated */
	HAS_CALLERS = 32,		/* the files tell who calls whom, or state totals and calls.
					 * Files of cachegrind have only own costs: neither totals
					 * nor calls are known */
	HAS_COUNTS = 64,		/* counts of calls.  A profile of stacks has them only if
					 * calls were counted while the stacks were recorded */
	COUNTS_ALL = 128,		/* calls of all functions should be counted.  In a profile
					 * of stacks, only calls of functions that were compiled to
					 * count them, as with -pg, are counted */
	HAS_LINES = 256,		/* lines of the source.  Those of bins are known only after
					 * debug information was read */
	IS_ESTIMATED = 512,		/* the files say that totals are estimates */
};

/* Returns all abilities of P. */
static inline unsigned
profile_abilities(const struct profile *p)
{
	const struct measured *m = p->measured;
	bool stacks = p->paths != NULL, costs = m != NULL && m->has_costs;
	bool callers = !costs || m->ncalls > 0 || m->ntotals > 0;
	bool counts = stacks ? m != NULL && m->ncalls > 0 : callers;

	return (m == NULL ? HAS_BINS : HAS_EVENTS) | (stacks ? HAS_STACKS : 0)
		| (costs ? HAS_COSTS : 0) | (stacks || costs ? HAS_TOTALS : 0)
		| (callers ? HAS_CALLERS : 0) | (counts ? HAS_COUNTS : 0)
		| (!stacks && (m == NULL || costs) && callers ? COUNTS_ALL : 0)
		| (m == NULL || p->has_lines ? HAS_LINES : 0)
		| (m != NULL && m->estimated ? IS_ESTIMATED : 0);
}

/* Has P all abilities in WANTED? */
static inline bool
profile_has(const struct profile *p, unsigned wanted)
{
	return (profile_abilities(p) & wanted) == wanted;
}

/* Returns when the image or, if P is measured, the oldest of its files was last written: lines are
 * those of the sources before that.  0: not known. */
time_t profile_written(const struct profile *p);

/* Does function F of P stand for code without names, as [libc.so.6] and [unknown] do in stacks?
 * The code may be of several functions, so a call from F to F need not be recursive. */
bool profile_is_unnamed(const struct profile *p, uint32_t f);

/* Is ARC only a possible call, which was found in the code and never counted? */
bool profile_is_possible(const struct profile *p, uint32_t arc);

/* Returns arc record I of image IMAGE: that of P->exact_records or, if this is NULL, that of
 * P->samples. */
struct arc_record profile_record(const struct profile *p, uint32_t image, size_t i);

/* Returns the number of counted calls of arc A.  0: no calls were counted, because the arc is a
 * possible call (found in the code), comes only from stacks, or leads to inlined code. */
static inline uint64_t
profile_arc_calls(const struct profile *p, uint32_t a)
{
	return p->arcs[a].low | (a < p->nhigh ? (uint64_t)p->high[a] << 32 : 0);
}

/* Sets the number of counted calls of arc A, which P must own. */
void profile_set_arc_calls(struct profile *p, uint32_t a, uint64_t calls);

/* Adds CALLS to the number of counted calls of arc A, which P must own. */
static inline void
profile_add_arc_calls(struct profile *p, uint32_t a, uint64_t calls)
{
	profile_set_arc_calls(p, a, profile_arc_calls(p, a) + calls);
}

/* Makes N arcs, which are all 0, in P.  Borrowed arcs stay with the lender. */
void profile_new_arcs(struct profile *p, size_t n);

/* Returns the arc at POSITION of LIST. */
static inline uint32_t
profile_arc(const struct arc_list *list, uint32_t position)
{
	return list->v != NULL ? list->v[position] : position;
}

/* Prefetches what profile_arc() reads. */
static inline void
profile_prefetch_number(const struct arc_list *list, uint32_t position)
{
	if (list->v != NULL)
		__builtin_prefetch(&list->v[position]);
}

/* Are the call sites of the arcs of P known? */
static inline bool
profile_has_sites(const struct profile *p)
{
	return p->few_sites != NULL || p->site_at != NULL;
}

/* Returns the index of the first call site of arc A; 0 if no call sites are known.  A may be
 * P->narcs: the result is the number of all call sites. */
static inline uint32_t
profile_first_site(const struct profile *p, uint32_t a)
{
	if (p->few_sites != NULL)
		return sites_first(p->few_sites, a);
	return p->site_at != NULL ? p->site_at[a] : 0;
}

/* The call sites .first to .end - 1, which are those of .arc. */
struct arc_sites {
	uint32_t arc, first, end;
};

/* Returns the call sites of ARC; if none are known, .first and .end are 0. */
static inline struct arc_sites
profile_sites(const struct profile *p, uint32_t arc)
{
	uint32_t first = profile_first_site(p, arc);

	return (struct arc_sites){ arc, first, p->few_sites != NULL
		? sites_end(p->few_sites, arc, first) : profile_first_site(p, arc + 1) };
}

/* Returns the number of the arc record of call site I, which is in OF. */
static inline uint32_t
profile_site_number(const struct profile *p, const struct arc_sites *of, uint32_t i)
{
	return p->few_sites != NULL ? sites_record(p->few_sites, of->arc, of->first, i)
		: p->sites[i];
}

/* Returns the arc record of call site I, which is in OF. */
struct arc_record profile_site(const struct profile *p, const struct arc_sites *of, uint32_t i);

/* Returns how often function F was called, including calls by itself and by code outside all
 * functions. */
uint64_t profile_calls(const struct profile *p, uint32_t f);

/* Adds a note about function FUNC, or about no function if FUNC is NOBODY.  TEXT and ADVICE must be
 * constants or in the arena P->names. */
void profile_note(struct profile *p, uint32_t func, const char *text, const char *advice);

/* Builds P->out and P->in from P->arcs.  Frees the old lists, so borrowed lists must be set to NULL
 * before. */
void profile_link(struct profile *p);

/* Returns the flags of the frames that P shows as part of the frames of their callers. */
static inline uint32_t
profile_joined_frames(const struct profile *p)
{
	return (p->inlined ? 0 : MEASURED_INLINED) | (p->folds_kernel ? MEASURED_KERNEL : 0);
}

#endif
