/* rules.h - the two sets of rules by which figures are computed, and the number NOBODY
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RULES_H
#define RULES_H

#include <stdint.h>

enum rules {
	RULES_EXACT,			/* with --exact: from what the files really say */
	RULES_GPROF,			/* as GNU gprof computes figures, mistakes included */
};

#define NOBODY UINT32_MAX		/* stands for no function, no arc, no node or no file */

#endif
