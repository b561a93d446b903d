/* eventratios.h - ratios of events that say more than the events alone
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EVENTRATIOS_H
#define EVENTRATIOS_H

#include <stdbool.h>
#include <stdint.h>

#include "measured/measured.h"

/* A ratio of two events, such as instructions per cycle. */
struct event_ratio {
	const char *name;		/* constant: "instructions per cycle" */
	uint32_t part, whole;		/* events; the ratio is .part / .whole */
	bool is_percent;		/* usually written in percent */
};

/* Sets *R to ratio number I.  The numbers begin at 0 and include the ratios whose events M has.
 * Returns false if there are fewer ratios. */
bool eventratios_at(const struct measured *m, uint32_t i, struct event_ratio *r);

#endif
