/* rules.h - the two sets of rules, and the number that stands for nothing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RULES_H
#define RULES_H

#include <stdint.h>

/* What figures are computed by: what the files really say, or GNU gprof's arithmetic, its
 * faults included. */
enum rules {
	RULES_EXACT,
	RULES_GPROF,
};

#define NOBODY UINT32_MAX		/* the number of no function, no arc, no node, no file */

#endif
