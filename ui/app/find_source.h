/* find_source.h - asking the user for the path of a source file that was not found
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FIND_SOURCE_H
#define FIND_SOURCE_H

#include "app/app.h"

/* Asks for the path of the source file that the source view shows, unless the file was found. */
void find_source_ask(struct app *a);

/* Uses the answer TYPED: the path of the source file, or of a directory above it.  The recorded
 * path and TYPED give a path map, which is used for all source files from now on. */
void find_source_use(struct app *a, const char *typed);

#endif
