/* profile.h - the profile: samples and calls of each function in a run
 *
 * Three structs, each built from the one before and then never changed:
 *
 *	samples (samples.h)	samples and calls at addresses, as in the files
 *	profile (here)		samples, calls and call sites of functions
 *	graph (graph.h)		cycles, and time propagated from callees to callers
 *
 * A function or an arc is known by its number, the index into the arrays below.  Time is
 * counted in samples everywhere; it is divided by the rate, into seconds, only when it is shown.
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
#include "profile/select.h"

struct samples;

enum func_kind {
	FUNC_SYMBOL,			/* a symbol of the image */
	FUNC_PLT,			/* stubs that call other images: "[plt]" */
	FUNC_UNKNOWN,			/* code without a symbol: "[unknown 0x...]" */
};

/* Code with a name: a row of every listing. */
struct func {
	const char *name;		/* as in the symbol table, not demangled */
	uint64_t lo, hi;		/* the code of the function is [lo, hi) */
	uint32_t image;			/* number of the image that has the function */
	uint32_t nalso;			/* number of names in .also */
	const char *const *also;	/* other names at the same address; exact rules only */
	uint8_t kind;			/* enum func_kind */
	bool is_func;			/* the symbol is of type function, not a label */
	bool is_line;			/* the row is a line of the function before, without a
					 * symbol */
	bool is_static;			/* the symbol is local to a file */
	bool is_profiler;		/* mcount and the like: the cost of being profiled */
	bool is_mapped;			/* -R: stands for a whole object file */
	bool in_gprof;			/* GNU gprof, too, has a row for it */
};

/* Where a function begins in the source. */
struct func_place {
	uint32_t file;			/* number in profile.files; NOBODY: not known */
	uint32_t line;
};

/* CALLER called CALLEE, COUNT times. */
struct arc {
	uint32_t caller, callee;
	uint64_t count;			/* 0: found in the code, never counted */
};

/* A finding about the profile, for the user to read. */
struct note {
	const char *text;		/* what is odd */
	const char *advice;		/* why it matters and what to do; may be "" */
	uint32_t func;			/* the function that the note is about, or NOBODY */
};

struct profile {
	/* A profile that borrows (see profile_borrow()) owns only those arrays below that differ
	 * from the arrays of the lender. */
	const struct profile *borrowed;	/* the lender; NULL: P owns everything */

	enum rules rules;

	struct image *images;		/* owned */
	struct samples *samples;	/* owned; one for each image */
	uint32_t nimages;

	struct func *funcs;		/* owned; sorted by image, then by address */
	struct spans *spans;		/* owned; of each image: the function at each address */
	double *ticks;			/* owned; samples in the code of each function */
	uint32_t nticks;		/* length of ticks: nfuncs, or 0 */
	uint64_t *outside;		/* owned; of each function: calls of it from outside all
					 * functions */
	uint32_t noutside;		/* length of outside: nfuncs, or 0 */
	size_t nunnamed;		/* records of calls to code without a symbol */
	uint32_t nfuncs;

	/* NULL unless open_options.places is set, or implied by other options. */
	struct func_place *places;	/* owned; where each function begins */
	uint32_t nplaces;		/* length of places: nfuncs, or 0 */
	const char **files;		/* owned; source files, in the order in which they were
					 * found */
	uint32_t nfiles;

	/* Arcs are in the order of their first records in the files.  The arcs from
	 * function f are out[out_at[f]] to out[out_at[f + 1] - 1], and the arcs to f are
	 * in[in_at[f]] to in[in_at[f + 1] - 1]; both are sorted by number. */
	struct arc *arcs;		/* owned */
	uint32_t narcs;
	uint32_t npossible;		/* arcs at the end that were found in the code, and
					 * not counted */
	uint32_t *out, *out_at, *in, *in_at;	/* owned */

	/* Call sites of arc a: sites[site_at[a]] to sites[site_at[a + 1] - 1], as numbers of
	 * arc records of the caller's image; see profile_site(). */
	uint32_t *sites;		/* owned */
	uint32_t *site_at;		/* owned; NULL when there are no arcs */
	struct arc_record *possible;	/* owned; sites of possible calls: return addresses */
	struct arc_record **exact_records;	/* owned; of each image: its arc records, with
					 * .from inside the call instruction; NULL: only
					 * the samples have records */

