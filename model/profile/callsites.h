/* callsites.h - where in the source functions and calls are
 *
 * Debug information is opened at the first question.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CALLSITES_H
#define CALLSITES_H

#include <stdbool.h>
#include <stdint.h>

#include "dwarf/lines.h"
#include "profile/profile.h"
#include "samples/samples.h"

struct source_place {
	const char *file;		/* as the compiler recorded it; NULL: not known */
	unsigned line;
	bool sure;			/* false: it may be another line near by */
};

struct callsites {
	const double *weights;		/* borrowed; how much of each function counts; NULL: all */
	const struct profile *profile;	/* borrowed */
	struct lines **lines;		/* owned; of each image, NULL until asked for */
	unsigned *granularity;		/* owned; of each image: what writers round call sites
					 * down to, in bytes */
};

/* Places in the code of P, which is borrowed; no debug information is read yet. */
void callsites_open(struct callsites *pl, const struct profile *p);
void callsites_release(struct callsites *pl);

/* The line tables of image IMAGE. */
struct lines *callsites_lines(struct callsites *pl, uint32_t image);

/* The message about an image that callsites_truncated() returns. */
#define CALLSITES_TRUNCATED "some of its debug info is not used, because many parts of it refer " \
	"to the same bytes: lines and functions may be missing"

/* The path of the first image whose debug info was used only in part, as many parts of it refer to
 * the same bytes; NULL: there is none. */
const char *callsites_truncated(const struct callsites *pl);

/* Where function F begins. */
struct source_place callsites_func_place(struct callsites *pl, uint32_t f);

/* An address inside the instruction of arc ARC's caller that made the calls of its record
 * SITE, which only says so down to a few bytes: the direct call of the callee in reach or,
 * failing that, an indirect one; at last any call there, as its callee may have jumped on.
 * Possible calls say it exactly.  *SURE: no call of another line can be meant. */
uint64_t callsites_address(struct callsites *pl, uint32_t arc, const struct arc_record *site, bool *sure);

/* Where that is. */
struct source_place callsites_call_place(struct callsites *pl, uint32_t arc, const struct arc_record *site);

#endif
