/* brevity.h - printing a demangled name without some of its parts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BREVITY_H
#define BREVITY_H

#include <stdbool.h>
#include <stddef.h>

#include "text/nameparts.h"

/* The parts of a name that are shortened or omitted. */
struct brevity {
	bool templates, arguments;	/* print them as <…> and (…) */
	bool no_type, no_arguments, no_scope_templates, no_own_templates, no_scope,
		no_tail, no_dots;
	size_t first;			/* scopes before this one are omitted */
	int class_width;		/* cells for the last scope; < 0: all of it */
};

/* Returns the name with the parts P as short as BRIEF says; free() it. */
char *brevity_print(const struct name_parts *p, const struct brevity *brief, bool ascii);

#endif
