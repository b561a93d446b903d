/* preload.h - finds the library that is preloaded to record a program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PRELOAD_H
#define PRELOAD_H

#include <stdbool.h>

#include "base/err.h"
#include "elf/linkage.h"

struct preload {
	char *path;			/* owned; absolute */
	const char *place;		/* where PATH is, in words; NULL if no library was found */
	struct linkage linkage;
};

/* Finds libgprowse.so.  Looks first beside the running gprowse, for use in a build directory.  Then
 * looks in the directory that `make install` uses, relative to the running gprowse.  Then looks in
 * the configured directory.  False: E says why the library cannot be preloaded.  Release L in any
 * case. */
bool preload_find(struct preload *l, struct err *e);

/* Returns a value for LD_PRELOAD that loads L before the libraries of OLD; to be free()d.  OLD is
 * the value that the user has set, or NULL. */
char *preload_value(const struct preload *l, const char *old);

void preload_release(struct preload *l);

#endif
