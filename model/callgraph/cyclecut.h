/* cyclecut.h - a small set of calls without which a cycle is none
 *
 * Time cannot be told apart inside a cycle.  Often a few calls, rarely made, are what
 * closes it: without them everything else gets its time.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CYCLECUT_H
#define CYCLECUT_H

#include <stddef.h>
#include <stdint.h>

#include "callgraph/graph.h"

/* Arcs that open cycle node C when they are taken out, with few calls in all: with the
 * least there is if the cycle is small, else with not many more.  None of them can be left
 * in.  *N of them, by their numbers; free() the result.  NULL: STOP, which may be NULL, was asked
 * for. */
uint32_t *cyclecut_find(const struct graph *g, uint32_t c, size_t *n, struct stop *stop);

#endif
