/* samplework.h - functions of programs that are sampled: work of a known length, and checks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SAMPLEWORK_H
#define SAMPLEWORK_H

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "littlework.h"

static volatile unsigned long sink;

static double
processor_time(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return haste * ((double)t.tv_sec + 1e-9 * (double)t.tv_nsec);
}

/* Works for SECONDS of processor time. */
static void
work(double seconds)
{
	double end = processor_time() + seconds;

	while (processor_time() < end) {
		for (int i = 0; i < 1000; i++)
			sink += (unsigned long)i;
	}
}

/* If IS_TRUE is 0, prints WHAT and ends the process. */
static void
check(const char *what, int is_true)
{
	if (!is_true) {
		printf("wrong: %s\n", what);
		fflush(stdout);
		_exit(1);
	}
}

#endif
