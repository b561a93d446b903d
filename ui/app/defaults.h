/* defaults.h - the user's settings: unit, sort order, second pane and colours at the start
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DEFAULTS_H
#define DEFAULTS_H

#include <stddef.h>

#include "app/app.h"

/* Settings of the file of keys.  All zero: the file sets nothing. */
struct defaults {
	bool has_unit, has_pane, has_color;	/* UNIT, PANE, COLOR are set */
	enum unit unit;
	enum pane pane;
	bool color;			/* use colours, whatever the environment says */
	const struct column *sort;	/* column of the view of functions; NULL: not set */
};

/* Set in WITH, a struct defaults, what the N bytes TEXT say: "unit percent".  Returns what is wrong
 * with them, or NULL. */
const char *defaults_set(void *with, const char *text, size_t n);

/* Change A, which was just opened, as D says. */
void defaults_apply(struct app *a, const struct defaults *d);

#endif
