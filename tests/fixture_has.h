/* fixture_has.h - what must be on the screen of a fixture
 *
 * If it is not, the test fails and the screen is printed.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FIXTURE_HAS_H
#define FIXTURE_HAS_H

#include "fixture.h"

/* TEXT must be somewhere on the screen; it must not. */
void fixture_has(struct fixture *f, const char *text);
void fixture_has_not(struct fixture *f, const char *text);

/* TEXT must be in line Y, in the selected row; a line must be TEXT and nothing else. */
void fixture_has_at(struct fixture *f, int y, const char *text);
void fixture_has_selected(struct fixture *f, const char *text);
void fixture_has_line(struct fixture *f, const char *text);

/* The screen must be what the file PATH holds.  With ACCEPT_SCREENS in the environment PATH is
 * written instead. */
void fixture_has_screen(struct fixture *f, const char *path);

#endif
