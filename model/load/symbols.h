/* symbols.h - make functions of a profile from the symbols of an image
 *
 * By exact rules sizes of symbols count, and code without a symbol has rows of its own; by GNU
 * gprof's rules each function ends where the next function begins.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "elf/image.h"
#include "load/open.h"
#include "profile/profile.h"
#include "profile/spans.h"

/* A symbol that may become a function. */
struct symbol {
	const char *name;
	uint64_t addr, size;		/* size 0: not known */
	bool is_func, is_static, is_mapped;
	bool in_gprof;			/* gprof, too, turns the symbol into a function */
	bool excluded;			/* -a, -D: the code belongs to the function before it */
	uint8_t rank;			/* the symbol with the lowest rank names its address */
};

struct symbols {
	struct symbol *v;		/* owned; in the order of the file */
	size_t n, room;
};

/* The functions of one image. */
struct functions {
	struct func *v;			/* owned; sorted by address */
	uint32_t n;
	struct spans spans;		/* owned */
	const char **objects;		/* owned; -R: object files, in the order of the map */
	size_t nobjects;
	uint64_t *found;		/* owned; by gprof's rules: addresses of all symbols that
					 * become functions, in the order of the symbol table;
					 * not set with -S */
	size_t nfound;
};

/* Tells which local names GNU gprof accepts as functions.  After a name that ends in a number
 * gprof reads on into the next string of the table, so a verdict belongs to a position in the
 * strings. */
struct name_filter {
	const char *strings;
	size_t size;
	uint8_t *verdicts;		/* owned; indexed by position in strings; or NULL */
};

enum gprof_verdict {
	GPROF_REJECTS,
	GPROF_GLOBAL,
	GPROF_STATIC,
};

/* Does gprof prefer the symbol NEW to OLD at the same address? */
bool gprof_symbols_prefers(const struct func *new, const struct func *old);

/* Build FS->spans from FS->v: a function ends at its .hi, or where the next function begins. */
void gprof_symbols_spans(struct functions *fs);

struct elf_symbol;

/* Does gprof turn SYMBOL into a function?  FILTER keeps the verdicts on names for later calls. */
enum gprof_verdict gprof_symbols_judge(struct name_filter *filter, const struct elf_symbol *symbol,
	const struct open_options *options);

void gprof_symbols_release_filter(struct name_filter *filter);

/* Collect the functions of IM.  Names made here go into NAMES.  *DYNAMIC becomes true if symbols
 * are only in .dynsym. */
bool symbols_gprof(const struct image *im, const struct open_options *options,
	struct arena *names, struct functions *functions, struct err *e);
bool symbols_exact(struct image *im, const struct open_options *options,
	struct arena *names, struct functions *functions, bool *dynamic, struct err *e);

/* Make FS of ALL, the symbols of IM: functions with sizes, and rows for code without a symbol. */
void symbols_layout(struct functions *fs, const struct symbols *all, const struct image *im,
	struct arena *names);

/* Read the symbols of -S FILE (lines "address letter name", as nm prints) into S.  STOP is as for
 * file_read(). */
bool symbols_from_file(struct symbols *s, const char *path, struct arena *names, struct stop *stop,
	struct err *e);

/* The object map of -R: the object file of each function. */
struct object_map {
	struct mapping {
		const char *object, *function;
		bool is_first;		/* the map lists .function first for .object */
	} *v;				/* owned; sorted by function */
	size_t n, room;
};

/* Read the map PATH into M; its names go into NAMES.  STOP is as for file_read().  If this returns
 * false, M needs no release. */
bool symbols_map_read(struct object_map *m, const char *path, struct arena *names,
	struct stop *stop, struct err *e);

/* The entry of FUNCTION, or NULL. */
const struct mapping *symbols_map_find(const struct object_map *m, const char *function);

void symbols_map_release(struct object_map *m);

#endif
