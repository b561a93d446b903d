/* inclusion.h - which functions the call graph shows, and how much of their time counts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef INCLUSION_H
#define INCLUSION_H

#include <stdbool.h>
#include <stdint.h>

#include "figures/graph.h"

/* Makes G->inclusion from the nodes of G, whose time is included in full. */
void inclusion_open(struct graph *g);

/* Sets .shown and .self of the nodes of G, G->total and, unless all time is included, .fract and
 * .time of G->inclusion.  A function inherits .shown and .fract from its callers, unless an option
 * excludes the function.  If no caller is shown, or the time of no caller is included, only the
 * options decide.  ORDER has all functions, callees before callers, and the members of a cycle next
 * to each other.  Returns false if STOP, which may be NULL, stopped the work. */
bool inclusion_inherit(struct graph *g, const uint32_t *order, struct stop *stop);

/* Sets node.shown for the functions of G, whose totals are known.  Shows the functions that the
 * options include, and all functions that shown functions call, except those that the options
 * exclude.  If no option is about the call graph, changes nothing. */
void inclusion_show_known(struct graph *g);

#endif
