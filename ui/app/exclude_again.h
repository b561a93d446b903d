/* exclude_again.h - excluding in one profile what was excluded in another
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXCLUDE_AGAIN_H
#define EXCLUDE_AGAIN_H

#include "app/remap.h"

/* Excludes in A, where nothing is excluded yet, the functions and calls that are excluded in
 * MAP->old, and has the same foci.  Does this in the same steps, so that the user can undo them,
 * and undoes the steps that were undone, so that the user can redo them.  What the profile lacks,
 * or what is not possible in it, sleeps under its name (struct sleeper). */
void exclude_again(struct app *a, const struct remap *map);

#endif
