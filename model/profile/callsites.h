/* callsites.h - where functions begin and calls are made, in the source
 *
 * Debug information is opened when it is first needed.
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
	bool sure;			/* false: the line may be another one nearby */
};

struct callsites {
	const double *weights;		/* borrowed; the part of each function that counts, 0 to 1;
					 * NULL: all of each */
	const struct profile *profile;	/* borrowed */
	struct lines **lines;		/* owned; of each image, NULL until first used */
	unsigned *granularity;		/* owned; of each image: to a multiple of so many bytes
					 * call sites were rounded down */
};

/* Prepare for the places of P, which is borrowed.  No debug information is read yet. */
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

/* An address inside the call instruction of SITE, a site of arc ARC.  SITE->from is rounded down:
 * within that granularity the direct call of the callee is chosen, else an indirect call, else any
 * call, as its callee may have jumped to the callee of ARC.  Sites of possible calls are exact.
 * *SURE: no call on another line fits. */
uint64_t callsites_address(struct callsites *pl, uint32_t arc, const struct arc_record *site,
	bool *sure);

/* The place in the source of that instruction. */
struct source_place callsites_call_place(struct callsites *pl, uint32_t arc,
	const struct arc_record *site);

#endif
