/* profile.h - the profile: everything known about a run, as facts
 *
 * Three values, each built from the one before and then never changed:
 *
 *	samples (samples.h)	what the files hold, by address
 *	profile (here)		the same by function: samples, calls, call sites
 *	graph (graph.h)		cycles, and time handed from callees to callers
 *
 * Functions and arcs are known by their numbers, which are positions in the arrays
 * below; what belongs to a function is found in an array by its number.  Time is in
 * samples everywhere; divided by the rate, where somebody reads it, it is in seconds.
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
#include "samples/format.h"

enum func_kind {
	FUNC_SYMBOL,			/* a symbol of the image */
	FUNC_PLT,			/* stubs that call other images: "[plt]" */
	FUNC_UNKNOWN,			/* code without a symbol: "[unknown 0x...]" */
};

/* A stretch of code with a name: a row of every listing. */
struct func {
	const char *name;		/* as in the symbol table, not demangled */
	uint64_t lo, hi;		/* its code is [lo, hi) */
	uint32_t image;			/* number of its image */
	uint32_t nalso;			/* other names at the same address ... */
	const char *const *also;	/* ... and what they are; exact rules only */
	uint8_t kind;			/* enum func_kind */
	bool is_func;			/* its symbol is a function, not a label */
	bool is_line;			/* it has no symbol:
					 * it is a line of the function before it */
	bool is_static;			/* its symbol is local to a file */
	bool is_profiler;		/* mcount and the like: the cost of being profiled */
	bool is_mapped;			/* -R: stands for a whole object file */
	bool in_gprof;			/* GNU gprof has a row for it, too */
};

/* Where a function begins in the source. */
struct func_place {
	uint32_t file;			/* number in profile.files; NOBODY: not known */
	uint32_t line;
};

/* CALLER called CALLEE, COUNT times. */
struct arc {
	uint32_t caller, callee;
	uint64_t count;			/* 0: never seen to happen */
};

/* What is odd about a profile: one sentence why it matters and what to do. */
struct note {
	const char *text;		/* what is odd */
	const char *advice;		/* why it matters, what to do; may be "" */
	uint32_t func;			/* what it speaks of, or NOBODY */
};

/* A library that the program used, and a profile of it. */
struct library {
	const char *image, *file;	/* paths */
};

/* What to read and how to count. */
struct open_options {
	const char *image;		/* path */
	const char *const *files;	/* paths of profiles, summed */
	size_t nfiles;
	const struct library *libraries;	/* exact rules only; one image may be named again */
	size_t nlibraries;
	struct format_options format;	/* what the user knows better than the files */
	bool any_rate;			/* files may differ in their rates:
					 * that of the first counts */
	bool sum_up;			/* make records of the same addresses one */
	bool spread;			/* find out how functions are spread over the files */
	struct stop *stop;		/* follows how files are read; or NULL */
	enum rules rules;
	bool no_static;			/* -a: drop local symbols */
	bool functions_only;		/* -D: drop symbols that are not functions */
	bool static_calls;		/* -c: add calls found in the code */
	bool possible_calls;		/* exact rules: add them if none was counted */
	bool lines;			/* -l: each line is a function of its own */
	bool places;			/* find out where functions begin; implied by LINES */
	const char *symbol_file;	/* -S: symbols from this file, or NULL */
	const char *map_file;		/* -R: objects stand for functions, or NULL */
	const struct symspec *specs;	/* in the order of the command line */
	size_t nspecs;
};

struct profile {
	enum rules rules;

	struct image *images;		/* owned */
	struct samples *samples;	/* owned; one for each image */
	uint32_t nimages;

	struct func *funcs;		/* owned; by image, then by address */
	struct spans *spans;		/* owned; of each image: from addresses to functions */
	double *ticks;			/* owned; samples in the code of each function */
	uint64_t *outside;		/* owned; calls of each from outside every function */
	size_t nunnamed;		/* records of calls of code without a symbol */
	uint32_t nfuncs;

