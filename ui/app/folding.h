/* folding.h - folding: showing several functions as one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FOLDING_H
#define FOLDING_H

#include <stdbool.h>

#include "app/app.h"

/* Go to the next level of folding: clones, also template instances, also the functions of each
 * file; then nothing is folded. */
void folding_next(struct app *a);

/* Fold at all levels up to LEVEL.  False: LEVEL would fold nothing, or it was stopped. */
bool folding_to(struct app *a, enum fold_level level);

void folding_free(struct folding *f);

#endif
