/* rules.h - the two ways to compute figures, exactly or as GNU gprof, and the number NOBODY
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RULES_H
#define RULES_H

#include <stdint.h>

enum rules {
	RULES_EXACT,			/* figures as the files record them (--exact) */
	RULES_GPROF,			/* figures as GNU gprof computes them, its faults
					 * included */
};

#define NOBODY UINT32_MAX		/* stands for no function, no arc, no node or no file */

#endif
