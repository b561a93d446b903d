/* arcs.h - make arcs between functions from arc records
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ARCS_H
#define ARCS_H

#include "base/stop.h"
#include "profile/profile.h"

/* Finds the caller and callee of every arc record of P, and makes P->arcs, sites and outside.  P
 * must have funcs, spans, ticks and a selection.  By exact rules, drops rows for code without a
 * symbol that have neither samples nor calls. */
void arcs_assemble(struct profile *p);

/* Adds to CALLS[f] the calls of each function f of P by other functions or by unknown callers,
 * except calls that the selection excludes.  P->arcs is not needed; P->nunnamed changes.  STOP may
 * be NULL.  Returns false if STOP stopped the work. */
bool arcs_count_calls(struct profile *p, uint64_t *calls, struct stop *stop);

#endif
