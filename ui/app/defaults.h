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
	bool has_unit, has_pane, has_color;	/* .unit, .pane, .color are set */
	enum unit unit;
	enum pane pane;
	bool color;			/* use colours, whatever the environment says */
	const struct column *sort;	/* column of the view of functions; NULL: not set */
};

/* Apply the setting TEXT, N bytes such as "unit percent", to WITH, a struct defaults.  Returns an
 * error message, or NULL. */
const char *defaults_set(void *with, const char *text, size_t n);

/* Apply the settings D to A, which was just opened. */
void defaults_apply(struct app *a, const struct defaults *d);

#endif
