/* cases.c - programs whose calls or time some profilers lose or misattribute
 *
 *	cases sites		calls from 10,000 call sites
 *	cases crash		a million calls, then SIGSEGV
 *	cases children		a thousand calls in each of ten child processes
 *	cases exec		a thousand calls, then another program in the same process
 *	cases library		a thousand calls from the program into libcases.so; each makes a
 *				call inside the library; -DLIBRARY makes a library of this file
 *	cases short		a thousand threads with a thousand calls each, two at a time
 *	cases equal		two threads that use the same processor time
 *	cases hard		two callers of a function, which takes time for one of them
 *
 * bench/record.sh runs these programs with the profiler of glibc and with gprowse record.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define KEPT __attribute__((noinline, noclone))

void in_library(void);

#ifdef LIBRARY

KEPT static void
inside(void)
{
	__asm__ volatile("");
}

void
in_library(void)
{
	inside();
	__asm__ volatile("");
}

#else

static volatile unsigned long sink;

KEPT static void
empty(void)
{
	__asm__ volatile("");
}

#define TEN(x) x x x x x x x x x x

KEPT static void
call_from_many_sites(void)
{
	TEN(TEN(TEN(TEN(empty();))))
}

KEPT static void
call_often(long n)
{
	for (long i = 0; i < n; i++)
		empty();
}

static void *
short_thread(void *unused)
{
	(void)unused;
	call_often(1000);
	return NULL;
}

static double
thread_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Uses SECONDS of processor time in the current thread. */
static inline __attribute__((always_inline)) void
burn(double seconds)
{
	double end = thread_seconds() + seconds;

	while (thread_seconds() < end)
		for (int i = 0; i < 1000000; i++)
			__asm__ volatile("");
}

KEPT static void *
first(void *unused)
{
	burn(1.5);
	return unused;
}

KEPT static void *
second(void *unused)
{
	burn(1.5);
	return unused;
}

KEPT static void
work(long n)
{
	for (long i = 0; i < n; i++)
		__asm__ volatile("");
	sink++;
}

KEPT static void
easy(void)
{
	for (int i = 0; i < 2000; i++)
		work(1);
	sink++;
}

KEPT static void
hard(void)
{
	for (int i = 0; i < 2000; i++)
		work(1000000);
	sink++;
}

/* Runs the functions A and B as two threads and waits for both, COUNT times. */
static void
run_threads(void *(*a)(void *), void *(*b)(void *), int count)
{
	pthread_t threads[2];

	for (int i = 0; i < count; i++) {
		pthread_create(&threads[0], NULL, a, NULL);
		pthread_create(&threads[1], NULL, b, NULL);
		pthread_join(threads[0], NULL);
		pthread_join(threads[1], NULL);
	}
}

int
main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (strcmp(what, "sites") == 0)
		call_from_many_sites();
	if (strcmp(what, "crash") == 0) {
		call_often(1000000);
		raise(SIGSEGV);
	}
	for (int i = 0; strcmp(what, "children") == 0 && i < 10; i++) {
		if (fork() == 0) {
			call_often(1000);
			exit(0);
		}
		wait(NULL);
	}
	if (strcmp(what, "exec") == 0) {
		call_often(1000);
		execl("/bin/true", "true", (char *)NULL);
	}
	for (int i = 0; strcmp(what, "library") == 0 && i < 1000; i++)
		in_library();
	if (strcmp(what, "short") == 0)
		run_threads(short_thread, short_thread, 500);
	if (strcmp(what, "equal") == 0)
		run_threads(first, second, 1);
	if (strcmp(what, "hard") == 0) {
		easy();
		hard();
	}
	return 0;
}

#endif
