/* brevity.h - printing a demangled name without some of its parts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BREVITY_H
#define BREVITY_H

#include <stdbool.h>
#include <stddef.h>

#include "text/nameparts.h"

/* How to print a name.  .templates and .arguments shorten parts of the name; each member no_...
 * omits a part.  .no_scope omits all scopes.  .no_dots omits the "…" that otherwise stands for
 * omitted scopes. */
struct brevity {
	bool templates, arguments;	/* print <…> for template arguments, and (…) for
					 * parameters */
	bool no_type, no_arguments, no_scope_templates, no_own_templates, no_scope,
		no_tail, no_dots;
	bool no_trait;			/* print "Type" for Rust's "<Type as Trait>" */
	bool braces;			/* print {…} for braces in the function's own name */
	bool target;			/* print "operator Type" for "operator ns::Type" */
	size_t first;			/* number of leading scopes that are omitted */
	int class_width;		/* if >= 0: number of cells to which the last scope is cut;
					 * other scopes are omitted.  If < 0: no scope is cut */
};

/* Returns the name with the parts P, shortened as BRIEF says; free() the result.  The result
 * contains "…" in any locale; ASCII says only how many cells each character needs. */
char *brevity_print(const struct name_parts *p, const struct brevity *brief, bool ascii);

#endif
