/* name_complete.h - completing the beginning of a function's name, as shells do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAME_COMPLETE_H
#define NAME_COMPLETE_H

#include "base/arena.h"
#include "table/view_context.h"

enum { MOST_CANDIDATES = 2000 };	/* greatest number of names that are kept; further names are
					 * only counted */

struct name_candidate {
	uint32_t node;			/* the node that is named; NOBODY: .text is the name of a
					 * source file */
	const char *text;		/* the name, beginning at the part that begins with the
					 * typed text; with scopes or parameters if other candidates
					 * have the same text */
};

struct name_candidates {
	struct name_candidate *v;	/* owned; functions in the order of their indices, source
					 * files in the order of their base names */
	size_t n, room;
	uint32_t total;			/* number of names found, including names that are not in
					 * .v */
	bool inside;			/* the names contain the typed text, but no part of a name
					 * begins with it */
	char *common;			/* owned; the common prefix of the names found.  In each
					 * name, what is before the part that begins with the typed
					 * text is ignored.  For source files: the common prefix of
					 * their base names.  NULL if .total is 0 */
	struct arena text;		/* owns the texts */
};

/* Sets C to the names with a part that begins with TEXT, which must not be "".  If there are no
 * such names, sets C to the source files whose names begin with TEXT.  If there are no such files
 * either, sets C to the names that contain TEXT.  C must be zeroed before the first call.  Case is
 * ignored if TEXT has no capital and no part of a name begins with exactly TEXT.  If the work was
 * stopped, C has no names. */
void name_candidates_find(struct name_candidates *c, struct view_context *ctx, const char *text);
void name_candidates_release(struct name_candidates *c);

#endif
