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

struct places {
	const double *weights;		/* borrowed; how much of each function counts; NULL: all */
	const struct profile *profile;	/* borrowed */
	struct lines **lines;		/* owned; of each image, NULL until asked for */
	unsigned *grain;		/* owned; of each image: what writers round call sites
					 * down to, in bytes */
};

/* Places in the code of P, which is borrowed; no debug information is read yet. */
void places_open(struct places *pl, const struct profile *p);
void places_release(struct places *pl);

/* The line tables of image IMAGE. */
struct lines *places_lines(struct places *pl, uint32_t image);

/* What there is to say of it. */
#define PLACES_CUT "some of its debug info is not used, for many parts of it refer to the same " \
	"bytes: lines and functions may be missing"

/* The path of the first image some of whose debug info was left out so far, as it refers to the
 * same bytes again and again; NULL: there is none. */
const char *places_cut(const struct places *pl);

/* Where function F begins. */
struct source_place places_of_func(struct places *pl, uint32_t f);

/* An address inside the instruction of arc ARC's caller that made the calls of its record
 * SITE, which only says so down to a few bytes: the direct call of the callee in reach or,
 * failing that, an indirect one; at last any call there, as its callee may have jumped on.
 * Possible calls say it exactly.  *SURE: no call of another line can be meant. */
uint64_t places_call(struct places *pl, uint32_t arc, const struct arc_record *site, bool *sure);

/* Where that is. */
struct source_place places_of_call(struct places *pl, uint32_t arc, const struct arc_record *site);

#endif
