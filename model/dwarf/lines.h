/* lines.h - from addresses to source lines, through libdw
 *
 * Nothing is read before somebody asks; the line table of a unit is decoded once, when
 * an address of it is asked for.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINES_H
#define LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "elf/image.h"
#include "base/rules.h"

struct lines;
struct line_rows;
struct line_row;
struct dwarf_funcs;

/* Never NULL: an image without debug info just knows no lines. */
struct lines *lines_open(const struct image *im);
void lines_close(struct lines *l);

/* Does the image (or its separate debug file) have line numbers at all? */
bool lines_exist(struct lines *l);

/* Why the debug info that there is is not used, as the end of a sentence; NULL: it is used, or
 * there is none. */
const char *lines_refused(struct lines *l);

/* Was something of it left out so far, because many parts of it refer to the same bytes? */
bool lines_truncated(const struct lines *l);

/* Are there line numbers, as far as it is known without opening debug info? */
bool lines_may_exist(const struct lines *l);

/* The file and line of the instruction at ADDR.  RULES_GPROF: what GNU gprof would say.
 * *FILE is a path as the compiler recorded it, borrowed.  False: not known. */
bool lines_at(struct lines *l, enum rules rules, uint64_t addr,
	const char **file, unsigned *line);

/* The row of the line table that covers ADDR, as it really is. */
struct line_span {
	uint64_t lo, hi;		/* addresses [lo, hi) */
	const char *file;		/* borrowed */
	unsigned line;
};

/* False: no line is known for ADDR; S->hi is the next address that may have one. */
bool lines_span(struct lines *l, uint64_t addr, struct line_span *s);

/* For whoever wants all of it, by the numbers of units that have line numbers: how many there
 * are. */
size_t lines_units(struct lines *l);

/* The rows of unit I; none if an earlier one has the same table. */
const struct line_rows *lines_rows(struct lines *l, size_t i, enum rules rules);

/* What is to be added to the addresses in rows. */
uint64_t lines_bias(const struct lines *l);

/* The path of the file that ROW of unit I is of, as lines_at() has it; NULL: not known. */
const char *lines_path(struct lines *l, size_t i, enum rules rules, const struct line_row *row);

/* Bytes of all the texts, such as names of functions. */
size_t lines_texts_size(const struct lines *l);

/* Add the functions of unit I, with addresses of the image, to FS. */
void lines_funcs(struct lines *l, size_t i, struct dwarf_funcs *fs);

/* A call that the compiler recorded. */
struct recorded_call {
	uint64_t end;			/* the address it returns to */
	const char *callee;		/* as in the symbol table, borrowed;
					 * NULL: an indirect one */
};

/* The first recorded call in the unit of ADDR that returns to ADDR or behind it.  False:
 * there is none. */
bool lines_call(struct lines *l, uint64_t addr, struct recorded_call *call);

/* The name of the innermost function that was inlined where ADDR is now, borrowed, or
 * NULL.  It is looked for in the whole unit: ask for few addresses. */
const char *lines_inlined(struct lines *l, uint64_t addr);

#endif
