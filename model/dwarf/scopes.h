/* scopes.h - recorded calls and inlined functions in a unit of debug information
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SCOPES_H
#define SCOPES_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct budget;
struct die_walk;

/* A call that the compiler recorded (clang, and gcc from -O1 on). */
struct call_site {
	uint64_t end;			/* the return address */
	Dwarf_Die callee;		/* .addr is NULL for an indirect call */
};

struct call_sites {
	struct call_site *v;		/* owned; sorted by .end */
	size_t n, room;
};

/* Read the calls of UNIT into SITES, which is all zero. */
void scopes_read_calls(struct call_sites *sites, Dwarf_Die *unit);

void scopes_release_calls(struct call_sites *sites);

/* The index of the first call of SITES that ends at END or later, or sites->n. */
size_t scopes_find_call(const struct call_sites *sites, uint64_t end);

/* The name of the function DIE as in the symbol table, borrowed, or NULL. */
const char *scopes_symbol(Dwarf_Die *die);

/* The name in the source of the innermost function that is inlined at ADDR, borrowed; NULL: no
 * function is.  RANGES: see dwarflimits_next_range(). */
const char *scopes_inlined(Dwarf_Die *unit, uint64_t addr, struct budget *ranges);

/* Go on with the walk W through a unit to the next function with code that is called NAME in the
 * source or in the symbol table.  *ADDR becomes the first address of its code.  False: there are no
 * more. */
bool scopes_next_named(struct die_walk *w, const char *name, uint64_t *addr,
	struct budget *ranges);

#endif
