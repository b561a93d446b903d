/* export.h - --export: the whole profile in formats of other viewers
 *
 * Other viewers need whole numbers, so sampled times are in microseconds (for pprof, nanoseconds)
 * or, if the sampling rate is not known, in thousandths of samples.  Values of measured profiles
 * keep their unit or, if they have fractions, are in thousandths of it, or in smaller fractions.
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
#include "measured/measured.h"
#include "table/view_context.h"

struct export {
	struct view_context *ctx;	/* borrowed; what is exported */
	struct out out;
	size_t limit;			/* greatest number of functions that are exported, or of
					 * frames in a picture.  Those with the most time are
					 * exported.  SIZE_MAX: no limit was given */
	bool is_clipped;		/* export_whole() has changed a number */
	double excess;			/* nothing was written, because it would be so many bytes:
					 * see stacks_excess(); 0: it was */
};

/* Writes the profile of IN to FILE in the format called FORMAT (see exports.def).  FILE must have a
 * descriptor.  At most LIMIT functions or frames are written, see struct export.  Returns false if
 * FORMAT or LIMIT cannot be used, or if not everything was written.  Then E says why. */
bool export_profile(const struct view_input *in, const char *format, size_t limit, FILE *file,
	struct err *e);

/* export_time() returns SAMPLES in the unit of exports.  export_unit() returns the name of this
 * unit. */
double export_time(const struct view_context *ctx, double samples);
const char *export_unit(const struct view_context *ctx);

/* Returns what exports of whole numbers write before the unit of EVENT: "milli", "micro" or "nano"
 * if its values are fractions of the unit, otherwise "". */
const char *export_prefix(const struct measured_event *event);

/* Returns the whole number that is nearest to UNITS.  A number beyond 2^61 becomes 2^61, so that
 * the sum or difference of two results does not overflow; then *IS_CLIPPED becomes true. */
int64_t export_whole(double units, bool *is_clipped);

/* Like export_whole(), but with all digits of UNITS, which is SUM64 modulo 2^64 (sum64.h). */
int64_t export_sum64(double units, uint64_t sum64, bool *is_clipped);

/* Writes NAME with control characters spelled out; an empty name becomes "?".  If SPELLING is not
 * NULL, SPELLING(C) returns the text that is written instead of the character C, or NULL if C is
 * written as it is. */
void export_name(struct export *x, const char *name, const char *(*spelling)(char c));

/* The functions that print the exports. */
#define EXPORT(name, function, traits) void function(struct export *x);
#include "cli/exports.def"
#undef EXPORT

#endif
