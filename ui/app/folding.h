/* folding.h - folding: showing several functions as one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FOLDING_H
#define FOLDING_H

#include <stdbool.h>

#include "app/app.h"

/* Fold one level more: first clones, then also instances of templates, then also functions of the
 * same file.  After the last level, show nothing folded. */
void folding_next(struct app *a);

/* Fold at all levels up to LEVEL.  Returns false if LEVEL would fold nothing, or if the work was
 * stopped. */
bool folding_to(struct app *a, enum fold_level level);

void folding_free(struct folding *f);

#endif
