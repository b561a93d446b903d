/* members.h - rows for the functions of a cycle, and the calls into it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MEMBERS_H
#define MEMBERS_H

#include "table/view.h"

/* Add the members of cycle node C to ROWS, the member with the most time first.  If C is NOBODY,
 * add no rows. */
void members_add(struct view *v, uint32_t c, uint8_t kind, struct rows *rows);

/* Returns the arcs into cycle node C from outside, sorted by the time that they propagate, least
 * first; free() it. */
uint32_t *members_callers(const struct view_context *ctx, uint32_t c, size_t *n);

#endif
