/* linesplit.h - make each line a row of its own, with --exact
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINESPLIT_H
#define LINESPLIT_H

#include "profile/profile.h"

/* Make each line of the functions of P a function of its own: replace P->funcs, spans, places and
 * files.  Before that, set P->exact_records, which needs the old functions.  Ticks, selection and
 * arcs of P are released; the caller must make new ones. */
void linesplit_apply(struct profile *p);

#endif
