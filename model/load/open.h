/* open.h - read images and profile files into one profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OPEN_H
#define OPEN_H

#include "profile/profile.h"
#include "samples/format.h"

/* A library that the program used, and a profile of the library. */
struct library {
	const char *image, *file;	/* paths */
};

/* Which files to read, and by which rules. */
struct open_options {
	const char *image;		/* path of the program */
	const char *const *files;	/* paths of profiles of the program, which are summed */
	size_t nfiles;
	const struct library *libraries;	/* exact rules only; an image may be in several
						 * elements */
	size_t nlibraries;
	struct format_options format;	/* facts that the user knows better than the files */
	bool any_rate;			/* files may differ in their sampling rates; the rate of
					 * the first file is used for all */
	bool sum_up;			/* sum records of the same addresses */
	bool spread;			/* find how samples are spread over the files */
	struct stop *stop;		/* receives progress, and tells of interruption; or NULL */
	enum rules rules;
	bool no_static;			/* -a: drop local symbols */
	bool functions_only;		/* -D: drop symbols that are not functions */
	bool static_calls;		/* -c: add calls found in the code */
	bool possible_calls;		/* exact rules: add calls found in the code if no call
					 * was counted */
	bool lines;			/* -l: each line is a row */
	bool places;			/* find where functions begin; implied by .lines */
	const char *symbol_file;	/* -S: symbols from this file, or NULL */
	const char *map_file;		/* -R: rows are object files, or NULL */
	const struct symspec *specs;	/* in the order of the command line */
	size_t nspecs;
};

/* Read all files that OPTIONS names into P.  The strings and arrays of OPTIONS must live as long as
 * P; the struct need not.  A profile that is cut short or damaged is still opened: see P->damaged.
 * Returns false if nothing can be shown; P needs no release then. */
bool open_profile(struct profile *p, const struct open_options *options, struct err *e);

/* Did the profiler that wrote one of the files of S lose calls, as its table of calls was full? */
bool open_has_lost_calls(const struct samples *s);

/* The steps of open_profile(). */

/* Open each image in OPTIONS once, and make its symbols functions of P. */
bool open_images(struct profile *p, const struct open_options *options, struct err *e);

/* Make the symbols of image number IM, which is open, functions of P. */
bool open_functions(struct profile *p, uint32_t im, const struct open_options *options,
	struct err *e);

/* Read the profiles of each image and sum them.  Files that cannot be used are noted; returns
 * false if no file of the program can be used. */
bool open_files(struct profile *p, const struct open_options *options, struct err *e);

/* Set the rate of P, whose functions and files are read, and attribute the samples. */
void open_samples(struct profile *p);

#endif
