/* scopes.h - what debug info knows inside functions: calls, and what was inlined
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SCOPES_H
#define SCOPES_H

#include <elfutils/libdw.h>
#include <stddef.h>
#include <stdint.h>

struct budget;

/* A call that the compiler has recorded (gcc from -O1 on, clang). */
struct call_site {
	uint64_t end;			/* the address it returns to */
	Dwarf_Die callee;		/* its function; .addr NULL: an indirect call */
};

struct call_sites {
	struct call_site *v;		/* owned; by end */
	size_t n, room;
};

/* Read the calls of UNIT; none when they are not recorded. */
void scopes_read_calls(struct call_sites *sites, Dwarf_Die *unit);

void scopes_release_calls(struct call_sites *sites);

/* The number of the first call of SITES that ends at END or later. */
size_t scopes_find_call(const struct call_sites *sites, uint64_t end);

/* The name of the function DIE as in the symbol table, borrowed, or NULL. */
const char *scopes_symbol(Dwarf_Die *die);

/* The innermost function that was inlined where ADDR is now, by its name in the source,
 * borrowed, or NULL: none was.  RANGES: see dwarflimits_next_range(). */
const char *scopes_inlined(Dwarf_Die *unit, uint64_t addr, struct budget *ranges);

#endif
