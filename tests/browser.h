/* browser.h - the browser on an emulated terminal, compared with what --screen prints
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BROWSER_H
#define BROWSER_H

#include "terminal.h"

enum { COLOR_RED = 1 };			/* the value of this constant in curses */

/* The folder of the test, the program, and the profile of story.h with its image. */
extern char folder[], program[4096], image[64], profile[64];

/* How to start the browser on `profile`, in colour and on 80 x 24 cells. */
extern const struct start usual;

/* Setup and teardown for cmocka: make the directory with image and profile, and remove the
 * directory. */
int browser_prepare(void **state);
int browser_clean_up(void **state);

/* Wait until T shows what --screen=80x24 prints after KEYS.  STYLES says how attributes are
 * compared: not at all, without colours, or with colours. */
enum { TEXT_ALONE, MONOCHROME, COLORED };
void browser_shows(struct terminal *t, const char *locale, const char *keys, int styles);

/* Assert that the terminal has the screen, cursor, modes and colours from before the start. */
void browser_assert_restored(struct terminal *t);

/* Wait until the program ends with STATUS, and assert that the terminal is restored.  Closes T. */
void browser_exits(struct terminal *t, int status);

#endif
