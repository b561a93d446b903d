/* icicle_names.h - the names of frames that match the search or the filter of an icicle
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ICICLE_NAMES_H
#define ICICLE_NAMES_H

#include "columns/icicle.h"

/* Returns which functions match the filter of V, indexed by function; free() it. */
bool *icicle_names_chosen(struct view *v);

/* Forget which names matched the search. */
void icicle_names_forget(struct icicle *c);

#endif
