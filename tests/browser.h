/* browser.h - the browser on an emulated terminal, compared with what --screen prints
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BROWSER_H
#define BROWSER_H

#include "terminal.h"

enum { COLOR_RED = 1 };			/* the same number as in curses */

/* The folder of the test, the program, and the profile of story.h with its image. */
extern char folder[], program[4096], image[64], profile[64];

/* Starts the browser on this profile, in colour, on 80 x 24 cells. */
extern const struct start usual;

/* For cmocka: make the directory with image and profile, and remove it. */
int browser_prepare(void **state);
int browser_clean_up(void **state);

/* Wait until T shows what --screen=80x24 prints after KEYS; STYLES: compare only the text, or also
 * the attributes without colours, or with colours. */
enum { TEXT_ALONE, MONOCHROME, COLORED };
void browser_shows(struct terminal *t, const char *locale, const char *keys, int styles);

/* The terminal must be as it was before: its screen, its cursor, its modes, its colours. */
void browser_assert_restored(struct terminal *t);

/* Wait until the program ends with STATUS; the terminal must be restored.  Closes T. */
void browser_exits(struct terminal *t, int status);

#endif
