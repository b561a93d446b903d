/* members.h - the functions of a cycle as rows.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MEMBERS_H
#define MEMBERS_H

#include "table/view.h"

/* Add the members of cycle node C (NOBODY: none) to ROWS, greatest first. */
void members_add(struct view *v, uint32_t c, uint8_t kind, struct rows *rows);

/* Numbers of the arcs into cycle node C from outside, least first; free(). */
uint32_t *members_callers(const struct view_context *ctx, uint32_t c, size_t *n);

#endif
