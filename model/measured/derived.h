/* derived.h - events that are computed from other events, and titles of events
 *
 * A formula adds up events with whole factors, as "Ir + 10 L1m".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DERIVED_H
#define DERIVED_H

#include <stddef.h>

#include "measured/measured.h"

enum { DERIVED_MOST = 32 };	/* formulas that derived_declare() stores; more are ignored */

/* Store the N bytes at S, "NAME = FORMULA : TITLE", for derived_add().  Formula and title may be
 * missing. */
void derived_declare(struct measured *m, const char *s, size_t n);

/* As derived_declare(), for each formula that KCachegrind has for events of callgrind, such as
 * CEst. */
void derived_declare_known(struct measured *m);

/* Give the events of M the titles that were declared.  Add the declared events with formulas, and
 * compute them for all elements.  Called when M is complete. */
void derived_add(struct measured *m);

#endif
