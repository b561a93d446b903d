/* descriptors.c - how many files this process may open
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/descriptors.h"

#include <sys/resource.h>

void
descriptors_allow(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
		limit.rlim_cur = limit.rlim_max;
		(void)setrlimit(RLIMIT_NOFILE, &limit);
	}
}
