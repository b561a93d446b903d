/* clonename.h - endings that compilers append to the symbols of clones and parts of functions
 *
 * GNU gprof has another rule: it drops a symbol with a dot, unless a number follows the dot,
 * perhaps after ".clone" or ".constprop".  Listings must follow gprof's rule: see gprof_symbols.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CLONENAME_H
#define CLONENAME_H

#include <stdbool.h>

/* Returns the ending of SYMBOL, such as ".isra.0" of "foo.isra.0", or NULL.  A number alone, as in
 * "foo.0", is no ending, because different local functions may be called foo. */
const char *clonename_ending(const char *symbol);

/* Is SYMBOL the name NAME, followed by an ending, or by a dot and a number?  Then SYMBOL is a clone
 * or a part of NAME, or a local function with the name NAME. */
bool clonename_is_of(const char *symbol, const char *name);

/* Is SYMBOL the rarely executed part of a function, such as "foo.cold"? */
bool clonename_is_cold(const char *symbol);

#endif
