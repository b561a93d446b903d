/* browser.h - the browser on an emulated terminal, compared with what --screen prints
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BROWSER_H
#define BROWSER_H

#include "terminal.h"

enum { COLOR_RED = 1 };			/* as in <curses.h>, which is not included */

/* Paths: the directory of the test, gprowse, and the image and the profile of story.h. */
extern char folder[], program[4096], image[64], profile[64];

/* How to start the browser over `profile`, with colours and on 80 x 24 cells. */
extern const struct start usual;

/* Setup and teardown for cmocka.  browser_prepare() makes the directory with image and profile,
 * browser_clean_up() removes it. */
int browser_prepare(void **state);
int browser_clean_up(void **state);

/* Waits until T shows what --screen, at the size of T and in LOCALE, prints after KEYS.  STYLES
 * says how attributes are compared: not at all, without colours, or with colours. */
enum { TEXT_ALONE, MONOCHROME, COLORED };
void browser_shows(struct terminal *t, const char *locale, const char *keys, int styles);

/* Asserts that the terminal has the screen, cursor, modes and colours from before the start. */
void browser_assert_restored(struct terminal *t);

/* Waits until the program ends.  Asserts that its exit status is STATUS and that the terminal is
 * restored, and closes T. */
void browser_exits(struct terminal *t, int status);

#endif
