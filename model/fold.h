/* fold.h - several functions as one
 *
 * What a compiler has made several functions of, instances of a template, all of a file:
 * a profile in which one function stands for a group.  Functions and arcs keep their
 * numbers; those that another one stands for have neither time nor calls.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FOLD_H
#define FOLD_H

#include <stdint.h>

#include "profile.h"

/* Make Q of P, which must outlive it: function f is a part of function INTO[f], which is a
 * part of itself, and called NAMES[f] then (NULL: as it was).  Calls inside a group are
 * calls of a function from itself. */
void fold_open(struct profile *q, const struct profile *p, const uint32_t *into,
	const char *const *names);
void fold_release(struct profile *q);

#endif
