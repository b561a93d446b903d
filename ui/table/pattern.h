/* pattern.h - a regular expression that rows are searched or filtered for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PATTERN_H
#define PATTERN_H

#include <regex.h>
#include <stdbool.h>

#include "base/err.h"

struct matcher;

struct pattern {
	char *text;			/* owned; NULL: no pattern, and the rest is unset */
	regex_t regex;			/* TEXT, compiled */
	struct matcher *matcher;	/* owned; finds matching rows */
};

/* Make P the POSIX extended expression TEXT; "" for no pattern.  Case matters if TEXT has a
 * capital.  Returns false if TEXT is no expression, or would take too long to compile or match;
 * then P is no pattern. */
bool pattern_compile(struct pattern *p, const char *text, struct err *e);
void pattern_release(struct pattern *p);

#endif
