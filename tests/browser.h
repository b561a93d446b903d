/* browser.h - the browser on a terminal in memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BROWSER_H
#define BROWSER_H

#include "terminal.h"

enum { COLOR_RED = 1 };			/* as curses has it */

/* The folder of the test, the program, and the profile of story.h with its image. */
extern char folder[], program[4096], image[64], profile[64];

/* The browser on that profile, in colour, on 80 x 24 cells. */
extern const struct start usual;

/* For cmocka: create these files, and remove them. */
int browser_prepare(void **state);
int browser_clean_up(void **state);

/* T must show what --screen shows after KEYS.  STYLES says whether attributes are compared, without
 * or with colours. */
enum { TEXT_ALONE, MONOCHROME, COLORED };
void browser_shows(struct terminal *t, const char *locale, const char *keys, int styles);

/* The screen, the cursor, the modes and the colours must be restored. */
void browser_assert_restored(struct terminal *t);

/* Wait until the program exits with STATUS and has restored the terminal.  Close T. */
void browser_exits(struct terminal *t, int status);

#endif
