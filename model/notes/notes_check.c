/* notes_check.c - findings about estimates that were compared with known times
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "notes/notes.h"

#include <inttypes.h>

#include "base/arena.h"

/* Adds a note about functions of one profile for which no function of the other profile is known to
 * be the same. */
static void
note_unmatched(struct profile *p, const struct sharecheck *c, const char *path)
{
	static const double little = 0.0005;

	if (c->estimate_unmatched < little && c->known_unmatched < little)
		return;
	profile_note(p, NOBODY, arena_printf(&p->names, "%.1f %% of the time here and %.1f %% of "
		"that in %s are in functions that the other profile does not have.",
		100 * c->estimate_unmatched, 100 * c->known_unmatched, path),
		"Functions are the same if they have the same name. If several have it, their source "
		"files must be known. Shared libraries are only in profiles with stacks or costs. "
		"A share is a part of a profile's time: functions that only one profile has make its "
		"other shares smaller.");
}

/* Adds a note about the function whose wrong callers get most.  gprof's rule divides the time of a
 * function among its callers by numbers of calls. */
static void
note_wrong_callers(struct profile *p, const struct sharecheck *c, const char *path)
{
	if (c->worst == NOBODY)
		return;
	profile_note(p, c->worst, arena_printf(&p->names, "gprof's rule gives %.1f %% of the time to the "
		"wrong callers of one function.", 100 * c->wrong),
		arena_printf(&p->names, "%s tells which callers the time belongs to. What some callers get in "
		"excess, others lack. Without differences that may be sampling errors, it is %.1f %%. "
		"%" PRIu32 " function%s such errors of more than 1 %%. d shows each difference.", path,
		100 * c->wrong_real, c->nwrong, c->nwrong == 1 ? " has" : "s have"));
}

void
notes_find_check(struct profile *p, const struct sharecheck *c, const char *path)
{
	note_wrong_callers(p, c, path);
	note_unmatched(p, c, path);
}
