/* lines.h - source lines, inlined functions and recorded calls by address
 *
 * Debug information is opened when a function first needs it.  The line table of a unit is decoded
 * only once, when it is first needed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINES_H
#define LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rules.h"
#include "elf/image.h"

struct inlined_code;
struct lines;
struct line_units;

/* Returns a struct that finds the lines of IM, to be closed; never NULL.  An image without debug
 * information has no lines.  IM must outlive the result. */
struct lines *lines_open(const struct image *im);
void lines_close(struct lines *l);

/* Does the image or its separate debug file have line tables? */
bool lines_exist(struct lines *l);

/* As lines_exist(), but does not open debug information.  Before another call opens it, the result
 * is a guess from the sections of the image. */
bool lines_may_exist(const struct lines *l);

/* Returns why debug information exists but is not used, as the end of a sentence.  Returns NULL if
 * debug information is used, or does not exist. */
const char *lines_refused(struct lines *l);

/* Was debug information skipped so far because too many parts of it refer to the same bytes? */
bool lines_truncated(const struct lines *l);

/* Finds the file and line of the instruction at ADDR; with RULES_GPROF, as GNU gprof finds them.
 * *FILE becomes the path as the compiler recorded it, borrowed.  Returns false if file or line is
 * not known. */
bool lines_at(struct lines *l, enum rules rules, uint64_t addr,
	const char **file, unsigned *line);

/* Finds the file and line at ADDR, for which call number N of lines_at() by RULES_GPROF, from 1,
 * has found none: as lineunits_find_late(). */
bool lines_late(struct lines *l, uint64_t addr, uint32_t n, const char **file, unsigned *line);

/* Finds the file and line of the function that begins at ADDR, by RULES_EXACT.  If its first
 * instruction is inlined code, this is the declaration of the function or, where only a part of a
 * function begins, the line of the call that was inlined.  Otherwise, as lines_at(). */
bool lines_func_at(struct lines *l, uint64_t addr, const char **file, unsigned *line);

/* The code of one row of a line table, and its file and line. */
struct line_span {
	uint64_t lo, hi;		/* addresses [lo, hi) */
	const char *file;		/* borrowed */
	unsigned line;
};

/* Finds the span that contains ADDR, by RULES_EXACT.  Returns false if no line is known for ADDR;
 * then S->hi is the next address that may have a line. */
bool lines_span(struct lines *l, uint64_t addr, struct line_span *s);

/* Returns all units with their line tables, borrowed, for a caller that reads everything. */
struct line_units *lines_units(struct lines *l);

/* A call that the compiler recorded in the debug information. */
struct recorded_call {
	uint64_t end;			/* the return address */
	const char *callee;		/* borrowed; name of the callee in the symbol table; NULL:
					 * not known, as in an indirect call */
};

/* Finds the first recorded call whose return address is ADDR or above.  Searches only the unit that
 * has the code directly before ADDR.  Returns false if there is no such call. */
bool lines_call(struct lines *l, uint64_t addr, struct recorded_call *call);

/* Returns the name of the innermost function that was inlined at ADDR, borrowed, or NULL if no
 * function was inlined there.  For each new ADDR, a whole unit is searched. */
const char *lines_inlined(struct lines *l, uint64_t addr);

/* Returns the inlined code of the unit that has the code at ADDR, borrowed, or NULL if no unit has
 * code there.  The addresses in the result are addresses of the image. */
const struct inlined_code *lines_inlined_code(struct lines *l, uint64_t addr);

/* Calls FOUND with WITH and the address of each function that is called NAME in the source or in
 * the symbol table.  Searches all units, until FOUND returns false. */
void lines_named(struct lines *l, const char *name, bool (*found)(void *with, uint64_t addr),
	void *with);

#endif
