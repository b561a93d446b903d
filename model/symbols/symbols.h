/* symbols.h - make functions of a profile from the symbols of an image
 *
 * By exact rules, a function has the size of its symbol, and code without a symbol has rows of its
 * own.  By GNU gprof's rules, each function ends where the next function begins.
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
#include "profile/open_options.h"
#include "profile/profile.h"
#include "profile/spans.h"

/* A symbol that may become a function. */
struct symbol {
	const char *name;
	uint64_t addr, size;		/* size 0: not known */
	bool is_func, is_static, is_mapped;	/* .is_mapped: .name is an object file of -R */
	bool in_gprof;			/* GNU gprof also makes the symbol a function */
	bool excluded;			/* -a or -D excludes the symbol; the function before gets
					 * its code */
	uint8_t rank;			/* only by exact rules; of the symbols at one address, the
					 * one with the lowest rank names the function */
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
	const char **objects;		/* owned; object files of -R; their order has no meaning */
	size_t nobjects;
	uint64_t *found;		/* owned; addresses of all symbols of functions, in the
					 * order of the symbol table; only by gprof's rules, without
					 * -S */
	size_t nfound;
};

/* Decides which local names GNU gprof accepts for functions.  After a name that ends in a number,
 * gprof reads on into the next name of the string table.  So the verdict on a name depends on its
 * position in the string table. */
struct name_filter {
	const char *strings;
	size_t size;
	uint8_t *verdicts;		/* owned; indexed by position in .strings; NULL: no verdicts
					 * yet */
	bool is_pe;			/* as in struct image */
	char leading;
};

enum gprof_verdict {
	GPROF_REJECTS,
	GPROF_GLOBAL,
	GPROF_STATIC,
};

/* If the symbols NEW and OLD are at the same address, does gprof use NEW and drop OLD? */
bool gprof_symbols_prefers(const struct func *new, const struct func *old);

/* Builds FS->spans from FS->v.  A function ends at its .hi or where the next function begins,
 * whichever comes first. */
void gprof_symbols_spans(struct functions *fs);

struct elf_symbol;
struct elf_symtab;

/* Opens FILTER for the symbols in TABLE of IM. */
void gprof_symbols_open_filter(struct name_filter *filter, const struct image *im,
	const struct elf_symtab *table);

/* Returns whether gprof makes SYMBOL a function, and whether this is a global or a static function.
 * FILTER stores verdicts on names for later calls. */
enum gprof_verdict gprof_symbols_judge(struct name_filter *filter, const struct elf_symbol *symbol,
	const struct open_options *options);

void gprof_symbols_release_filter(struct name_filter *filter);

/* Returns false, and sets E to the fault that IM has no symbols, and where they may be. */
bool symbols_none(const struct image *im, struct err *e);

/* Both functions make the functions of IM from its symbols or from the file of -S: one by GNU
 * gprof's rules, the other by exact rules.  Names that are not in IM are stored in NAMES.
 * symbols_exact() sets *DYNAMIC to whether only .dynsym has symbols.  Returns false if there are no
 * functions, as E says; then nothing is to be released. */
bool symbols_gprof(const struct image *im, const struct open_options *options,
	struct arena *names, struct functions *functions, struct err *e);
bool symbols_exact(struct image *im, const struct open_options *options,
	struct arena *names, struct functions *functions, bool *dynamic, struct err *e);

/* Returns the table of IM or of its debug file that has all symbols, or NULL. */
const struct elf_symtab *symbols_table(struct image *im);

/* May S be a function or a label in code?  Does not read the name. */
bool symbols_may_take(const struct elf_symbol *s);

/* Sets *TO to the symbol S of IM, except .in_gprof.  False: S is no function or label in code. */
bool symbols_take(struct symbol *to, const struct image *im, const struct elf_symbol *s,
	const struct open_options *options);

/* Makes the functions FS from ALL, the symbols of IM, and their sizes.  Code without a symbol
 * becomes rows of its own, unless it only aligns the next function.  Only functions in [FROM, TO)
 * are made, which ends at the last address if TO is UINT64_MAX. */
void symbols_layout(struct functions *fs, const struct symbols *all, const struct image *im,
	struct arena *names, uint64_t from, uint64_t to);

/* Adds the symbols in the file PATH of -S to S.  A line has the form "address letter name", as nm
 * prints it; lines with another letter than T or t are ignored.  Returns false if PATH cannot be
 * read or S has no symbols; E says which.  STOP is as for file_read(). */
bool symbols_from_file(struct symbols *s, const char *path, struct arena *names, struct stop *stop,
	struct err *e);

/* The map of -R: which object file each function belongs to. */
struct object_map {
	struct mapping {
		const char *object, *function;
		bool is_first;		/* the function is the first one that the map lists for
					 * .object */
	} *v;				/* owned; sorted by function */
	size_t n, room;
};

/* Reads the map PATH into M.  Its names are stored in NAMES.  STOP is as for file_read().  If this
 * returns false, M needs no release. */
bool symbols_map_read(struct object_map *m, const char *path, struct arena *names,
	struct stop *stop, struct err *e);

/* Returns an element of M for FUNCTION, or NULL. */
const struct mapping *symbols_map_find(const struct object_map *m, const char *function);

void symbols_map_release(struct object_map *m);

#endif
