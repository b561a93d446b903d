/* pattern.h - a regular expression for searching or filtering rows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PATTERN_H
#define PATTERN_H

#include <regex.h>
#include <stdbool.h>

#include "base/err.h"

struct column;
struct matcher;

struct pattern {
	char *text;			/* owned; NULL: no pattern; then .matcher and .reason
					 * are NULL, too */
	regex_t regex;			/* .text, compiled */
	struct matcher *matcher;	/* owned; finds matching rows */
	const struct column *reason;	/* a column of text in which a row matched, although its
					 * name did not match.  This column is shown on narrow
					 * screens, too.  NULL: no such column is known */
};

/* Compiles the POSIX extended expression TEXT into P; "" means no pattern.  Case matters if TEXT
 * has a capital.  Returns false if TEXT is not a valid expression, or would take too long to
 * compile or match; then P has no pattern. */
bool pattern_compile(struct pattern *p, const char *text, struct err *e);
void pattern_release(struct pattern *p);

#endif
