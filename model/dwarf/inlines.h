/* inlines.h - the inlined code of a unit of debug information, by address
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef INLINES_H
#define INLINES_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct budget;

enum { INLINES_DEPTH = 256 };		/* a function that is inlined at a greater depth is treated
					 * as a part of the function into which it is inlined */

/* A place where a function is inlined. */
struct inline_scope {
	const char *symbol;		/* borrowed; the name of the function in the symbol table */
	const char *file;		/* borrowed; the file that declares the function, or NULL */
	unsigned file_number;		/* number of .file in the line table of the unit; 0: not
					 * known */
	unsigned call_line;		/* the line of the call; 0: not known */
	const char *call_file;		/* borrowed; the file of .call_line, or NULL */
	unsigned call_file_number;	/* number of .call_file, as .file_number */
	uint32_t up;			/* index of the scope into which the function is inlined;
					 * NOBODY: the code around it is not inlined */
	void *host;			/* borrowed; address of the entry of the function whose code
					 * it is, as in Dwarf_Die; NULL: there is none */
};

/* Code whose innermost inlined function is .scope.  It ends where the next span begins. */
struct inline_span {
	uint64_t lo;
	uint32_t scope;			/* index in .scopes of inlined_code; NOBODY: no function is
					 * inlined */
};

struct inlined_code {
	struct inline_scope *scopes;	/* owned; a scope comes after the scope that it is in */
	size_t nscopes, scopes_room;
	struct inline_span *spans;	/* owned; sorted by address */
	size_t nspans, spans_room;
};

/* Reads the inlined functions of UNIT into C, which must be all zero before.  .file and .call_file
 * of the scopes stay NULL.  Adds BIAS to addresses.  RANGES is the budget for
 * dwarflimits_next_range().  Names that the debug information does not have are stored in NAMES. */
void inlines_read(struct inlined_code *c, Dwarf_Die *unit, uint64_t bias, struct budget *ranges,
	struct arena *names);

void inlines_release(struct inlined_code *c);

/* Returns the index of the span of C that contains ADDR; 0 if ADDR is before the first span, or C
 * has no spans. */
size_t inlines_find(const struct inlined_code *c, uint64_t addr);

/* Returns the innermost scope of C that contains ADDR, or NULL. */
const struct inline_scope *inlines_at(const struct inlined_code *c, uint64_t addr);

/* Finds where HOST, the entry of a function in UNIT, declares the function, if the code of the
 * function begins at ADDR.  *FILE becomes a number in the line table of UNIT.  False: the function
 * begins elsewhere, as if only a part of its code is at ADDR, or its declaration is not known. */
bool inlines_declared(Dwarf_Die *unit, void *host, uint64_t addr, unsigned *file, unsigned *line);

#endif
