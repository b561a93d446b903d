/* symbols.h - from the symbols of an image to the functions of a profile
 *
 * Two sets of rules: what the image says, and what GNU gprof makes of it.
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
	bool in_gprof;			/* gprof takes it, too */
	bool excluded;			/* -a, -D: its code belongs to the function before it */
	uint8_t rank;			/* among those at one address: least is chosen */
};

struct symbols {
	struct symbol *v;		/* owned; in the order of the file */
	size_t n, room;
};

/* The functions of one image: what symbols become. */
struct functions {
	struct func *v;			/* owned; by address */
	uint32_t n;
	struct spans spans;		/* owned */
	const char **objects;		/* owned; -R: object files, in the order of the map */
	size_t nobjects;
	uint64_t *found;		/* owned; gprof: where the symbols
					 * are that it took, in ... */
	size_t nfound;			/* ... the order of the file; not those of -S */
};

/* GNU gprof's rules for local names.  They read on into the next string of the table after
 * a number that ends a name, so a verdict is remembered by place. */
struct name_filter {
	const char *strings;
	size_t size;
	uint8_t *verdicts;		/* owned; by place in the strings; NULL until needed */
};

/* What GNU gprof does with a symbol. */
enum gprof_verdict {
	GPROF_REJECTS,
	GPROF_GLOBAL,
	GPROF_STATIC,
};

/* Does the symbol NEW take the place of OLD at the same address? */
bool gprof_symbols_prefers(const struct func *new, const struct func *old);

/* Make FS->spans of FS->v. */
void gprof_symbols_spans(struct functions *fs);

struct elf_symbol;

/* A verdict on SYMBOL by itself; FILTER keeps those on its name. */
enum gprof_verdict gprof_symbols_judge(struct name_filter *filter, const struct elf_symbol *symbol,
	const struct open_options *options);

void gprof_symbols_release_filter(struct name_filter *filter);

/* Collect the functions of IM.  Names made here go into NAMES; *DYNAMIC becomes true when
 * only .dynsym was there. */
bool symbols_gprof(const struct image *im, const struct open_options *options,
	struct arena *names, struct functions *functions, struct err *e);
bool symbols_exact(struct image *im, const struct open_options *options,
	struct arena *names, struct functions *functions, bool *dynamic, struct err *e);

/* Read the symbols of -S FILE ("address letter name" lines) into S.  STOP: as for file_read(). */
bool symbols_from_file(struct symbols *s, const char *path, struct arena *names, struct stop *stop,
	struct err *e);

/* The object map of -R: which object file each function is in. */
struct object_map {
	struct mapping {
		const char *object, *function;
		bool is_first;		/* of its object in the file */
	} *v;				/* owned; by function name */
	size_t n, room;
};

/* Read the map PATH into M; its names go into NAMES.  STOP: as for file_read().  On false there is
 * nothing in M to release. */
bool symbols_map_read(struct object_map *m, const char *path, struct arena *names,
	struct stop *stop, struct err *e);

/* The entry of FUNCTION, or NULL. */
const struct mapping *symbols_map_find(const struct object_map *m, const char *function);

void symbols_map_release(struct object_map *m);

#endif
