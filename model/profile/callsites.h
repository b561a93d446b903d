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
	uint64_t addr;			/* of a call site: the result of callsites_address(); of a
					 * function: 0 */
	bool sure;			/* false: the right line may be another line nearby */
};

struct callsites {
	const struct profile *profile;	/* borrowed */
	struct lines **lines;		/* owned; indexed by image: its line tables, or NULL until
					 * they are needed */
	struct found_place *found;	/* owned; the places that callsites_call_place() found last;
					 * NULL: it has found none yet */
	unsigned *granularity;		/* owned; indexed by image: its call sites were rounded down
					 * to the beginning of the histogram + a multiple of this
					 * number of bytes */
};

/* Prepares PL to find source places for P, which is borrowed.  No debug information is read yet. */
void callsites_open(struct callsites *pl, const struct profile *p);
void callsites_release(struct callsites *pl);

/* Returns the line tables of image IMAGE, borrowed; never NULL.  They are opened when they are
 * first needed. */
struct lines *callsites_lines(struct callsites *pl, uint32_t image);

/* Message for the user if callsites_truncated() returns a path. */
#define CALLSITES_TRUNCATED "some of its debug info is not used, because many parts of it refer " \
	"to the same bytes: lines and functions may be missing"

/* Returns the path of the first image whose debug info is used only in part, because many parts of
 * it refer to the same bytes.  Returns NULL if there is no such image. */
const char *callsites_truncated(const struct callsites *pl);

/* Returns the source line on which function F begins; .file is NULL if it is not known. */
struct source_place callsites_func_place(struct callsites *pl, uint32_t f);

/* Returns an address inside the call instruction of SITE, a call site of arc ARC.  SITE->from is
 * rounded down, so several calls may fit.  Prefers a direct call of the callee, then an indirect
 * call, then a direct call of another function, which may have jumped to the callee.  *SURE becomes
 * true if all calls that fit are on one line; if direct calls of the callee fit, other calls are
 * ignored.
 *
 * If no call fits, returns SITE->from, and *SURE becomes true if SITE->from is not rounded.  A
 * possible call (see profile_is_possible()) has an exact SITE->from. */
uint64_t callsites_address(struct callsites *pl, uint32_t arc, const struct arc_record *site,
	bool *sure);

/* Returns the source line of the call instruction of SITE, a call site of arc ARC; .file is NULL if
 * it is not known. */
struct source_place callsites_call_place(struct callsites *pl, uint32_t arc,
	const struct arc_record *site);

#endif
