/* open_options.h - which files a profile is made from, and by which rules
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OPEN_OPTIONS_H
#define OPEN_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/rules.h"
#include "base/stop.h"
#include "measured/reader.h"
#include "profile/select.h"
#include "samples/format.h"

/* A library that the program used, and a profile of the library. */
struct library {
	const char *image, *file;	/* .image: path of the library; .file: path of its
					 * profile */
};

/* The moment from which on calls and samples of a recording are included.  SINCE_RESET: its last
 * reset or, if it was never reset, its start.  SINCE_DEFAULT means SINCE_RESET. */
enum open_since { SINCE_DEFAULT, SINCE_RESET, SINCE_START };

/* Where the files of programs and libraries are looked for, besides their own paths. */
struct image_places {
	const char *symfs;		/* directory with copies of the files of the machine that
					 * was recorded; or NULL */
	const char *home;		/* home directory of the user, or NULL */
	const char *cache;		/* directory in which the client of debuginfod keeps files;
					 * or NULL */
	bool has_servers;		/* servers of debuginfod are asked for what is missing */
};

/* Which files to read, and by which rules. */
struct open_options {
	const char *image;		/* path of the program */
	const char *const *files;	/* paths of profiles of the program, which are summed */
	size_t nfiles;
	bool has_files;			/* the user named .files; false: they are the default
					 * files */
	const char *event;		/* measured profiles: name of the event to show; NULL: show
					 * measured.event */
	const char *measured_format;	/* measured profiles: name of the format that the user gave;
					 * NULL: recognize the format */
	const char *part;		/* measured profiles: name of the only part to show; NULL:
					 * show all */
	const char *only_pid;		/* recordings: number of the only process that is included,
					 * as text; NULL: include all processes */
	const char *only_thread;	/* recordings: name or number of the only threads that are
					 * included; NULL: include all threads */
	const char *only_image;		/* recordings: path or name of the only program or library
					 * that is included, with the time in its own code and the
					 * calls of its functions; NULL: include all */
	enum open_since since;		/* recordings: the moment from which on calls and samples
					 * are included */
	const char *only_comm;		/* perf.data: name of the only threads that are included;
					 * NULL: include all threads */
	const char *only_cpus;		/* see measured_options.cpus */
	enum measured_division division;
	bool has_between;		/* see struct measured_options */
	uint64_t from, to;
	struct image_places where;	/* perf.data: where images are */
	const char *counts;		/* see struct measured_options */
	bool folds_kernel;		/* as profile.folds_kernel */
	bool inlined;			/* inlined functions are functions of their own; only for
					 * measured profiles: see loaded_read() for others */
	const struct library *libraries;	/* libraries with profiles, if exact rules apply;
						 * a library has an element for each profile */
	size_t nlibraries;
	struct format_options format;	/* facts that the user gave; they override what the files
					 * say */
	bool any_rate;			/* accept files with different sampling rates, except files
					 * of BSD, and use the rate of the first file for all */
	bool sum_up;			/* add up records with equal addresses */
	bool spread;			/* set profile.spread */
	struct stop *stop;		/* shows progress, and lets the user stop; or NULL */
	enum rules rules;
	bool no_static;			/* -a: drop local symbols; the function before gets their
					 * code */
	bool functions_only;		/* -D: drop local symbols that are not functions */
	bool static_calls;		/* -c: add possible calls, which are found in the code; by
					 * gprof's rules, only if the profile has counted calls */
	bool possible_calls;		/* by exact rules: add possible calls if the profile has no
					 * counted calls */
	bool lines;			/* -l: each line is a row */
	bool places;			/* set profile.places: where functions begin in the
					 * source */
	const char *symbol_file;	/* -S: path of a file with symbols; or NULL */
	const char *map_file;		/* -R: path of a map from functions to object files, which
					 * become rows; or NULL */
	const struct symspec *specs;	/* names of functions, files or lines, in the order of the
					 * command line */
	size_t nspecs;
};

#endif
