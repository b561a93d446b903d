/* recording_stacks.h - which frame of a recording called which
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDING_STACKS_H
#define RECORDING_STACKS_H

#include <stdbool.h>
#include <stdint.h>

struct recording;

/* Sorts the stacks of R so that each stack comes after the stack of its caller, and sets .parent.
 * AT[i] is the offset of the slot of stack i; AT is in ascending order.  PARENT_AT[i] is the offset
 * of the slot of the caller of stack i, or 0.  If no slot is at this offset, the stack is cut off
 * there (.is_cut).  Returns false if some stacks call themselves, directly or indirectly.  No
 * recorder writes such stacks; they are cut off, too. */
bool recording_link_stacks(struct recording *r, const uint64_t *at, const uint64_t *parent_at);

#endif
