/* defaults.h - the user's settings: unit, sort order, second pane and colours at the start
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DEFAULTS_H
#define DEFAULTS_H

#include <stddef.h>

#include "app/app.h"

/* Settings from the user's file of keys.  If all members are zero, the file sets nothing. */
struct defaults {
	bool has_unit, has_pane, has_color;	/* the file sets .unit, .pane, .color */
	enum unit unit;
	enum pane pane;
	bool color;			/* use colours (true) or none (false), whatever the
					 * environment says */
	const struct column *sort;	/* column of the view of functions; NULL: not set */
};

/* Stores the setting TEXT, N bytes such as "unit percent", in WITH, a struct defaults.  Returns
 * NULL or, if the setting is wrong, an error message. */
const char *defaults_set(void *with, const char *text, size_t n);

/* Applies the settings D, except .color, to A, which was just opened. */
void defaults_apply(struct app *a, const struct defaults *d);

#endif