	/* Only if they were asked for (profile_options.places); else NULL. */
	struct func_place *places;	/* owned; of each function */
	const char **files;		/* owned; sources, in the order in which they turned up */
	uint32_t nfiles;

	/* Arcs are in the order in which their first record stands in the files.  The
	 * arcs out of function f are out[out_at[f]] to out[out_at[f + 1] - 1], those into
	 * it in[in_at[f]] ...: both in the order of their numbers. */
	struct arc *arcs;		/* owned */
	uint32_t narcs;
	uint32_t npossible;		/* the last of them: found in the code, not counted */
	uint32_t *out, *out_at, *in, *in_at;	/* owned */

	/* Call sites of arc a: sites[site_at[a]] to sites[site_at[a + 1] - 1], as numbers of
	 * arc records in the samples of the caller's image; see profile_site(). */
	uint32_t *sites;		/* owned */
	uint32_t *site_at;		/* owned; NULL when there are no arcs */
	struct arc_record *possible;	/* owned; sites of possible calls: return addresses */

	struct spread *spread;		/* owned; of each function, over several files; or NULL:
					 * one file, or functions are lines */

	double total;			/* samples in all rows (gprof: as gprof counts) */
	uint64_t nsamples;		/* samples in the files */
	uint32_t rate;			/* samples per second; 0: time is in samples */
	const char *dimension;		/* "seconds" */
	char abbreviation;		/* 's' */
	double scale;			/* gprof: 2-byte units per bin, of all histograms */
	bool calls_lost;		/* exact rules: the table of calls was full, so that
					 * counts are lower bounds */
	bool has_histogram, has_arcs;

	const char **objects;		/* owned; -R: object files named in the map */
	size_t nobjects;

	struct selection selection;	/* what -e -E -f -F -n -N -k -p -q ... chose */

	struct note *notes;		/* owned; what loading found odd */
	size_t nnotes, notes_room;
	bool wrong_image;		/* the first of them says that an image is
					 * not the one that was run */
	uint32_t nskipped;		/* files that could not be used */
	bool damaged;			/* or a file was cut short: this is what could
					 * be read */
	struct err damage;		/* damaged: what was wrong ... */
	const char *damaged_file;	/* ... first, and with which */
	bool lines_truncated;			/* some debug info of the first image was left out: see
					 * lines.h */

	struct open_options options;	/* what it was made of, to look again; not to watch it */
	struct arena names;		/* owns names made here, and notes */
};

/* Read everything OPTIONS names, which must live as long as the profile.
 *
 * A profile that is cut short or damaged is still opened: P->damaged, P->damage.  False
 * when nothing can be shown at all; P needs no release then.
 */
bool open_profile(struct profile *p, const struct open_options *options, struct err *e);

void profile_release(struct profile *p);

/* What is wrong with the damaged profile P, and with which file; false. */
#define profile_damage(p, e) (profile_damage_(p, e), false)
void profile_damage_(const struct profile *p, struct err *e);

/* The function that covers ADDR of image IMAGE, or NOBODY. */
uint32_t profile_func_at(const struct profile *p, uint32_t image, uint64_t addr);

/* Is ARC only a possible call: in the code, but never counted? */
bool profile_is_possible(const struct profile *p, uint32_t arc);

/* Call site I of arc ARC, site_at[ARC] <= I < site_at[ARC + 1]. */
const struct arc_record *profile_site(const struct profile *p, uint32_t arc, size_t i);

/* How often function F was called, also by itself and from outside every function. */
uint64_t profile_calls(const struct profile *p, uint32_t f);

/* Remember that something is odd; TEXT and ADVICE are formatted by the caller into the
 * arena p->names, or constants. */
void profile_note(struct profile *p, uint32_t func, const char *text, const char *advice);

/* Build p->out, out_at, in and in_at from p->arcs: the last step of loading, and the
 * only one that a profile written by hand (in a test) needs besides its arrays. */
void profile_link(struct profile *p);

#endif
