/* names.h - demangled names of functions
 *
 * Demangling takes time, so a name is demangled when it is first shown, and kept.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAMES_H
#define NAMES_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/budget.h"
#include "base/err.h"
#include "base/sparsetexts.h"
#include "profile/profile.h"

enum demangling {
	DEMANGLE_NONE,
	DEMANGLE_AUTO,			/* Rust; if the name is not of Rust, C++ */
	DEMANGLE_GNU_V3,
	DEMANGLE_JAVA,
	DEMANGLE_GNAT,
	DEMANGLE_DLANG,
	DEMANGLE_RUST,
};

struct names {
	const struct profile *profile;	/* borrowed */
	enum demangling style;
	char leading;			/* if a symbol begins with this character, which is not NUL,
					 * the rest of it is shown */
	struct sparse_texts shown;	/* indexed by function: its name as shown, or NULL until it
					 * is needed */
	struct arena text;
	struct budget bytes;		/* limits the length of all demangled names together */
};

/* Prepares N to show the functions of P, which is borrowed.  No name is demangled yet. */
void names_open(struct names *n, const struct profile *p, enum demangling style);
void names_release(struct names *n);

/* Returns the name of function F as it is shown; valid until names_release(). */
const char *names_of(struct names *n, uint32_t f);

/* Does the same, but a name that was not needed before is not kept: it may be in TO, and is valid
 * as long as TO. */
const char *names_once(struct names *n, uint32_t f, struct arena *to);

/* Returns SYMBOL demangled, to be free()d.  NULL: SYMBOL is not mangled in STYLE, or cannot be
 * demangled. */
char *names_demangle(const char *symbol, enum demangling style);

/* Returns SYMBOL, a mangled name of C++, as perf shows it: demangled, without parameters and return
 * type; to be free()d.  NULL: SYMBOL is not mangled, or cannot be demangled. */
char *names_demangle_bare(const char *symbol);

#endif
