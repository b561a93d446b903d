/* fixture.h - a browser over a profile written by hand, without a terminal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FIXTURE_H
#define FIXTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"
#include "elf/image.h"
#include "samples/samples.h"
#include "story.h"

struct fixture {
	struct profile profile;
	struct graph graph;
	struct names names;
	struct image image;
	struct samples samples;
	struct profile_file file;
	struct lookup lookup;
	struct app app;
	struct grid grid;
};

/* Make the profile of story.h, which a test can change before fixture_start(). */
void fixture_profile(struct fixture *f);

/* The same with N functions f0, f1 ... of 16 bytes and one sample each, and no calls. */
void fixture_functions(struct fixture *f, uint32_t n);

/* Solve the graph and open the browser on a screen of WIDTH x HEIGHT. */
void fixture_start(struct fixture *f, int width, int height, bool ascii);

/* The same, but nothing is drawn before the first press(). */
void fixture_begin(struct fixture *f, int width, int height, bool ascii);

/* fixture_profile() and fixture_start() in UTF-8. */
void fixture_open(struct fixture *f, int width, int height);

void fixture_close(struct fixture *f);

/* Press KEYS and draw. */
void press(struct fixture *f, const char *keys);

/* Line Y of the screen and its styles; valid until the next call of one of these. */
const char *line_of(struct fixture *f, int y);
const char *styles_of(struct fixture *f, int y);

/* Number of the first line that contains TEXT, or -1. */
int find_line(struct fixture *f, const char *text);

/* The selected row as it is drawn. */
const char *cursor_line(struct fixture *f);

#endif
