/* find_source.h - ask for the place of sources that were not found
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FIND_SOURCE_H
#define FIND_SOURCE_H

#include "app/app.h"

/* Ask for the place of the source that is shown, unless it was found. */
void find_source_ask(struct app *a);

/* The answer is TYPED: the path of the source, or of a directory above it.  From now on all sources
 * are looked for by the same path map. */
void find_source_use(struct app *a, const char *typed);

#endif
