/* opened.h - the browser over profiles in files, without a terminal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OPENED_H
#define OPENED_H

#include <stdbool.h>

#include "app/app.h"
#include "load/open.h"

struct opened {
	struct profile profile;
	struct graph *graph;		/* owned */
	struct names names;
	struct lookup lookup;
	struct app app;
	struct grid grid;
};

/* Opens the files of HOW, and a browser over them on a screen of WIDTH x HEIGHT.  ASCII says that
 * the locale is not UTF-8.  False: E says why. */
bool opened_begin(struct opened *o, const struct open_options *how, int width, int height,
	bool ascii, struct err *e);
void opened_end(struct opened *o);

/* Presses KEYS, which are written as for --keys, and draws the screen. */
void opened_press(struct opened *o, const char *keys);

#endif
