/* find_source.h - ask where the sources are that were not found
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FIND_SOURCE_H
#define FIND_SOURCE_H

#include "app/app.h"

/* Ask for the place of the source that is shown, unless it was found. */
void find_source_ask(struct app *a);

/* The answer is TYPED: the path of the source, or of a directory above it.  Look for all sources
 * in the same way from now on. */
void find_source_use(struct app *a, const char *typed);

#endif
