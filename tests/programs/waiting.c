/* Waits for known times, in known functions.
 *
 *	waiting known		0.5 s asleep, 0.7 s for a lock, 0.3 s for a pipe, then it works
 *	waiting interrupted	waits with timeouts many times; prints how many were interrupted
 *	waiting twice		0.5 s asleep, prints a line, 3 s asleep in another function
 *	waiting hidden		0.5 s asleep, while the system protects the process
 *	waiting idle N		N threads wait for the end of the program, the first of them not from
 *				the beginning; one waits for a lock of main, which sleeps
 *	waiting ends		ten threads sleep, one after the other; a child is killed while it waits, and
 *				remains a zombie for 0.3 s.  Prints how many milliseconds they have waited
 *	waiting last		0.1 s asleep, then it ends; prints how many milliseconds
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t pool = PTHREAD_COND_INITIALIZER;
static int ends[2];
static volatile unsigned sum;

static void
nap(long milliseconds)
{
	struct timespec time = { milliseconds / 1000, milliseconds % 1000 * 1000000 };

	while (nanosleep(&time, &time) != 0)
		;
}

__attribute__((noinline)) void
in_sleep(void)
{
	nap(500);
	sum++;
}

__attribute__((noinline)) void
in_second(void)
{
	nap(3000);
	sum++;
}

static void *
hold_lock(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	nap(800);
	pthread_mutex_unlock(&lock);
	return NULL;
}

__attribute__((noinline)) void
in_lock(void)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	sum++;
}

static void *
write_later(void *unused)
{
	(void)unused;
	nap(300);
	(void)!write(ends[1], "x", 1);
	return NULL;
}

__attribute__((noinline)) void
in_read(void)
{
	char c;

	(void)!read(ends[0], &c, 1);
	sum++;
}

__attribute__((noinline)) void
in_work(void)
{
	for (unsigned i = 0; i < 300000000; i++)
		sum += i;
}

static int
known(void)
{
	pthread_t thread;

	in_sleep();
	pthread_create(&thread, NULL, hold_lock, NULL);
	nap(100);
	in_lock();
	pthread_join(thread, NULL);
	if (pipe(ends) != 0)
		return 1;
	pthread_create(&thread, NULL, write_later, NULL);
	in_read();
	pthread_join(thread, NULL);
	in_work();
	return 0;
}

static int
interrupted(void)
{
	const struct timespec moment = { 0, 1000000 };
	int n = 0, epoll = epoll_create1(0);
	struct epoll_event event;
	uint32_t word = 0;

	for (int i = 0; i < 150; i++) {
		n += nanosleep(&moment, NULL) != 0;
		n += poll(NULL, 0, 1) < 0;
		n += epoll_wait(epoll, &event, 1, 1) < 0;
		n += syscall(SYS_futex, &word, FUTEX_WAIT, 0, &moment, NULL, 0) != 0
			&& errno == EINTR;
	}
	printf("%d waits interrupted\n", n);
	return n > 0;
}

__attribute__((noinline)) void
in_request(void)
{
	nap(150);
	sum++;
}

static void *
wait_in_pool(void *request)
{
	if (request != NULL)
		in_request();
	pthread_mutex_lock(&pool_lock);
	pthread_cond_wait(&pool, &pool_lock);
	pthread_mutex_unlock(&pool_lock);
	return NULL;
}

static void *
wait_for_main(void *unused)
{
	in_lock();
	return unused;
}

static int
idle(int n)
{
	pthread_t *threads = calloc((size_t)n, sizeof(*threads)), thread;

	pthread_mutex_lock(&lock);
	for (int i = 0; threads != NULL && i < n; i++)
		pthread_create(&threads[i], NULL, wait_in_pool, i == 0 ? &pool : NULL);
	pthread_create(&thread, NULL, wait_for_main, NULL);
	in_sleep();
	for (int i = 0; i < 30; i++)
		nap(10);
	return 0;
}

static double
seconds(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

__attribute__((noinline)) static void
slept(const char *name, double since)
{
	printf("%s %.0f\n", name, 1000 * (seconds(CLOCK_MONOTONIC) - since));
	fflush(stdout);
}

static void *
in_brief(void *unused)
{
	nap(50);
	sum++;
	return unused;
}

__attribute__((noinline)) void
in_killed(void)
{
	while (seconds(CLOCK_PROCESS_CPUTIME_ID) < 0.03)
		sum++;
	(void)!write(ends[1], "x", 1);
	pause();
	sum++;
}

__attribute__((noinline)) void
in_last(void)
{
	double begin = seconds(CLOCK_MONOTONIC);

	nap(100);
	slept("in_last", begin);
}

static int
end(void)
{
	double begin = seconds(CLOCK_MONOTONIC);
	pthread_t thread;
	pid_t child;
	char c;

	for (int i = 0; i < 10; i++) {
		pthread_create(&thread, NULL, in_brief, NULL);
		pthread_join(thread, NULL);
	}
	slept("in_brief", begin);
	if (pipe(ends) != 0 || (child = fork()) < 0)
		return 1;
	if (child == 0)
		in_killed();
	(void)!read(ends[0], &c, 1);
	begin = seconds(CLOCK_MONOTONIC);
	nap(100);
	kill(child, SIGKILL);
	slept("in_killed", begin);
	nap(300);
	return 0;
}

int
main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "known") == 0)
		return known();
	if (argc > 1 && strcmp(argv[1], "interrupted") == 0)
		return interrupted();
	if (argc > 1 && strcmp(argv[1], "twice") == 0) {
		in_sleep();
		puts("half");
		fflush(stdout);
		in_second();
		return 0;
	}
	if (argc > 1 && strcmp(argv[1], "hidden") == 0) {
		prctl(PR_SET_DUMPABLE, 0);
		in_sleep();
		return 0;
	}
	if (argc > 1 && strcmp(argv[1], "ends") == 0)
		return end();
	if (argc > 1 && strcmp(argv[1], "last") == 0) {
		in_last();
		_exit(0);
	}
	if (argc > 2 && strcmp(argv[1], "idle") == 0)
		return idle(atoi(argv[2]));
	return 2;
}
