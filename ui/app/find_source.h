/* find_source.h - asking the user where a source file is that was not found
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FIND_SOURCE_H
#define FIND_SOURCE_H

#include "app/app.h"

/* Ask for the path of the source that is shown, unless the source was found. */
void find_source_ask(struct app *a);

/* Use the answer TYPED: the path of the source, or of a directory above it.  The path map that
 * results is used for all sources from now on. */
void find_source_use(struct app *a, const char *typed);

#endif
