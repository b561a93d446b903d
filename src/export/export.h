/* export.h - --export: the whole profile in formats of other viewers
 *
 * Other viewers need whole numbers, so times are in microseconds or, if the sampling rate is not
 * known, in thousandths of samples.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_H
#define EXPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"
#include "cli/view_input.h"
#include "io/out.h"
#include "table/view_context.h"

struct export {
	struct view_context *ctx;	/* borrowed; what is exported */
	struct out out;
	size_t limit;			/* most functions that are exported; functions with more
					 * time are preferred */
};

/* Write the profile of IN to FILE in the format called FORMAT (see exports.def).  FILE must have a
 * descriptor.  At most LIMIT functions are written; SIZE_MAX means all. */
bool export_profile(const struct view_input *in, const char *format, size_t limit, FILE *file,
	struct err *e);

/* Return SAMPLES in the unit of exports, and the name of this unit. */
double export_time(const struct view_context *ctx, double samples);
const char *export_unit(const struct view_context *ctx);

/* Write NAME with control characters spelled out.  SPELLING, if not NULL, returns the text to write
 * for a character, or NULL if it is written as it is. */
void export_name(struct export *x, const char *name, const char *(*spelling)(char c));

/* The functions that print the exports. */
#define EXPORT(name, function, limited) void function(struct export *x);
#include "cli/exports.def"
#undef EXPORT

#endif
