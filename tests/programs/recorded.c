/* recorded.c - a program whose calls are known, for the tests of gprowse record
 *
 *	recorded [spin]			counts calls with two threads, callbacks, a child, and a function
 *					that does not return; spin: uses processor time, too
 *	recorded wait FILE		makes FILE, then waits until FILE is removed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define KEPT __attribute__((noinline, noclone))

static volatile unsigned long sink;

KEPT static void
leaf(void)
{
	sink++;
}

KEPT static void
middle(void)
{
	for (int i = 0; i < 1000; i++)
		leaf();
	sink++;
}

static void *
thread(void *unused)
{
	(void)unused;
	for (int i = 0; i < 50; i++)
		middle();
	return NULL;
}

/* Compares two numbers; called by qsort(). */
KEPT static int
by_value(const void *a, const void *b)
{
	const int *x = a, *y = b;

	return *x - *y;
}

KEPT static void
burn(void)
{
	clock_t end = clock() + CLOCKS_PER_SEC / 2;

	while (clock() < end)
		for (int i = 0; i < 100000; i++)
			sink++;
}

/* Is called by the last instruction of leave(): the return address is in the next function. */
KEPT _Noreturn static void
stop(void)
{
	exit(0);
}

KEPT _Noreturn static void
leave(void)
{
	sink++;
	stop();
}

KEPT static void
after_leave(void)
{
	sink++;
}

KEPT static void
wait_for_removal(const char *path)
{
	const struct timespec pause = { .tv_nsec = 10000000 };

	close(open(path, O_WRONLY | O_CREAT, 0600));
	while (access(path, F_OK) == 0)
		nanosleep(&pause, NULL);
}

int
main(int argc, char **argv)
{
	int numbers[] = { 4, 2, 3, 1 };
	pthread_t threads[2];
	pid_t child;

	if (argc > 2)
		wait_for_removal(argv[2]);
	if (argc == 2)
		burn();
	child = fork();
	if (child == 0)
		leave();
	waitpid(child, NULL, 0);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, thread, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	qsort(numbers, 4, sizeof(*numbers), by_value);
	after_leave();
	leave();
}
