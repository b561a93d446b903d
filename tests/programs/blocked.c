/* blocked.c - a program whose threads are blocked in several calls, under stacks of several depths
 *
 *	blocked <PIPE
 *
 * Prints "ready PID" when all threads are about to block, and ends at the end of its input.  All of
 * its functions that may be on a stack have names that begin with "in_".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { DEPTHS = 6 };

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER, lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int ends[2];
static atomic_int nready;
static volatile long sink;

static long
block_mutex(void)
{
	return pthread_mutex_lock(&held);
}

static long
block_condition(void)
{
	pthread_mutex_lock(&lock);
	for (;;)
		pthread_cond_wait(&never, &lock);
}

static long
block_poll(void)
{
	struct pollfd p = { .fd = ends[0], .events = POLLIN };

	return poll(&p, 1, -1);
}

static long
block_sleep(void)
{
	const struct timespec hour = { 3600, 0 };

	return nanosleep(&hour, NULL);
}

static long
block_read(void)
{
	char byte;

	return read(ends[0], &byte, 1);
}

/* The functions that block in one way.  Frames have sizes that are known only at run time, many
 * saved registers, or nothing.  What follows each call is there so that no call is a jump. */
#define WAY(NAME) \
__attribute__((noinline)) static long \
in_##NAME##_call(long n) \
{ \
	atomic_fetch_add(&nready, 1); \
	for (;;) \
		sink += block_##NAME() + n; \
} \
__attribute__((noinline)) static long \
in_##NAME##_saved(long a, long b, long c, long d) \
{ \
	long e = a * b, f = b * c, g = c * d, h = a ^ d; \
	long r = in_##NAME##_call(e ^ f); \
\
	return r + e * f + g * h + a + b + c + d; \
} \
__attribute__((noinline)) static long \
in_##NAME##_sized(long depth) \
{ \
	unsigned char room[32 + 24 * depth]; \
	long r; \
\
	memset(room, (int)depth, sizeof(room)); \
	r = depth > 0 ? in_##NAME##_sized(depth - 1) \
		: in_##NAME##_saved(depth, sink, room[1], room[2]); \
	return r + room[r & 15]; \
} \
static void * \
in_##NAME##_thread(void *depth) \
{ \
	sink += in_##NAME##_sized((long)(intptr_t)depth); \
	return NULL; \
}

WAY(mutex)
WAY(condition)
WAY(poll)
WAY(sleep)
WAY(read)

int
main(void)
{
	static void *(*const ways[])(void *) = { in_mutex_thread, in_condition_thread,
		in_poll_thread, in_sleep_thread, in_read_thread };
	const struct timespec moment = { 0, 10000000 };
	int nways = (int)(sizeof(ways) / sizeof(*ways));
	pthread_t thread;
	char byte;

	if (pipe(ends) != 0)
		return 1;
	pthread_mutex_lock(&held);
	for (intptr_t i = 0; i < nways * DEPTHS; i++)
		if (pthread_create(&thread, NULL, ways[i % nways], (void *)(i / nways)) != 0)
			return 1;
	while (atomic_load(&nready) < nways * DEPTHS)
		nanosleep(&moment, NULL);
	printf("ready %d\n", (int)getpid());
	fflush(stdout);
	while (read(0, &byte, 1) > 0)
		continue;
	_exit(0);
}
