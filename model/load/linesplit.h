/* linesplit.h - each line a function of its own, as the line tables really are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINESPLIT_H
#define LINESPLIT_H

#include "profile/profile.h"

/* P has functions and arcs between them.  Find the instructions that made its calls, and make
 * each line of a function one that follows it: P->funcs, spans and places.  What was made of
 * samples and arcs is to be made again. */
void linesplit_apply(struct profile *p);

#endif
