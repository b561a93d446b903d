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

/* Folds at LEVEL, after the levels that LEVEL needs.  Returns false if LEVEL would fold nothing, or
 * if the work was stopped; then nothing has changed. */
bool folding_to(struct app *a, enum fold_level level);

/* Frees F, which may be NULL. */
void folding_free(struct folding *f);

#endif
