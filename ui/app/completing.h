/* completing.h - Tab at the prompt for a name: the common beginning, and the list of candidates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COMPLETING_H
#define COMPLETING_H

#include "app/app.h"

/* Completes the typed name as far as all candidates agree, and lists the candidates.  If the
 * candidates are listed already, replaces the typed text by the next (STEP 1) or the previous (STEP
 * -1) candidate. */
void completing_step(struct app *a, int step);

/* Removes the list of candidates, if it is shown. */
void completing_end(struct app *a);

/* Draws the list of candidates, if it is shown, above line Y of G. */
void completing_draw(struct app *a, struct grid *g, int y);

#endif
