/* view_input.h - the input of views and exports: a loaded profile, its sources, switches
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_INPUT_H
#define VIEW_INPUT_H

#include <stdbool.h>

#include "cli/loaded.h"
#include "lookup/lookup.h"
#include "source/sourcetext.h"
#include "table/view_context.h"

struct follow;
struct live;

/* The input of views and exports.  All members are borrowed. */
struct view_input {
	struct loaded *loaded;
	enum compared_side side;	/* with --compare: what is shown of both profiles */
	struct source_paths *paths;	/* where sources are looked for; the user may add to it */
	const char *gcov_dir;		/* directory of execution counts; NULL: as the image says */
	bool all;			/* show functions without time and calls, too */
	bool full_paths;		/* show files with their directories */
	bool color;			/* colours may be used on the terminal */
	bool mouse;			/* mouse events may be used */
	const struct keymap *keymap;	/* the user's keys, or NULL */
	const struct defaults *defaults;	/* the user's settings, or NULL */
	const char *remark;		/* the message of the first screen, or NULL */
	const struct options *options;	/* for loading everything again */
	struct follow *follow;		/* reads the recording repeatedly while its program runs
					 * (follow.h); or NULL */
	const struct live *live;	/* the state of the program at the first read; NULL if
					 * .follow is NULL */
};

/* Opens LOOKUP for the profile of IN; the caller releases it. */
void view_input_lookup(struct lookup *lookup, const struct view_input *in);

/* Returns the profile that IN shows: with --compare, a side of IN->loaded.  The side must have been
 * made by view_input_prepare(), which returns false if the work was stopped, as E says. */
struct loaded *view_input_shown(const struct view_input *in);
bool view_input_prepare(const struct view_input *in, struct stop *stop, struct err *e);

/* view_input_comparison(): returns what --compare has found about L, or NULL.  view_input_compare()
 * lets CTX, which shows view_input_shown(), show both sides. */
const struct comparison *view_input_comparison(const struct loaded *l);
void view_input_compare(struct view_context *ctx, const struct view_input *in);

#endif
