/* notes.h - what is odd about a profile.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef NOTES_H
#define NOTES_H

#include "base/arena.h"
#include "base/stop.h"
#include "profile/callsites.h"
#include "profile/names.h"
#include "profile/profile.h"

/* Look at P, which is complete but for this, and note what its reader should know. */
void notes_find(struct profile *p);

/* notes_files.c: what the files themselves say. */
void notes_find_files(struct profile *p);

/* notes_calls.c: images that are not the ones that were run; odd calls of the others. */
void notes_find_images(struct profile *p);
void notes_find_calls(struct profile *p);

/* Is image IM of P a library that the dynamic linker profiled: LD_PROFILE? */
bool notes_is_ld_profile(const struct profile *p, uint32_t im);

/* What is found out only when somebody reads the notes: debug information has to be opened
 * for it, or everything counted again. */
struct late_notes {
	struct note *v;			/* owned */
	size_t n, room;
	struct note general;		/* what holds for every profile of that kind: no finding */
	struct arena text;		/* owns what notes say */
};

/* Take them of the profile of PL, whose functions are called as NAMES says.  STOP may be
 * NULL; false: it was stopped, and there are none. */
bool notes_late_find(struct late_notes *l, struct callsites *pl, struct names *names,
	struct stop *stop);

void notes_late_release(struct late_notes *l);

#endif
