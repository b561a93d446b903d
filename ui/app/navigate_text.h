/* navigate_text.h - showing pages of text: an explained row, the help, exclusions as options
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAVIGATE_TEXT_H
#define NAVIGATE_TEXT_H

#include <stdint.h>

#include "app/app.h"

/* Explain the selected row. */
void navigate_text_explain(struct app *a);

/* Show TEXT, paragraphs about node ABOUT (or NOBODY).  TEXT becomes owned by the view. */
void navigate_text_show(struct app *a, char *text, uint32_t about);

/* If the current view explains figures or exclusions, write its text again, because they have
 * changed. */
void navigate_text_update(struct app *a);

/* Show the help: keys for a first look at a profile, the keys of the current view, the meanings of
 * signs, then the keys of other views.  In the help, this does nothing. */
void navigate_text_help(struct app *a);

#endif
