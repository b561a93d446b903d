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
#include "figures/graph.h"
#include "figures/sharecheck.h"
#include "profile/callsites.h"
#include "profile/names.h"
#include "profile/profile.h"

/* Adds notes to P, which open_profile() has made, and which is not measured. */
void notes_find(struct profile *p);

/* notes_cycles.c: adds notes to P on its costs of calls, and on cycles with much of the time.  G is
 * the graph of P. */
void notes_find_cycles(struct profile *p, const struct graph *g);

/* notes_costs.c: adds notes to P, which has costs of calls, on costs that do not fit each other.  G
 * is the graph of P. */
void notes_find_costs(struct profile *p, const struct graph *g);

/* notes_check.c: adds notes to P, whose estimates C has compared with the profile in the file
 * PATH. */
void notes_find_check(struct profile *p, const struct sharecheck *c, const char *path);

/* notes_files.c: adds notes on the files of P. */
void notes_find_files(struct profile *p);

/* notes_measured.c: adds notes on P, a measured profile, and on its graph G. */
void notes_find_measured(struct profile *p, const struct graph *g);

/* notes_calls.c: adds notes on images that were not run, and on calls. */
void notes_find_images(struct profile *p);
void notes_find_calls(struct profile *p);

/* Is image IM of P a library that was profiled with LD_PROFILE? */
bool notes_is_ld_profile(const struct profile *p, uint32_t im);

/* Notes that are made only when the user reads notes, because they take long: they need debug
 * information, or attribute all samples and calls again by gprof's rules. */
struct late_notes {
	struct note *v;			/* owned */
	size_t n, room;
	struct note general;		/* a note for every profile, not a finding: what the figures
					 * are, or what no profile contains.  .text is NULL if there
					 * is none */
	struct arena text;		/* owns the texts of the notes */
};

/* Makes the late notes of PL->profile, of which G is the graph; NAMES are the names of its
 * functions. STOP may be NULL.  False: the user stopped the work, and L has no notes. */
bool notes_late_find(struct late_notes *l, const struct graph *g, struct callsites *pl,
	struct names *names, struct stop *stop);

/* notes_measured.c: sets L->general for G, whose profile is measured. */
void notes_measured_general(struct late_notes *l, const struct graph *g);

void notes_late_release(struct late_notes *l);

#endif