	struct spread *spread;		/* owned; how the samples of each function spread over
					 * several files; NULL: there is one file, or each
					 * function is a line of the source */
	uint32_t nspread;		/* length of spread: nfuncs, or 0 */

	double total;			/* samples in all rows; by gprof's rules, the sum that
					 * gprof computes */
	uint64_t nsamples;		/* samples in the files */
	uint32_t rate;			/* samples per second; 0: time is in samples */
	const char *dimension;		/* "seconds" */
	char abbreviation;		/* 's' */
	double scale;			/* by gprof's rules: 2-byte units per bin, one value for
					 * all histograms */
	bool calls_lost;		/* exact rules: the table of calls was full, so that
					 * counts are lower bounds */
	bool can_run_threads;		/* the program can start threads: if several ran at once,
					 * counts of calls are too low */
	bool has_histogram, has_arcs;

	const char **objects;		/* owned; object files named in the argument of -R */
	size_t nobjects;

	struct selection selection;	/* the functions that -e -E -f -F -n -N ... chose */

	struct note *notes;		/* owned; findings, most important first */
	size_t nnotes, notes_room;
	struct image_match *matches;	/* owned; how well each image fits the calls; NULL: rows
					 * are not functions */
	bool wrong_image;		/* some image is not the one that was run */
	const char *found;		/* which profiles of a directory are used; NULL: none was
					 * named */
	uint32_t nskipped;		/* files that could not be used */
	bool damaged;			/* some file could not be used, or is cut short: the
					 * profile has only what could be read */
	struct err damage;		/* the first error, if .damaged */
	const char *damaged_file;	/* the file with that error */
	bool lines_truncated;		/* some debug info of the first image was not used: see
					 * lines_truncated() */

	struct open_options *options;	/* owned; options that opened the profile, without .stop;
					 * NULL: it is not from files */
	struct arena names;		/* owns notes, and names that no image contains */
};

/* Make Q a copy of P that borrows all arrays of P, but has no notes.  Then Q may get
 * arrays of its own, or P's notes.  Q must be released before P. */
void profile_borrow(struct profile *q, const struct profile *p);

/* Release what P owns, whether it is a borrower or not. */
void profile_release(struct profile *p);

/* Release the functions of P, and everything that refers to functions. */
void profile_drop_funcs(struct profile *p);

/* Give each function f of P the number NUMBER[f], or drop f if NUMBER[f] is NOBODY.  This
 * changes the spans and each array that is indexed by function.  There are N new numbers, in the
 * order of the old numbers.  P must not have arcs yet. */
void profile_renumber(struct profile *p, const uint32_t *number, uint32_t n);

/* Set E to the damage of the damaged profile P and its file; returns false. */
#define profile_damage(p, e) (profile_damage_(p, e), false)
void profile_damage_(const struct profile *p, struct err *e);

/* The function that covers ADDR of image IMAGE, or NOBODY. */
uint32_t profile_func_at(const struct profile *p, uint32_t image, uint64_t addr);

/* Is ARC only a possible call: in the code, but never counted? */
bool profile_is_possible(const struct profile *p, uint32_t arc);

/* The arc records of image IMAGE, with exact call addresses if P has them. */
const struct arc_record *profile_records(const struct profile *p, uint32_t image);

/* Call site I of arc ARC, site_at[ARC] <= I < site_at[ARC + 1]. */
const struct arc_record *profile_site(const struct profile *p, uint32_t arc, size_t i);

/* How often function F was called, calls by itself and from outside all functions included. */
uint64_t profile_calls(const struct profile *p, uint32_t f);

/* Add a note.  TEXT and ADVICE are in the arena P->names, or constants. */
void profile_note(struct profile *p, uint32_t func, const char *text, const char *advice);

/* Build P->out, out_at, in and in_at from P->arcs, and free the old ones.  A profile that a test
 * makes by hand needs only its other arrays and this call. */
void profile_link(struct profile *p);

#endif
