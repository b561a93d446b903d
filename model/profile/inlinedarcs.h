/* inlinedarcs.h - arcs to inlined functions, and arcs of the calls that inlined code makes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef INLINEDARCS_H
#define INLINEDARCS_H

#include "profile/profile.h"

/* Gives Q arcs of its own instead of the arcs that it borrows from another profile, the lender.
 * Some of the new arcs lead to the instances of Q->inlining.  Calls that an instance makes become
 * calls of the instance's function.  INSTANCE_AT_SITE is indexed like .sites of the lender: the
 * instance that makes the calls of the site, or NOBODY. */
void inlinedarcs_add(struct profile *q, const uint32_t *instance_at_site);

#endif
