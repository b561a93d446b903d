/* derived.h - events that are computed from other events, and titles of events
 *
 * A formula is a sum of events that are multiplied by whole numbers, as "Ir + 10 L1m".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DERIVED_H
#define DERIVED_H

#include <stddef.h>

#include "measured/measured.h"

enum { DERIVED_MOST = 32 };	/* greatest number of formulas of a profile; derived_declare()
				 * ignores more */

/* Stores the N bytes at S, "NAME = FORMULA : TITLE", for derived_add().  "= FORMULA" and ": TITLE"
 * may be missing. */
void derived_declare(struct measured *m, const char *s, size_t n);

/* As derived_declare(), for each title and formula that KCachegrind has for events of callgrind,
 * such as CEst. */
void derived_declare_known(struct measured *m);

/* Gives the events of M the titles that were declared.  Adds the declared events with formulas, and
 * computes their values for all costs and calls.  M must be a complete profile of costs. */
void derived_add(struct measured *m);

#endif
