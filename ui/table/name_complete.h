/* name_complete.h - completing the beginning of a function's name, as shells do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAME_COMPLETE_H
#define NAME_COMPLETE_H

#include "base/arena.h"
#include "table/view_context.h"

enum { MOST_CANDIDATES = 2000 };	/* most names that are kept; more are only counted */

struct name_candidate {
	uint32_t node;
	const char *text;		/* the completed text: the name from the part on that begins
					 * with the typed text; if several candidates have the same,
					 * with scopes or parameters */
};

struct name_candidates {
	struct name_candidate *v;	/* owned; in order of indices */
	size_t n, room;
	uint32_t total;			/* number of names, also of those that are not in V */
	bool inside;			/* no name has a part that begins with the typed text: the
					 * names contain it */
	char *common;			/* owned; the common prefix of all texts; NULL if TOTAL is
					 * 0 */
	struct arena text;		/* owns the texts */
};

/* Set C, zeroed at first, to the names with a part that begins with TEXT; if there are none, to the
 * names that contain it.  Case does not matter if TEXT has no capital and no name has a part
 * that begins with TEXT as it is.  If the work was stopped, C has no names. */
void name_candidates_find(struct name_candidates *c, struct view_context *ctx, const char *text);
void name_candidates_release(struct name_candidates *c);

#endif
