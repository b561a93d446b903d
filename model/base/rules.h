/* rules.h - the two sets of rules by which figures are computed, and the number NOBODY
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RULES_H
#define RULES_H

#include <stdint.h>

/* How figures are computed. */
enum rules {
	RULES_EXACT,			/* with --exact: from what the files really say */
	RULES_GPROF,			/* as GNU gprof computes figures, mistakes included */
};

#define NOBODY UINT32_MAX		/* no function, arc, node, file ... */

#endif
