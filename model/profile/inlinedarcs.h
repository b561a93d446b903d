/* inlinedarcs.h - arcs to inlined functions, and arcs of the calls that inlined code makes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef INLINEDARCS_H
#define INLINEDARCS_H

#include "profile/profile.h"

/* Give Q, which borrows the arcs of another profile, arcs of its own for the parts of Q->inlining,
 * and let the parts make the calls of their call sites.  PART_OF_SITE is indexed by call site: the
 * part that has it, or NOBODY. */
void inlinedarcs_add(struct profile *q, const uint32_t *part_of_site);

#endif
