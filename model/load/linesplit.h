/* linesplit.h - make each line a row of its own, with --exact
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINESPLIT_H
#define LINESPLIT_H

#include "profile/profile.h"

/* Replace the functions of P by their lines: P->funcs, spans and places.  Before that, find the
 * exact addresses of its calls: P->exact_records.  Ticks, selection and arcs of P are released;
 * the caller makes them again. */
void linesplit_apply(struct profile *p);

#endif
