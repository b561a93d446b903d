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
 *	waiting forks		two children and a child of a third, which ends at once, sleep for 1 s
 *				each, in in_child.  One of them then works, and sleeps for 0.5 s in
 *				in_sleep; another is killed
 *	waiting many MS		20 threads wait in nested functions, in several ways, for MS milliseconds;
 *				prints "CALLER;FUNCTION MILLISECONDS" of each
 *	waiting owners		0.3 s for a lock that the thread "first" has, then 0.3 s for the same lock,
 *				which the thread "second" has
 *	waiting last		0.1 s asleep, then it ends; prints how many milliseconds
 *	waiting named		two threads get names, as long as they may be, after they have
 *				slept; then the first works.  They wait when the program ends
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <fcntl.h>
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

/* Has this process a recording, if it is recorded?  It is made for the first sample, which may take long on a busy
 * virtual machine. */
static int
is_recorded(void)
{
	const char *directory = getenv("GPROWSE_RECORD");
	char path[4096];

	if (directory == NULL)
		return 1;
	snprintf(path, sizeof(path), "%s/waiting.%d.0.gprec", directory, (int)getpid());
	return access(path, F_OK) == 0;
}

/* Works until this process has samples. */
static void
work_until_sampled(void)
{
	while (seconds(CLOCK_PROCESS_CPUTIME_ID) < 0.03
	    || (!is_recorded() && seconds(CLOCK_PROCESS_CPUTIME_ID) < 5))
		sum++;
}

__attribute__((noinline)) void
in_killed(void)
{
	work_until_sampled();
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
	nap(300);			/* only a look sees that it was killed, and looks may be late */
	kill(child, SIGKILL);
	slept("in_killed", begin);
	nap(300);
	return 0;
}

__attribute__((noinline)) void
in_child(void)
{
	nap(1000);
	sum++;
}

static int
forks(void)
{
	pid_t child = -1;
	char c;

	if (pipe(ends) != 0)
		return 1;
	for (int i = 0; i < 3; i++) {
		child = fork();
		if (child != 0)
			continue;
		close(ends[0]);
		if (i == 0 && fork() != 0)
			_exit(0);
		in_child();
		if (i == 1) {
			work_until_sampled();
			in_sleep();
		}
		(void)!write(ends[1], "x", 1);
		if (i == 2)
			pause();
		_exit(0);
	}
	for (int i = 0; i < 3; i++)
		(void)!read(ends[0], &c, 1);
	return kill(child, SIGKILL);
}

enum { THREADS = 20, WAYS = 5 };

static const char *const callers[] = { "in_left", "in_right" };
static const char *const ways[WAYS] = { "in_nap", "in_poll", "in_mutex", "in_pipe", "in_moment" };
static double waited[2][WAYS];		/* seconds, of all threads that have ended */
static double until;
static int never[2];

/* Returns how long this thread was neither running nor ready to run, in seconds since some time. */
static double
blocked(void)
{
	int fd = open("/proc/thread-self/schedstat", O_RDONLY);
	unsigned long long run = 0, queue = 0;
	char text[96] = "";

	if (fd >= 0 && read(fd, text, sizeof(text) - 1) > 0)
		sscanf(text, "%llu %llu", &run, &queue);
	close(fd);
	return seconds(CLOCK_MONOTONIC) - (double)(run + queue) / 1e9;
}

static __attribute__((noinline)) void
in_nap(int ms)
{
	nap(ms);
	sum++;
}

static __attribute__((noinline)) void
in_moment(int ms)
{
	nap(1 + ms % 5);
	sum++;
}

static __attribute__((noinline)) void
in_poll(int ms)
{
	poll(NULL, 0, ms);
	sum++;
}

static __attribute__((noinline)) void
in_mutex(int ms)
{
	(void)ms;
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	sum++;
}

static __attribute__((noinline)) void
in_pipe(int ms)
{
	struct pollfd p = { never[0], POLLIN, 0 };

	poll(&p, 1, ms);
	sum++;
}

