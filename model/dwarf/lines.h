/* lines.h - source lines, inlined functions and recorded calls by address
 *
 * Debug information is opened at the first question, and the line table of a unit is decoded once,
 * at the first question about an address in it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINES_H
#define LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rules.h"
#include "elf/image.h"

struct lines;
struct line_units;

/* Returns the line tables of IM; never NULL.  An image without debug information has no lines.
 * IM must outlive the result. */
struct lines *lines_open(const struct image *im);
void lines_close(struct lines *l);

/* Does the image or its separate debug file have line tables? */
bool lines_exist(struct lines *l);

/* Like lines_exist(), but does not open debug information.  Until another call opens it, the
 * result is a guess from the sections of the image. */
bool lines_may_exist(const struct lines *l);

/* Why debug information that is there is not used, as the end of a sentence; NULL: it is used,
 * or there is none. */
const char *lines_refused(struct lines *l);

/* Was debug information skipped so far because too many parts of it refer to the same bytes? */
bool lines_truncated(const struct lines *l);

/* The file and line of the instruction at ADDR.  RULES_GPROF: as GNU gprof finds them.
 * *FILE is a path as the compiler recorded it, borrowed.  False: not known. */
bool lines_at(struct lines *l, enum rules rules, uint64_t addr,
	const char **file, unsigned *line);

/* The code of one row of a line table. */
struct line_span {
	uint64_t lo, hi;		/* addresses [lo, hi) */
	const char *file;		/* borrowed */
	unsigned line;
};

/* The span that covers ADDR, by RULES_EXACT.  False: no line is known for ADDR; S->hi is the next
 * address that may have one. */
bool lines_span(struct lines *l, uint64_t addr, struct line_span *s);

/* All units with their line tables, borrowed, for a caller that reads everything. */
struct line_units *lines_units(struct lines *l);

/* A call that the compiler recorded in the debug information. */
struct recorded_call {
	uint64_t end;			/* the return address */
	const char *callee;		/* name of the callee in the symbol table, borrowed;
					 * NULL: an indirect call */
};

/* The recorded call with the lowest return address that is not below ADDR, in the unit of the code
 * before ADDR.  False: there is none. */
bool lines_call(struct lines *l, uint64_t addr, struct recorded_call *call);

/* The name of the innermost function that was inlined at ADDR, borrowed, or NULL.  Each new ADDR
 * costs a walk through its whole unit. */
const char *lines_inlined(struct lines *l, uint64_t addr);

/* Calls FOUND with the address of each function that is called NAME in the source or in the symbol
 * table.  It walks through all units, until FOUND returns false. */
void lines_named(struct lines *l, const char *name, bool (*found)(void *with, uint64_t addr),
	void *with);

#endif
