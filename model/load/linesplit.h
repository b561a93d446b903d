/* linesplit.h - make each line a row of its own, with --exact
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINESPLIT_H
#define LINESPLIT_H

#include "profile/profile.h"

/* Makes each line of the functions of P a function of its own: replaces P->funcs, spans, places and
 * files.  Before that, sets P->exact_records by means of the functions that are replaced.  Releases
 * ticks, selection and arcs of P; the caller must make new ones. */
void linesplit_apply(struct profile *p);

#endif
