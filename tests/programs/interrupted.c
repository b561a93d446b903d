/* interrupted.c - waits in many system calls, and counts those that a signal has interrupted
 *
 *	interrupted MILLISECONDS	prints "CALL: N of M interrupted" if N is not 0, then "done"
 *
 * One thread for each call waits in it for a moment again and again, and works in between.  Another
 * thread only works.  The program has no signals of its own, so N is 0 unless others disturb it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ipc.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static const struct timespec moment = { 0, 1000000 };
static atomic_bool is_over;
static volatile unsigned long sum;
static int semaphores = -1;

/* Each function waits once.  It returns -1 and sets errno, or returns another number. */

static long
wait_nanosleep(void)
{
	return nanosleep(&moment, NULL);
}

static long
wait_clock(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	t.tv_nsec += 1000000;
	t.tv_sec += t.tv_nsec / 1000000000;
	t.tv_nsec %= 1000000000;
	errno = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
	return errno == 0 ? 0 : -1;
}

static long
wait_poll(void)
{
	return poll(NULL, 0, 1);
}

static long
wait_ppoll(void)
{
	return ppoll(NULL, 0, &moment, NULL);
}

static long
wait_select(void)
{
	struct timeval t = { 0, 1000 };

	return select(0, NULL, NULL, NULL, &t);
}

static long
wait_pselect(void)
{
	return pselect(0, NULL, NULL, NULL, &moment, NULL);
}

static long
wait_epoll(void)
{
	static int epoll = -1;
	struct epoll_event event;

	if (epoll < 0)
		epoll = epoll_create1(0);
	return epoll_wait(epoll, &event, 1, 1);
}

static long
wait_futex(void)
{
	static uint32_t word;

	return syscall(SYS_futex, &word, FUTEX_WAIT, 0, &moment, NULL, 0);
}

static long
wait_semaphore(void)
{
	static sem_t sem;
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	t.tv_nsec += 1000000;
	t.tv_sec += t.tv_nsec / 1000000000;
	t.tv_nsec %= 1000000000;
	return sem_timedwait(&sem, &t);
}

static long
wait_signal(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	return sigtimedwait(&set, NULL, &moment);
}

static long
wait_receive(void)
{
	static int ends[2] = { -1, -1 };
	const struct timeval t = { 0, 1000 };
	char byte;

	if (ends[0] < 0 && socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0)
		setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &t, sizeof(t));
	return recv(ends[0], &byte, 1, 0);
}

static long
wait_timer(void)
{
	static int fd = -1;
	const struct itimerspec often = { moment, moment };
	uint64_t n;

	if (fd < 0) {
		fd = timerfd_create(CLOCK_MONOTONIC, 0);
		timerfd_settime(fd, 0, &often, NULL);
	}
	return read(fd, &n, sizeof(n));
}

static long
wait_sysv(void)
{
	struct sembuf op = { .sem_op = -1 };

	return semtimedop(semaphores, &op, 1, &moment);
}

static long
wait_events(void)
{
	static aio_context_t context;
	struct io_event event;

	if (context == 0 && syscall(SYS_io_setup, 1, &context) != 0)
		return wait_poll();
	return syscall(SYS_io_getevents, context, 1L, 1L, &event, &moment);
}

static struct call {
	const char *name;
	long (*wait)(void);
	unsigned n, interrupted;
} calls[] = {
	{ "nanosleep", wait_nanosleep, 0, 0 }, { "clock_nanosleep", wait_clock, 0, 0 },
	{ "poll", wait_poll, 0, 0 }, { "ppoll", wait_ppoll, 0, 0 },
	{ "select", wait_select, 0, 0 }, { "pselect", wait_pselect, 0, 0 },
	{ "epoll_wait", wait_epoll, 0, 0 }, { "futex", wait_futex, 0, 0 },
	{ "sem_timedwait", wait_semaphore, 0, 0 }, { "sigtimedwait", wait_signal, 0, 0 },
	{ "recv", wait_receive, 0, 0 }, { "read of a timer", wait_timer, 0, 0 },
	{ "semtimedop", wait_sysv, 0, 0 }, { "io_getevents", wait_events, 0, 0 },
};

static void *
run(void *with)
{
	struct call *c = with;

	while (!atomic_load(&is_over)) {
		if (c->wait() < 0 && errno == EINTR)
			c->interrupted++;
		c->n++;
		for (int i = 0; i < 100000; i++)
			sum += (unsigned long)i;
	}
	return NULL;
}

static void *
work(void *unused)
{
	while (!atomic_load(&is_over))
		sum++;
	return unused;
}

int
main(int argc, char **argv)
{
	enum { CALLS = sizeof(calls) / sizeof(*calls) };
	long ms = argc > 1 ? atol(argv[1]) : 1000;
	struct timespec t = { ms / 1000, ms % 1000 * 1000000 };
	pthread_t threads[CALLS + 1];
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	semaphores = semget(IPC_PRIVATE, 1, 0600);
	for (int i = 0; i <= CALLS; i++)
		if (pthread_create(&threads[i], NULL, i < CALLS ? run : work,
				i < CALLS ? &calls[i] : NULL) != 0)
			return 1;
	while (nanosleep(&t, &t) != 0)
		puts("the sleep of main: interrupted");
	atomic_store(&is_over, true);
	for (int i = 0; i <= CALLS; i++)
		pthread_join(threads[i], NULL);
	semctl(semaphores, 0, IPC_RMID);
	for (int i = 0; i < CALLS; i++)
		if (calls[i].interrupted > 0)
			printf("%s: %u of %u interrupted\n", calls[i].name, calls[i].interrupted,
				calls[i].n);
	puts("done");
	return 0;
}
