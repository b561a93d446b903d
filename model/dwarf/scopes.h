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

/* A call that the compiler recorded.  gcc and clang record calls if they optimize. */
struct call_site {
	uint64_t end;			/* the return address */
	Dwarf_Die callee;		/* entry of the callee; .addr is NULL if the call is
					 * indirect */
};

struct call_sites {
	struct call_site *v;		/* owned; sorted by .end */
	size_t n, room;
};

/* Reads the calls of UNIT into SITES, which must be all zero before. */
void scopes_read_calls(struct call_sites *sites, Dwarf_Die *unit);

void scopes_release_calls(struct call_sites *sites);

/* Returns the index of the first call of SITES whose return address is END or above, or SITES->n if
 * there is none.  END is an address of the debug information. */
size_t scopes_find_call(const struct call_sites *sites, uint64_t end);

/* Returns the linkage name of the function DIE or, if it has none, its name in the source;
 * borrowed.  Returns NULL if DIE has no name. */
const char *scopes_symbol(Dwarf_Die *die);

/* Returns the name, as in the source, of the innermost function that is inlined at ADDR, borrowed,
 * or NULL if no function is inlined there.  ADDR is an address of the debug information.  RANGES is
 * the budget for dwarflimits_next_range(). */
const char *scopes_inlined(Dwarf_Die *unit, uint64_t addr, struct budget *ranges);

/* Moves the walk W through a unit to the next function that has code and is called NAME, in the
 * source or in the symbol table.  *ADDR becomes the first address of its code.  Returns false if
 * there is no such function.  RANGES is the budget for dwarflimits_next_range(). */
bool scopes_next_named(struct die_walk *w, const char *name, uint64_t *addr,
	struct budget *ranges);

#endif
