/* navigate_text.h - pages of text: a row explained, the help, excluded functions as options
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAVIGATE_TEXT_H
#define NAVIGATE_TEXT_H

#include <stdint.h>

#include "app/app.h"

/* Show the selected row in words. */
void navigate_text_explain(struct app *a);

/* Show STORY, paragraphs that it free()s, about node ABOUT or NOBODY. */
void navigate_text_show(struct app *a, char *story, uint32_t about);

/* What the view that is shown tells about has changed: tell it again. */
void navigate_text_update(struct app *a);

/* Show the keys that mean something in the view that is shown, and all others. */
void navigate_text_help(struct app *a);

#endif
