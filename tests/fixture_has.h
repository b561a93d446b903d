/* fixture_has.h - checks of the screen of a fixture
 *
 * If a check fails, the test fails and the screen is printed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FIXTURE_HAS_H
#define FIXTURE_HAS_H

#include "fixture.h"

/* fixture_has() asserts that TEXT is on the screen.  fixture_has_not() asserts that it is not. */
void fixture_has(struct fixture *f, const char *text);
void fixture_has_not(struct fixture *f, const char *text);

/* fixture_has_at() asserts that TEXT is in line Y.  fixture_has_selected() asserts that TEXT is in
 * the selected row.  fixture_has_line() asserts that TEXT is a whole line of the screen. */
void fixture_has_at(struct fixture *f, int y, const char *text);
void fixture_has_selected(struct fixture *f, const char *text);
void fixture_has_line(struct fixture *f, const char *text);

/* Asserts that the screen equals the file PATH.  If ACCEPT_SCREENS is set in the environment,
 * writes the screen to the file instead. */
void fixture_has_screen(struct fixture *f, const char *path);

#endif
