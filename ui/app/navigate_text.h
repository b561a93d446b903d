/* navigate_text.h - showing pages of text: an explained row, the help, exclusions as options
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAVIGATE_TEXT_H
#define NAVIGATE_TEXT_H

#include <stdint.h>

#include "app/app.h"

/* Shows the explanation of the selected row, if the row has one. */
void navigate_text_explain(struct app *a);

/* Shows TEXT, with a paragraph in each line, about node ABOUT (or NOBODY).  TEXT must come from
 * malloc(); the new view takes ownership of it. */
void navigate_text_show(struct app *a, char *text, uint32_t about);

/* Call this after figures or exclusions have changed.  If the current view is a text that explains
 * figures or exclusions, writes the text again. */
void navigate_text_update(struct app *a);

/* Shows the help: keys for a first look at a profile, the keys of the current view, the meanings of
 * signs, then the keys of other views.  Does nothing if the help is shown already. */
void navigate_text_help(struct app *a);

#endif
