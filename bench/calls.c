/* calls.c - measure what a counted call costs
 *
 *	calls THREADS CALLS
 *
 * Each thread calls an empty function CALLS times.  Prints the processor time of a call in
 * nanoseconds, with the loop around it.  bench/record.sh compiles this file in several ways and
 * runs it under several profilers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define UNCOUNTED __attribute__((no_instrument_function))

__attribute__((noinline, noclone)) static int
empty(int x)
{
	__asm__ volatile("");
	return x + 1;
}

static long calls;

UNCOUNTED static void *
thread(void *unused)
{
	volatile int result;
	int x = 0;

	(void)unused;
	for (long i = 0; i < calls; i++)
		x = empty(x);
	result = x;
	(void)result;
	return NULL;
}

UNCOUNTED static double
cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

UNCOUNTED int
main(int argc, char **argv)
{
	pthread_t threads[64];
	double begin;
	int n;

	if (argc != 3)
		return EXIT_FAILURE;
	n = atoi(argv[1]);
	n = n < 1 ? 1 : n > 64 ? 64 : n;
	calls = atol(argv[2]);
	begin = cpu_seconds();
	for (int i = 0; i < n; i++)
		if (pthread_create(&threads[i], NULL, thread, NULL) != 0)
			return EXIT_FAILURE;
	for (int i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	printf("%.3f\n", (cpu_seconds() - begin) / ((double)n * (double)calls) * 1e9);
	return EXIT_SUCCESS;
}
