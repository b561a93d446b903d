/* folding.h - folding: showing several functions as one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FOLDING_H
#define FOLDING_H

#include <stdbool.h>

#include "app/app.h"

/* Folds at the next level.  The levels are: clones; clones and instances of templates; functions of
 * the same class or namespace; of the same outermost namespace; of the same file; of the same
 * directory; of the same program or library.  Levels that would change nothing are skipped.  After
 * the last level, nothing is folded. */
void folding_next(struct app *a);

/* Folds at LEVEL, after the levels that LEVEL needs, while A has no views.  If LEVEL would fold
 * nothing, nothing is folded.  SELECTED becomes folding.selected.  Returns false if the work was
 * stopped. */
bool folding_again(struct app *a, enum fold_level level, uint32_t selected);

/* Frees F, which may be NULL. */
void folding_free(struct folding *f);

#endif
