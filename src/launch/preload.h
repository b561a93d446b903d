/* preload.h - the library that is preloaded to record a program: where it is
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
	struct linkage linkage;
};

/* Finds libgprowse.so: beside the running gprowse (build directory), where `make install` put it
 * relative to the running gprowse, or where it was configured to be. */
bool preload_find(struct preload *l, struct err *e);

/* Returns the value of LD_PRELOAD with which L is loaded before the libraries of OLD, the value
 * that the user has set, or NULL; to be free()d. */
char *preload_value(const struct preload *l, const char *old);

void preload_release(struct preload *l);

#endif
