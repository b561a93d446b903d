/* grouping.h - folding at one level
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GROUPING_H
#define GROUPING_H

#include <stdbool.h>

#include "app/fold_levels.h"

/* Folds at LEVEL: changes .into, .names, .common and .nfolded of G.  The levels that LEVEL needs
 * must be folded already.  Returns false if the work was stopped. */
bool grouping_fold(struct grouping *g, enum fold_level level);

#endif
