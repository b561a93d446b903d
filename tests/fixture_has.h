/* fixture_has.h - checks of the screen of a fixture
 *
 * If a check fails, the test fails and the screen is printed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FIXTURE_HAS_H
#define FIXTURE_HAS_H

#include "fixture.h"

/* TEXT must be on the screen, or must not. */
void fixture_has(struct fixture *f, const char *text);
void fixture_has_not(struct fixture *f, const char *text);

/* TEXT must be in line Y, or in the selected row, or be a whole line. */
void fixture_has_at(struct fixture *f, int y, const char *text);
void fixture_has_selected(struct fixture *f, const char *text);
void fixture_has_line(struct fixture *f, const char *text);

/* The screen must equal the file PATH.  With ACCEPT_SCREENS in the environment the file is written
 * instead. */
void fixture_has_screen(struct fixture *f, const char *path);

#endif
