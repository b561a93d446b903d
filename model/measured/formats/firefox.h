/* firefox.h - the parts of the reader of profiles of the Firefox Profiler
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FIREFOX_H
#define FIREFOX_H

#include "measured/codes.h"
#include "measured/formats/jsontree.h"
#include "measured/formats/namedstacks.h"
#include "measured/formats/perf_object.h"

/* A column of numbers.  Missing numbers are -1. */
struct firefox_column {
	double *v;			/* owned */
	uint32_t n;
};

enum { FIREFOX_NTABLES = 7 };

/* A profile: that of one process, or all of a file. */
struct firefox {
	struct measured *m;
	struct namedstacks stacks;
	const struct codes *codes;	/* or NULL */
	const struct jsontree *t;
	const struct jsontree_value *meta, *libs;
	const struct jsontree_value *shared[FIREFOX_NTABLES];	/* tables that all threads share,
								 * or NULL */
	double of_cpu;			/* nanoseconds in the unit of CPU times; 0: no times */
	double interval;		/* nanoseconds between two samples; 0: not known */
	uint32_t *kinds, nkinds;	/* owned; flags of the frames of each category */
	uint32_t *unnamed, nunnamed;	/* owned; indexed by the object's number in M->texts: that
					 * of the name of its code without one, or NOBODY */
	size_t unnamed_room;
	uint32_t nthreads;		/* number of threads that have samples, so far */
	uint64_t nraw;			/* frames that have only an address */
	uint64_t nbad;			/* stacks that cannot be used */
	bool is_full;
};

/* Parts of a string. */
enum firefox_part {
	FIREFOX_WHOLE,
	FIREFOX_FUNCTION, FIREFOX_OBJECT,	/* of "FUNCTION (in OBJECT)" */
	FIREFOX_FILE,			/* all of it: a path or URL */
	FIREFOX_PARTS
};

/* A string.  It is read once, as it may be long, and the name of many frames. */
struct firefox_string {
	struct jsontree_text text;
	bool is_read;			/* are the members below known? */
	bool is_address[FIREFOX_PARTS];	/* is the part an address, such as "0x1f40"? */
	uint32_t function, object;	/* bytes of these parts; 0: it has not this form */
	uint32_t numbers[FIREFOX_PARTS];	/* of the parts in M->texts, or NOBODY: not known */
	double address;			/* that it stands for, if it is one */
};

/* The tables from which the stacks of a thread are made.  What is made from the tables that all
 * threads share is made once, and borrowed from .shared.  Pointers are NULL before it is made. */
struct firefox_tables {
	struct firefox_tables *shared;	/* the tables that all threads share, or NULL: it is they */
	const struct jsontree_value *own;	/* the thread: tables are looked up in it, then in
						 * firefox.shared; or NULL */
	struct firefox_libs *libs;
	struct firefox_columns *columns;
	struct firefox_frames *frames;
	struct firefox_string *strings;	/* one more, which is empty, is behind them */
	uint32_t nstrings;
	uint32_t *paths, npaths;	/* owned; path of each stack, or NOBODY */
};

/* Sets P->shared to the tables in the object V, which may be NULL. */
void firefox_share_tables(struct firefox *p, const struct jsontree_value *v);

/* Returns the column NAME of TABLE, to be released by free(column.v): an array of its own or, in
 * older profiles, an element of each row. */
struct firefox_column firefox_column(const struct firefox *p, const struct jsontree_value *table,
	const char *name);

/* Returns element I of C, or -1. */
double firefox_element(const struct firefox_column *c, double i);

/* Sets TABLES->paths: makes the paths of all stacks of TABLES. */
void firefox_make_paths(struct firefox *p, struct firefox_tables *tables);

/* Releases what TABLES has made. */
void firefox_tables_release(struct firefox_tables *tables);

/* firefox_libs.c */

/* Where a library was in memory. */
struct firefox_place {
	double start, end;
	uint32_t lib;			/* index in firefox_libs.v */
};

/* A library.  Its path is read once, as it may be long. */
struct firefox_lib {
	const struct jsontree_value *value;
	uint32_t object;		/* number of its path in M->texts, or NOBODY */
	uint32_t image;			/* its number in firefox.codes, or NOBODY */
	bool has_object, has_image;	/* are these known? */
};

/* The libraries of a thread, or those of all threads. */
struct firefox_libs {
	struct firefox_lib *v;		/* owned */
	uint32_t n;
	struct firefox_place *places;	/* owned; sorted by address; those that overlap others are
					 * omitted */
	size_t nplaces;
};

/* Reads the libraries of the array V. */
void firefox_libs_open(const struct firefox *p, struct firefox_libs *libs,
	const struct jsontree_value *v);
void firefox_libs_release(struct firefox_libs *libs);

/* Returns library LIB, or NULL. */
struct firefox_lib *firefox_lib(const struct firefox_libs *libs, double lib);

/* Returns the library that has the code at ADDRESS of the memory, or NULL.  *DISTANCE
 * becomes how far the code is behind the beginning of the library. */
struct firefox_lib *firefox_lib_at(const struct firefox_libs *libs, double address,
	double *distance);

/* Sets TABLES->strings to those of the array V, which may be NULL. */
void firefox_strings_open(const struct firefox *p, struct firefox_tables *tables,
	const struct jsontree_value *v);

/* Returns string I of TABLES, or an empty one. */
struct firefox_string *firefox_string(const struct firefox_tables *tables, double i);

/* Returns PART of S, and its number in M->texts. */
struct perf_text firefox_part(const struct firefox_string *s, enum firefox_part part);
uint32_t firefox_number(struct firefox *p, struct firefox_string *s, enum firefox_part part);

#endif
