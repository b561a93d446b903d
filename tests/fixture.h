/* fixture.h - the browser over the profile of story.h, without a terminal
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

/* Sets F to the profile of story.h, which a test may change before fixture_start(). */
void fixture_profile(struct fixture *f);

/* Does what fixture_profile() does, but replaces the calls of story.h by the N calls ARCS, at most
 * STORY_ARCS. */
void fixture_calls(struct fixture *f, const struct arc *arcs, uint32_t n);

/* Sets F to a profile of N functions f0, f1 ..., of 16 bytes and one sample each, without calls. */
void fixture_functions(struct fixture *f, uint32_t n);

/* Solves the graph, opens the browser on a screen of WIDTH x HEIGHT, and draws the screen.  ASCII
 * says that the locale is not UTF-8. */
void fixture_start(struct fixture *f, int width, int height, bool ascii);

/* Does what fixture_start() does, but draws nothing before the first press(). */
void fixture_begin(struct fixture *f, int width, int height, bool ascii);

/* Calls fixture_profile() and fixture_start(), with UTF-8. */
void fixture_open(struct fixture *f, int width, int height);

void fixture_close(struct fixture *f);

/* Presses KEYS, which are written as for --keys, and draws the screen. */
void press(struct fixture *f, const char *keys);

/* Returns line Y of the screen as text, or the styles of the line as letters.  The result is valid
 * until the test reads or searches a line again. */
const char *line_of(struct fixture *f, int y);
const char *styles_of(struct fixture *f, int y);

/* Returns the number of the first line that contains TEXT, or -1. */
int find_line(struct fixture *f, const char *text);

/* Returns the line of the selected row, or "" if no row is selected. */
const char *cursor_line(struct fixture *f);

#endif
