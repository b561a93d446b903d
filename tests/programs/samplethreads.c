/* samplethreads.c - threads, coroutines and processes that use processor time in known places
 *
 *	samplethreads equal N SECONDS	N threads that work for SECONDS of processor time each
 *	samplethreads ends		threads that return, exit, are cancelled, and have destructors
 *	samplethreads cancels N		N times, four threads that are cancelled at any instruction
 *	samplethreads small		threads with the smallest stacks, and coroutines with 8 KB
 *	samplethreads forks N		N children that work, some of threads
 *	samplethreads sleeps N		four threads that sleep N times each, and count EINTR
 *	samplethreads jumps		longjmp(), also out of signal handlers
 *	samplethreads late		100 short threads, one after the other; then the first thread works
 *	samplethreads vfork		works; then a child of vfork() exits, and the process ends
 *					by a system call
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "littlework.h"

enum { THREADS = 64, COROUTINES = 8, COROUTINE_STACK = 8192 };

static volatile unsigned long sink;
static double seconds;

static double
processor_time(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return haste * ((double)t.tv_sec + 1e-9 * (double)t.tv_nsec);
}

__attribute__((noinline)) static void
work(double how_long)
{
	double end = processor_time() + how_long;

	while (processor_time() < end) {
		for (int i = 0; i < 2000; i++)
			sink += (unsigned long)i;
	}
}

static void *
working(void *data)
{
	work(seconds);
	return data;
}

static int
equal(int n)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < n; i++)
		pthread_create(&threads[i], NULL, working, NULL);
	for (int i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	puts("equal");
	return 0;
}

static int
late(void)
{
	pthread_t thread;

	seconds = 0.004;
	for (int i = 0; i < 100; i++) {
		pthread_create(&thread, NULL, working, NULL);
		pthread_join(thread, NULL);
	}
	work(0.3);
	puts("late");
	return 0;
}

static pthread_key_t key;
static int destroyed, cleaned;

static void
destroy(void *data)
{
	(void)data;
	work(0.001);
	__atomic_fetch_add(&destroyed, 1, __ATOMIC_RELAXED);
}

static void
clean(void *data)
{
	(void)data;
	__atomic_fetch_add(&cleaned, 1, __ATOMIC_RELAXED);
}

static void *
ending(void *data)
{
	long how = (long)data;

	pthread_setspecific(key, data);
	pthread_cleanup_push(clean, NULL);
	work(0.002);
	if (how % 4 == 1)
		pthread_exit(data);
	if (how % 4 == 2) {
		pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
		for (;;)
			sink++;
	}
	if (how % 4 == 3) {
		for (;;) {
			work(0.001);
			pthread_testcancel();
		}
	}
	pthread_cleanup_pop(1);
	return data;
}

static void *
cancelled_anywhere(void *data)
{
	(void)data;
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	for (;;)
		sink++;
	return NULL;
}

static int
cancels(int n)
{
	pthread_t threads[4];

	for (int round = 0; round < n; round++) {
		for (int i = 0; i < 4; i++)
			pthread_create(&threads[i], NULL, cancelled_anywhere, NULL);
		usleep(3000 + (unsigned)round % 7 * 300);
		for (int i = 0; i < 4; i++)
			pthread_cancel(threads[i]);
		for (int i = 0; i < 4; i++)
			pthread_join(threads[i], NULL);
	}
	puts("cancelled");
	return 0;
}

static int
ending_c11(void *data)
{
	work(0.002);
	return *(int *)data;
}

static int
ends(int n)
{
	pthread_t threads[THREADS];
	int returned = 0, cancelled = 0, number = 42, result = 0;
	void *value;
	thrd_t other;

	pthread_key_create(&key, destroy);
	for (long round = 0; round < n; round++) {
		for (long i = 0; i < THREADS; i++)
			pthread_create(&threads[i], NULL, ending, (void *)(i + 4));
		for (long i = 0; i < THREADS; i++) {
			if (i % 4 > 1)
				pthread_cancel(threads[i]);
			pthread_join(threads[i], &value);
			returned += value == (void *)(i + 4);
			cancelled += value == PTHREAD_CANCELED;
		}
	}
	thrd_create(&other, ending_c11, &number);
	thrd_join(other, &result);
	printf("%d returned, %d cancelled, %d cleaned, %d destroyed, %d\n", returned, cancelled,
		cleaned, destroyed, result);
	return 0;
}

static ucontext_t scheduler, coroutines[COROUTINES];

static void
coroutine(int number)
{
	for (;;) {
		/* Longer than the system calls of swapcontext() on a slow virtual machine. */
		for (int i = 0; i < 20000; i++)
			sink += (unsigned long)i;
		swapcontext(&coroutines[number], &scheduler);
	}
}

