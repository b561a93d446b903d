/* callsites.h - source lines of functions and call sites
 *
 * Debug information is opened when it is first needed.
 *
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
	const char *file;		/* path as the compiler recorded it; NULL: not known */
	unsigned line;
	uint64_t addr;			/* of a call: an address in its instruction */
	bool sure;			/* false: the true line may be another one nearby */
};

struct callsites {
	const double *weights;		/* borrowed; fraction of each function's samples that
					 * counts, 0 to 1; NULL: all samples count */
	const struct profile *profile;	/* borrowed */
	struct lines **lines;		/* owned; line tables of each image, NULL until used */
	unsigned *granularity;		/* owned; of each image: its call sites were rounded down
					 * to a multiple of this many bytes */
};

/* Prepare to find places of P, which is borrowed.  No debug information is read yet. */
void callsites_open(struct callsites *pl, const struct profile *p);
void callsites_release(struct callsites *pl);

/* The line tables of image IMAGE. */
struct lines *callsites_lines(struct callsites *pl, uint32_t image);

/* The message about an image that callsites_truncated() returns. */
#define CALLSITES_TRUNCATED "some of its debug info is not used, because many parts of it refer " \
	"to the same bytes: lines and functions may be missing"

/* Returns the path of the first image whose debug info was used only in part, because many parts of
 * the debug info refer to the same bytes; or NULL. */
const char *callsites_truncated(const struct callsites *pl);

/* The source line on which function F begins. */
struct source_place callsites_func_place(struct callsites *pl, uint32_t f);

/* Returns an address inside the call instruction of SITE, a call site of arc ARC.  SITE->from is
 * rounded down to the granularity, so several calls may fit.  A direct call of the callee is
 * chosen, else an indirect call, else any call, as the function that it calls may have jumped to
 * the callee.  For possible calls, SITE->from is exact.  *SURE becomes true if no call on
 * another line fits. */
uint64_t callsites_address(struct callsites *pl, uint32_t arc, const struct arc_record *site,
	bool *sure);

/* The source line of the call instruction of SITE, a call site of arc ARC. */
struct source_place callsites_call_place(struct callsites *pl, uint32_t arc,
	const struct arc_record *site);

#endif
