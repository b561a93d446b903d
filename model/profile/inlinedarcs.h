/* inlinedarcs.h - arcs to inlined functions, and arcs of the calls that inlined code makes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef INLINEDARCS_H
#define INLINEDARCS_H

#include "profile/profile.h"

/* Give Q, which borrows the arcs of another profile, arcs of its own for the instances of
 * Q->inlining, and let the instances make the calls of their call sites.  INSTANCE_AT_SITE is
 * indexed as .sites of that profile: the instance that makes the calls, or NOBODY. */
void inlinedarcs_add(struct profile *q, const uint32_t *instance_at_site);

#endif
