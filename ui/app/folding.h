/* folding.h - several functions shown as one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FOLDING_H
#define FOLDING_H

#include <stdbool.h>

#include "app/app.h"

/* Nothing, clones, template instances, files folded: in turn. */
void folding_next(struct app *a);

/* Fold up to LEVEL; false: there is nothing to fold there, or it was stopped. */
bool folding_to(struct app *a, enum fold_level level);
void folding_free(struct folding *f);

#endif
