/* completing.h - Tab at the prompt for a name: the common beginning, and the list of candidates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COMPLETING_H
#define COMPLETING_H

#include "app/app.h"

/* Complete the typed name as far as all candidates agree, and list the candidates.  If they are
 * listed already, replace the typed text by the next (STEP 1) or the previous (STEP -1)
 * candidate. */
void completing_step(struct app *a, int step);

/* Remove the list of candidates, if there is one. */
void completing_end(struct app *a);

/* Draw the list of candidates above line Y of G, if there is one. */
void completing_draw(struct app *a, struct grid *g, int y);

#endif