/* Waits for MS milliseconds in the way WAY, and adds this to WAITED. */
static void
wait_so(int way, int ms, double *waited_here)
{
	static void (*const functions[WAYS])(int) = { in_nap, in_poll, in_mutex, in_pipe,
		in_moment };
	double before = blocked();

	functions[way](ms);
	waited_here[way] += blocked() - before;
}

static __attribute__((noinline)) void
in_left(int way, int ms, double *waited_here)
{
	wait_so(way, ms, waited_here);
	sum++;
}

static __attribute__((noinline)) void
in_right(int way, int ms, double *waited_here)
{
	wait_so(way, ms, waited_here);
	sum++;
}

static void *
wait_often(void *with)
{
	static pthread_mutex_t results = PTHREAD_MUTEX_INITIALIZER;
	int number = (int)(intptr_t)with;
	double mine[2][WAYS] = { 0 };

	for (int i = number; seconds(CLOCK_MONOTONIC) < until; i++)
		if (i / WAYS % 2 != 0)
			in_left(i % WAYS, 20 + 7 * number, mine[0]);
		else
			in_right(i % WAYS, 150 - 6 * number, mine[1]);
	pthread_mutex_lock(&results);
	for (int c = 0; c < 2; c++)
		for (int w = 0; w < WAYS; w++)
			waited[c][w] += mine[c][w];
	pthread_mutex_unlock(&results);
	return NULL;
}

static int
many(int ms)
{
	pthread_t threads[THREADS];

	until = seconds(CLOCK_MONOTONIC) + ms / 1000.0;
	if (pipe(never) != 0)
		return 1;
	for (intptr_t i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, wait_often, (void *)i);
	while (seconds(CLOCK_MONOTONIC) < until) {
		pthread_mutex_lock(&lock);
		nap(60);
		pthread_mutex_unlock(&lock);
		nap(5);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	for (int c = 0; c < 2; c++)
		for (int w = 0; w < WAYS; w++)
			printf("%s;%s %.0f\n", callers[c], ways[w], 1000 * waited[c][w]);
	return 0;
}

static void *
own_lock(void *name)
{
	prctl(PR_SET_NAME, name);
	pthread_mutex_lock(&lock);
	(void)!write(ends[1], "x", 1);
	nap(300);
	pthread_mutex_unlock(&lock);
	return NULL;
}

/* Waits for the lock, which the thread NAME has. */
__attribute__((noinline)) static void
wait_for_owner(char *name, void (*wait)(int))
{
	pthread_t thread;
	char c;

	pthread_create(&thread, NULL, own_lock, name);
	(void)!read(ends[0], &c, 1);
	wait(0);
	pthread_join(thread, NULL);
}

static __attribute__((noinline)) void
in_other_mutex(int ms)
{
	in_mutex(ms);
	sum++;
}

static int
owners(void)
{
	static char first[] = "first", second[] = "second";

	if (pipe(ends) != 0)
		return 1;
	wait_for_owner(first, in_mutex);
	wait_for_owner(second, in_other_mutex);
	return 0;
}

static void *
get_name(void *name)
{
	nap(200);
	prctl(PR_SET_NAME, name);
	nap(100);
	while (strcmp(name, "with15character") == 0 && seconds(CLOCK_THREAD_CPUTIME_ID) < 0.2)
		sum++;
	nap(10000);
	return NULL;
}

static int
named(void)
{
	static char names[2][16] = { "with15character", "only15asleeping" };
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, get_name, names[i]);
	nap(900);
	return 0;
}

int
main(int argc, char **argv)
{
	if (argc > 2 && strcmp(argv[1], "many") == 0)
		return many(atoi(argv[2]));
	if (argc > 1 && strcmp(argv[1], "owners") == 0)
		return owners();
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
	if (argc > 1 && strcmp(argv[1], "forks") == 0)
		return forks();
	if (argc > 1 && strcmp(argv[1], "named") == 0)
		return named();
	if (argc > 1 && strcmp(argv[1], "last") == 0) {
		in_last();
		_exit(0);
	}
	if (argc > 2 && strcmp(argv[1], "idle") == 0)
		return idle(atoi(argv[2]));
	return 2;
}
