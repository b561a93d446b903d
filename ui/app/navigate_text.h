/* navigate_text.h - pages of text: a row explained, the help, excluded functions as options
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAVIGATE_TEXT_H
#define NAVIGATE_TEXT_H

#include <stdint.h>

#include "app/app.h"

/* Explain the selected row. */
void navigate_text_explain(struct app *a);

/* Show TEXT, paragraphs about node ABOUT (or NOBODY).  Takes over TEXT. */
void navigate_text_show(struct app *a, char *text, uint32_t about);

/* Figures or exclusions have changed: if the current view explains them, make its text again. */
void navigate_text_update(struct app *a);

/* Show the keys of the current view, and all others. */
void navigate_text_help(struct app *a);

#endif
