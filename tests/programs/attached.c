/* Runs until it gets SIGTERM or its standard input ends, then prints how it did.
 *
 *	attached work THREADS	THREADS threads work: three quarters of the time in in_long, below
 *				in_deep, a quarter in in_short; main waits in between
 *	attached naps		sleeps for moments; prints how many sleeps were interrupted
 *	attached threads	makes short threads, one after the other, which work
 *	attached execute PROGRAM	executes PROGRAM work 1 after a moment
 *	attached children PROGRAM	makes a child that works, below in_child, and one that
 *				executes PROGRAM work 1, and waits for both
 *	attached brief		makes 200 children, one after the other, which work for moments
 *	attached faults		touches new memory
 *	attached twice		maps its code once more, and runs in_copy there
 *
 * The exit status is 7, or 1 if something was interrupted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t is_over;
static volatile unsigned sum;

static void
end(int signal)
{
	(void)signal;
	is_over = 1;
}

__attribute__((noinline)) void
in_short(void)
{
	for (int i = 0; i < 100000; i++)
		sum += (unsigned)i * (sum | 1);
	sum++;
}

__attribute__((noinline)) void
in_long(void)
{
	for (int i = 0; i < 300000; i++)
		sum += (unsigned)i * (sum | 1);
	sum++;
}

__attribute__((noinline)) void
in_deep(int depth)
{
	volatile char room[100];

	room[0] = (char)depth;
	if (depth > 0)
		in_deep(depth - 1);
	else
		in_long();
	sum += (unsigned)room[0];
}

__attribute__((noinline)) static void *
work(void *unused)
{
	while (!is_over) {
		in_deep(20);
		in_short();
	}
	return unused;
}

static int
nap(void)
{
	const struct timespec moment = { 0, 50000 };
	int n = 0;

	while (!is_over) {
		n += nanosleep(&moment, NULL) != 0 && errno == EINTR && !is_over;
		n += poll(NULL, 0, 1) < 0 && errno == EINTR && !is_over;
		in_short();
	}
	printf("%d interrupted\n", n);
	return n;
}

static void *
work_shortly(void *unused)
{
	for (int i = 0; i < 20; i++)
		in_short();
	return unused;
}

static void
make_threads(void)
{
	pthread_t thread;

	while (!is_over && pthread_create(&thread, NULL, work_shortly, NULL) == 0)
		pthread_join(thread, NULL);
}

/* Needs neither data nor the stack, so that it runs at any address. */
__attribute__((noinline)) unsigned
in_copy(unsigned n)
{
	unsigned value = n;

	for (unsigned i = 0; i < 400000; i++) {
		value = value * 3 + i;
		__asm__ volatile("" : "+r"(value));
	}
	return value;
}

/* Calls in_copy() in another mapping of its code, until the program is to end. */
__attribute__((noinline)) static void
run_twice(void)
{
	unsigned long low, high, offset, at = (unsigned long)in_copy;
	FILE *maps = fopen("/proc/self/maps", "r");
	int fd = open("/proc/self/exe", O_RDONLY);
	char line[512];

	while (maps != NULL && fgets(line, sizeof(line), maps) != NULL)
		if (sscanf(line, "%lx-%lx %*s %lx", &low, &high, &offset) == 3 && low <= at && at < high) {
			char *copy = mmap(NULL, high - low, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd,
				(off_t)offset);
			unsigned (*function)(unsigned) = (unsigned (*)(unsigned))(copy + (at - low));

			while (copy != MAP_FAILED && !is_over)
				sum += function(sum);
		}
}

static void
touch(void)
{
	enum { BYTES = 8 << 20, STEP = 4096 };

	while (!is_over) {
		char *new = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		madvise(new, BYTES, MADV_NOHUGEPAGE);
		for (int i = 0; new != MAP_FAILED && i < BYTES; i += STEP)
			new[i] = 1;
		munmap(new, BYTES);
	}
}

static void *
wait_for_input(void *unused)
{
	char byte;

	if (read(STDIN_FILENO, &byte, 1) <= 0)
		is_over = 1;
	return unused;
}

__attribute__((noinline)) static void
in_child(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, wait_for_input, NULL);
	work(NULL);
	sum++;
}

/* Returns the number of children that failed. */
__attribute__((noinline)) static int
make_children(const char *program)
{
	int n = 0, status;

	if (fork() == 0) {
		in_child();
		_exit(7);
	}
	if (fork() == 0) {
		execl(program, program, "work", "1", (char *)NULL);
		_exit(2);
	}
	while (wait(&status) > 0)
		n += !WIFEXITED(status) || WEXITSTATUS(status) != 7;
	return n;
}

static void
make_brief_children(void)
{
	for (int i = 0; i < 200; i++) {
		if (fork() == 0) {
			for (int k = 0; k < 10; k++)
				in_short();
			_exit(0);
		}
		wait(NULL);
	}
}

int
main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "work";
	int n = argc > 2 ? atoi(argv[2]) : 1, interrupted = 0;
	pthread_t thread;

	signal(SIGTERM, end);
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (strcmp(what, "children") == 0 && argc > 2) {
		puts("ready");
		return make_children(argv[2]) > 0 ? 1 : 7;
	}
	pthread_create(&thread, NULL, wait_for_input, NULL);
	puts("ready");
	if (strcmp(what, "execute") == 0 && argc > 2) {
		poll(NULL, 0, 100);
		execl(argv[2], argv[2], "work", "1", (char *)NULL);
		return 2;
	}
	if (strcmp(what, "naps") == 0) {
		interrupted = nap();
	} else if (strcmp(what, "twice") == 0) {
		run_twice();
	} else if (strcmp(what, "brief") == 0) {
		make_brief_children();
	} else if (strcmp(what, "faults") == 0) {
		touch();
	} else if (strcmp(what, "threads") == 0) {
		make_threads();
	} else {
		for (int i = 1; i < n; i++)
			pthread_create(&thread, NULL, work, NULL);
		work(NULL);
	}
	puts("done");
	return interrupted > 0 ? 1 : 7;
}
