/* browse.h - the browser, on a terminal and without one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BROWSE_H
#define BROWSE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/err.h"
#include "cli/loaded.h"
#include "lookup/origin.h"

/* What is browsed, and how; all borrowed. */
struct browse {
	struct loaded *loaded;
	struct source_paths *paths;	/* where sources are; the user may add to it */
	const char *gcov_dir;		/* with execution counts, or NULL: where the image says */
	bool all;			/* rows without time and calls, too */
	bool full_paths;		/* files are shown with their directories */
	bool color;			/* the terminal may show colours */
	bool mouse;			/* and report what the mouse does */
	const struct keymap *keymap;	/* keys as the user wants them, or NULL */
	const char *remark;		/* borrowed; to be told at first, or NULL */
	const struct options *options;	/* by which everything is read again */
};

/* Browse on the terminal until the user quits.  False: there is no use in trying on this
 * terminal, and nothing was drawn. */
bool browse_run(const struct browse *b, struct err *e);

/* Press KEYS (NULL: none) on a screen of SIZE, "100x30" or "100x30,styles", and print the
 * last frame. */
bool browse_screen(const struct browse *b, const char *size, const char *keys, FILE *out,
	struct err *e);

/* Open where things come from, as B says. */
void browse_origin(struct origin *o, const struct browse *b);

#endif
