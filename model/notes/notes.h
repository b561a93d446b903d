/* notes.h - findings about a profile, for the user to read
 *
 * Each note says what is odd, why it matters, and what to do.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NOTES_H
#define NOTES_H

#include "base/arena.h"
#include "base/stop.h"
#include "callgraph/graph.h"
#include "profile/callsites.h"
#include "profile/names.h"
#include "profile/profile.h"

/* Add notes to P, which open_profile() has opened. */
void notes_find(struct profile *p);

/* notes_cycles.c: add notes on cycles with much of the time to P.  G is the graph of P. */
void notes_find_cycles(struct profile *p, const struct graph *g);

/* notes_files.c: findings about the files. */
void notes_find_files(struct profile *p);

/* notes_calls.c: findings about images that were not run, and about calls. */
void notes_find_images(struct profile *p);
void notes_find_calls(struct profile *p);

/* Is image IM of P a library that the dynamic linker profiled because of LD_PROFILE? */
bool notes_is_ld_profile(const struct profile *p, uint32_t im);

/* Notes that are made only when the user reads notes, as they need debug information, or all
 * samples and calls attributed again by gprof's rules. */
struct late_notes {
	struct note *v;			/* owned */
	size_t n, room;
	struct note general;		/* the limits of every profile; not a finding */
	struct arena text;		/* owns the texts of the notes */
};

/* Make the late notes of the profile of PL, with names of functions from NAMES.  STOP may be NULL.
 * Returns false if stopped; L has no notes then. */
bool notes_late_find(struct late_notes *l, struct callsites *pl, struct names *names,
	struct stop *stop);

void notes_late_release(struct late_notes *l);

#endif
