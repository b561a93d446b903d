/* samplestacks.c - a program whose stacks are known
 *
 *	samplestacks shares		easy() and hard() call part() equally often; hard() for longer
 *	samplestacks deep N		a recursion of N frames
 *	samplestacks qsort		a callback of libc
 *	samplestacks handler		a signal handler that works, on an alternate stack and without
 *	samplestacks restricted		no system calls but write, exit and return from signals
 *	samplestacks probe		asks whether it could restrict its system calls, then works
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "littlework.h"

#define NOINLINE __attribute__((noinline, noclone))

static volatile unsigned long sink;

NOINLINE static void
part(long rounds)
{
	for (long i = 0; i < rounds; i++)
		sink += (unsigned long)i;
}

NOINLINE static void
easy(void)
{
	part(10);
	sink++;
}

NOINLINE static void
hard(void)
{
	part(100000);
	sink++;
}

static double
processor_time(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return haste * ((double)t.tv_sec + 1e-9 * (double)t.tv_nsec);
}

static void
shares(void)
{
	while (processor_time() < 0.4) {
		easy();
		hard();
	}
}

NOINLINE static void
recursion(int n)
{
	if (n > 1)
		recursion(n - 1);
	else
		while (processor_time() < 0.2)
			part(10000);
	sink++;
}

NOINLINE static int
compare(const void *a, const void *b)
{
	part(200);
	return *(const int *)a - *(const int *)b;
}

static void
sort(void)
{
	static int numbers[1000];

	while (processor_time() < 0.25) {
		for (int i = 0; i < 1000; i++)
			numbers[i] = (i * 7919) % 1000;
		qsort(numbers, 1000, sizeof *numbers, compare);
	}
}

NOINLINE static void
handle(int signal)
{
	(void)signal;
	part(20000);
	sink++;
}

NOINLINE static void
interrupted(int flags)
{
	static char space[65536];
	stack_t alternate = { .ss_sp = space, .ss_size = sizeof space };
	struct sigaction action = { .sa_handler = handle, .sa_flags = flags };
	double end = processor_time() + 0.15;

	sigaltstack(&alternate, NULL);
	sigaction(SIGUSR1, &action, NULL);
	while (processor_time() < end)
		raise(SIGUSR1);
	sink++;
}

/* Restricts the system calls with the filter PROGRAM, by prctl() if BY_PRCTL, else by seccomp(). */
static int
restrict_calls(struct sock_fprog *program, int by_prctl)
{
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return -1;
	if (by_prctl)
		return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program);
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, program);
}

static int
restricted(int by_prctl)
{
#define ALLOW(number) \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), \
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		ALLOW(SYS_write),
		ALLOW(SYS_exit_group),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
	};
	struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
	static const char text[] = "restricted\n";

	while (processor_time() < 0.1)
		part(10000);
	if (restrict_calls(&program, by_prctl) != 0)
		return errno == EINVAL || errno == ENOSYS ? 77 : 1;
	part(30000000);
	if (write(1, text, sizeof text - 1) < 0)
		return 1;
	_exit(0);
}

static int
probe(void)
{
	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) == 0 || errno == EINVAL)
		return 77;
	while (processor_time() < 0.2)
		part(10000);
	return 0;
}

int
main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";

	if (strcmp(mode, "shares") == 0)
		shares();
	else if (strcmp(mode, "deep") == 0 && argc > 2)
		recursion(atoi(argv[2]));
	else if (strcmp(mode, "qsort") == 0)
		sort();
	else if (strcmp(mode, "handler") == 0)
		interrupted(0), interrupted(SA_ONSTACK);
	else if (strcmp(mode, "restricted") == 0)
		return restricted(argc > 2);
	else if (strcmp(mode, "probe") == 0)
		return probe();
	else
		return 2;
	puts("done");
	return 0;
}