static int
small(void)
{
	pthread_attr_t attributes;
	pthread_t threads[THREADS];
	char *stacks = mmap(NULL, COROUTINES * 2 * COROUTINE_STACK, PROT_NONE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	double end;

	/* Below each stack is memory that cannot be accessed. */
	for (int i = 0; i < COROUTINES; i++) {
		char *low = stacks + (2 * i + 1) * COROUTINE_STACK;

		mprotect(low, COROUTINE_STACK, PROT_READ | PROT_WRITE);
		getcontext(&coroutines[i]);
		coroutines[i].uc_stack.ss_sp = low;
		coroutines[i].uc_stack.ss_size = COROUTINE_STACK;
		makecontext(&coroutines[i], (void (*)(void))coroutine, 1, i);
	}
	end = processor_time() + 0.25;
	for (int i = 0; processor_time() < end; i++)
		swapcontext(&scheduler, &coroutines[i % COROUTINES]);
	seconds = 0.02;
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, (size_t)PTHREAD_STACK_MIN);
	for (int i = 0; i < 16; i++)
		pthread_create(&threads[i], &attributes, working, NULL);
	for (int i = 0; i < 16; i++)
		pthread_join(threads[i], NULL);
	puts("small");
	return 0;
}

static int
forks(int n)
{
	int good = 0;

	seconds = 0.005;
	for (int i = 0; i < n; i++) {
		pid_t child = fork();
		int status;

		if (child == 0) {
			pthread_t thread;

			work(0.02);
			if (i % 2 == 0 && pthread_create(&thread, NULL, working, NULL) == 0)
				pthread_join(thread, NULL);
			if (i % 3 == 0)
				exit(i);
			_exit(i);
		}
		work(0.002);
		good += waitpid(child, &status, 0) == child && WIFEXITED(status)
			&& WEXITSTATUS(status) == i;
	}
	printf("%d children\n", good);
	return 0;
}

static int
vforks(void)
{
	pid_t child;

	work(0.2);
	child = vfork();
	if (child == 0)
		_exit(0);
	waitpid(child, NULL, 0);
	syscall(SYS_exit_group, 0);
	return 1;
}

static int times;
static int interrupted;

static void
sleep_once(int kind, int epoll, sem_t *semaphore)
{
	struct timespec little = { 0, 1000 }, deadline;
	struct timeval short_time = { 0, 1 };
	struct epoll_event event;
	int result = 0;

	switch (kind) {
	case 0:
		result = nanosleep(&little, NULL);
		break;
	case 1:
		result = ppoll(NULL, 0, &little, NULL);
		break;
	case 2:
		result = select(0, NULL, NULL, NULL, &short_time);
		break;
	case 3:
		clock_gettime(CLOCK_REALTIME, &deadline);
		deadline.tv_nsec = deadline.tv_nsec < 999900000 ? deadline.tv_nsec + 50000 : 0;
		result = sem_timedwait(semaphore, &deadline);
		break;
	default:
		result = epoll_wait(epoll, &event, 1, 1);
		break;
	}
	if (result < 0 && errno == EINTR)
		__atomic_fetch_add(&interrupted, 1, __ATOMIC_RELAXED);
}

static void *
sleeping(void *data)
{
	int epoll = epoll_create1(0);
	sem_t semaphore;

	sem_init(&semaphore, 0, 0);
	for (int i = 0; i < times; i++) {
		for (int k = 0; k < 3000; k++)
			sink += (unsigned long)k;
		sleep_once(i % 64 == 0 ? 4 : i % 4, epoll, &semaphore);
	}
	close(epoll);
	return data;
}

static int
sleeps(int n)
{
	pthread_t threads[4];

	times = n;
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, sleeping, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	printf("%d sleeps interrupted\n", interrupted);
	return 0;
}

static sigjmp_buf back;

static void
jump(int signal)
{
	siglongjmp(back, signal);
}

static int
jumps(void)
{
	double end = processor_time() + 0.2;
	volatile int n = 0;
	jmp_buf plain;

	signal(SIGUSR1, jump);
	while (processor_time() < end) {
		if (setjmp(plain) == 0) {
			for (int i = 0; i < 1000; i++)
				sink += (unsigned long)i;
			longjmp(plain, 1);
		}
		if (sigsetjmp(back, 1) == 0)
			raise(SIGUSR1);
		n++;
	}
	puts(n > 100 ? "jumped" : "too slow");
	return 0;
}

int
main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	int n = argc > 2 ? atoi(argv[2]) : 1;

	seconds = argc > 3 ? atof(argv[3]) : 0;
	if (strcmp(mode, "equal") == 0)
		return equal(n);
	if (strcmp(mode, "ends") == 0)
		return ends(n);
	if (strcmp(mode, "cancels") == 0)
		return cancels(n);
	if (strcmp(mode, "small") == 0)
		return small();
	if (strcmp(mode, "forks") == 0)
		return forks(n);
	if (strcmp(mode, "sleeps") == 0)
		return sleeps(n);
	if (strcmp(mode, "jumps") == 0)
		return jumps();
	if (strcmp(mode, "late") == 0)
		return late();
	if (strcmp(mode, "vfork") == 0)
		return vforks();
	return 2;
}
