/* folding.h - showing several functions as one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FOLDING_H
#define FOLDING_H

#include <stdbool.h>

#include "app/app.h"

/* Fold the next of: clones, template instances, files, nothing. */
void folding_next(struct app *a);

/* Fold up to LEVEL.  False: there is nothing to fold at LEVEL, or it was stopped. */
bool folding_to(struct app *a, enum fold_level level);

void folding_free(struct folding *f);

#endif
