/* icicle_names.h - the names of frames that match the search or the filter of an icicle
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ICICLE_NAMES_H
#define ICICLE_NAMES_H

#include "picture/icicle.h"

/* Returns an array, indexed by function, that is true for functions whose name matches the filter
 * of V; free() the array.  If the user stops the work, sets V->ctx->stopped; then the array is
 * incomplete. */
bool *icicle_names_chosen(struct view *v);

/* Forgets which names and boxes matched the search. */
void icicle_names_forget(struct icicle *c);

#endif
