/* clock.c - the present time of a clock of the system
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/clock.h"

uint64_t
clock_now(clockid_t clock)
{
	struct timespec t = { 0 };

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

bool
clock_process(pid_t pid, uint64_t *ns)
{
	struct timespec time;
	clockid_t clock;

	if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0)
		return false;
	*ns = (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
	return true;
}

double
clock_seconds(clockid_t clock)
{
	return (double)clock_now(clock) / 1e9;
}
