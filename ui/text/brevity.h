/* brevity.h - printing a demangled name without some of its parts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BREVITY_H
#define BREVITY_H

#include <stdbool.h>
#include <stddef.h>

#include "text/nameparts.h"

/* How to print a name: .templates and .arguments shorten parts of the name, members no_... omit
 * parts.  .no_scope omits all scopes; .no_dots omits the "…" that stands for omitted scopes. */
struct brevity {
	bool templates, arguments;	/* print template arguments as <…>, parameters as (…) */
	bool no_type, no_arguments, no_scope_templates, no_own_templates, no_scope,
		no_tail, no_dots;
	size_t first;			/* number of leading scopes that are omitted */
	int class_width;		/* if >= 0: only the last scope is printed, cut to this
					 * number of cells; if < 0: no scope is cut */
};

/* Returns the name whose parts are P, shortened as BRIEF says; free() it.  ASCII says how many
 * cells each character needs; the result contains "…" in any case. */
char *brevity_print(const struct name_parts *p, const struct brevity *brief, bool ascii);

#endif
