/* members.h - rows for the functions of a cycle, and the calls into it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MEMBERS_H
#define MEMBERS_H

#include "table/view.h"

/* Adds a row of kind KIND to ROWS for each member of cycle node C, the member with the greatest
 * total first.  If C is NOBODY, adds no rows. */
void members_add(struct view *v, uint32_t c, uint8_t kind, struct rows *rows);

/* Returns an array of the arcs from outside to members of cycle node C; free() it.  The arcs are
 * sorted by the time that they propagate, the least time first.  Sets *N to their number. */
uint32_t *members_callers(const struct view_context *ctx, uint32_t c, size_t *n);

#endif
