/* arcs.h - make arcs between functions from arc records
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ARCS_H
#define ARCS_H

#include "base/stop.h"
#include "profile/profile.h"

/* Find caller and callee of every record of P, and make P->arcs, sites and outside.  Needs
 * P->funcs, spans, ticks and selection.  With --exact, drops functions for code without a symbol
 * that have neither samples nor calls. */
void arcs_assemble(struct profile *p);

/* Add to CALLS[f] the calls of each function f of P by other functions, without making arcs.  STOP
 * may be NULL.  Returns false if stopped. */
bool arcs_count_calls(struct profile *p, uint64_t *calls, struct stop *stop);

#endif
