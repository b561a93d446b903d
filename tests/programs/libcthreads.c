/* libcthreads.c - works in threads that libc creates
 *
 *	libcthreads timer	timers with SIGEV_THREAD, also after many other timers
 *	libcthreads queue	a message queue that calls a function
 *	libcthreads file	a function that is called when a file was read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

#include "samplework.h"

static volatile int calls, sum;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

__attribute__((noinline)) static void
by_libc(union sigval value)
{
	work(0.2);
	pthread_mutex_lock(&mutex);
	calls++;
	sum += value.sival_int;
	pthread_mutex_unlock(&mutex);
}

static void
await(int n)
{
	while (calls < n)
		usleep(1000);
	usleep(20000);			/* the thread ends */
}

static void
use_timers(void)
{
	struct sigevent event = { .sigev_notify = SIGEV_THREAD, .sigev_notify_function = by_libc };
	struct itimerspec soon = { .it_value = { .tv_nsec = 1000000 } };
	timer_t timer, timers[3];

	for (int i = 0; i < 5000; i++) {
		event.sigev_value.sival_ptr = &((char *)NULL)[i];
		check("a timer", timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
		check("it is deleted", timer_delete(timer) == 0);
	}
	for (int i = 0; i < 3; i++) {
		event.sigev_value.sival_int = 10 + i;
		check("create", timer_create(CLOCK_MONOTONIC, &event, &timers[i]) == 0);
		check("set", timer_settime(timers[i], 0, &soon, NULL) == 0);
	}
	await(3);
	timer_settime(timers[2], 0, &soon, NULL);
	await(4);
}

static void
use_queue(void)
{
	struct sigevent event = { .sigev_notify = SIGEV_THREAD, .sigev_notify_function = by_libc,
		.sigev_value.sival_int = 7 };
	struct mq_attr size = { .mq_maxmsg = 2, .mq_msgsize = 8 };
	char name[64], message[8];
	mqd_t queue;

	snprintf(name, sizeof name, "/gprowse-test-%d", getpid());
	queue = mq_open(name, O_RDWR | O_CREAT | O_EXCL, 0600, &size);
	if (queue == (mqd_t)-1)
		_exit(77);
	mq_unlink(name);
	for (int i = 1; i <= 2; i++) {
		check("notify", mq_notify(queue, &event) == 0);
		check("send", mq_send(queue, "a", 1, 0) == 0);
		await(i);
		check("receive", mq_receive(queue, message, sizeof message, NULL) == 1);
	}
	check("no notice", mq_notify(queue, NULL) == 0);
}

static void
use_file(void)
{
	static char bytes[4096];
	struct aiocb request = { .aio_fildes = open("/dev/zero", O_RDONLY), .aio_buf = bytes,
		.aio_nbytes = sizeof bytes };

	request.aio_sigevent.sigev_notify = SIGEV_THREAD;
	request.aio_sigevent.sigev_notify_function = by_libc;
	work(0.5);
	check("read", aio_read(&request) == 0);
	await(1);
	check("result", aio_error(&request) == 0 && aio_return(&request) == sizeof bytes);
	work(0.5);
}

int
main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "timer") == 0)
		use_timers();
	else if (argc == 2 && strcmp(argv[1], "queue") == 0)
		use_queue();
	else if (argc == 2 && strcmp(argv[1], "file") == 0)
		use_file();
	printf("%d calls, sum %d\n", calls, sum);
	return 0;
}
