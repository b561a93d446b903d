/* samename.h - names of functions without what differs from build to build or from run to run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SAMENAME_H
#define SAMENAME_H

#include <stdbool.h>

#include "base/arena.h"

/* Returns NAME without the following, in TEXT, or NAME itself if it has nothing of this:
 *
 *	- the endings of clones and parts of functions: ".constprop.0", " [clone .cold]"
 *	- the numbers of functions without names: "$_0", "{lambda(int)#2}", "$$Lambda$14", ".func1"
 *	- addresses: "0x4711"
 *	- the stage of a JIT: "JS:*parse", "LazyCompile:~parse"
 *
 * NAME is a symbol, or a demangled name. */
const char *samename_of(struct arena *text, const char *name);

/* Returns samename_of() of the demangled name of SYMBOL, in TEXT; if SYMBOL is not mangled,
 * samename_of() of SYMBOL. */
const char *samename_demangled(struct arena *text, const char *symbol);

/* The same, without parameters and return type. */
const char *samename_bare(struct arena *text, const char *symbol);

/* Is SYMBOL the mangled name of a function without a name, so that only its demangled name shows
 * which of its numbers do not matter? */
bool samename_is_numbered(const char *symbol);

#endif
