/* samplequiet.c - a program with a filter of system calls, so that the recorder makes none
 *
 *	samplequiet threads	threads that start when the filter is installed: their masks
 *	samplequiet ends	children that are ended by each real-time signal
 *	samplequiet refused	a filter for all threads, of which one cannot have it; then works
 *	samplequiet actions	the system call of sigaction() fails
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "samplework.h"

enum { THREADS = 8 };

/* Allows all system calls. */
static struct sock_filter all[] = { BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW) };
static const struct sock_fprog allow_all = { 1, all };

static void
install(const struct sock_fprog *filter)
{
	check("filter", prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter) == 0);
}

static void *
read_mask(void *mask)
{
	syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, mask, sizeof(unsigned long));
	return NULL;
}

/* On one processor, the first thread installs the filter before the others run. */
static void
start_threads(void)
{
	pthread_t threads[THREADS];
	unsigned long masks[THREADS] = { 0 };
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	sched_setaffinity(0, sizeof one, &one);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, read_mask, &masks[i]);
	install(&allow_all);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		check("no signals are blocked", masks[i] == 0);
	}
}

static void
end_children(void)
{
	for (int i = SIGRTMIN; i <= SIGRTMAX; i++) {
		pid_t child = fork();
		int status;

		if (child == 0) {
			install(&allow_all);
			kill(getpid(), i);
			_exit(0);
		}
		check("wait", waitpid(child, &status, 0) == child);
		check("ended by the signal", WIFSIGNALED(status) && WTERMSIG(status) == i);
	}
}

static int pipes[2];

/* Installs a filter by a system call of which the recorder does not know, and waits. */
static void *
filtered(void *libc)
{
	long (*call)(long, ...) = (long (*)(long, ...))dlsym(libc, "syscall");
	char byte = 0;

	check("filter of a thread", call(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &allow_all) == 0);
	check("tell", write(pipes[1], &byte, 1) == 1);
	pause();
	return NULL;
}

static void
be_refused(void)
{
	pthread_t thread;
	char byte;

	check("pipe", pipe(pipes) == 0);
	pthread_create(&thread, NULL, filtered, dlopen("libc.so.6", RTLD_NOW));
	check("wait", read(pipes[0], &byte, 1) == 1);
	check("refused", syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC,
		&allow_all) > 0);
	work(0.2);
}

static void
handle(int signal)
{
	(void)signal;
}

static void
fail_actions(void)
{
	struct sock_filter refuse[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigaction, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog filter = { sizeof refuse / sizeof *refuse, refuse };
	struct sigaction action = { .sa_handler = handle };

	install(&filter);
	for (int i = SIGRTMIN; i <= SIGRTMAX; i++) {
		check("fails", sigaction(i, &action, NULL) == -1 && errno == EPERM);
		if (sigaction(i, NULL, &action) == 0)
			check("is unchanged", action.sa_handler == SIG_DFL);
		action.sa_handler = handle;
	}
}

int
main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} modes[] = {
		{ "threads", start_threads }, { "ends", end_children },
		{ "refused", be_refused }, { "actions", fail_actions },
	};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return 77;
	for (size_t i = 0; argc == 2 && i < sizeof modes / sizeof *modes; i++) {
		if (strcmp(argv[1], modes[i].name) == 0) {
			modes[i].run();
			puts("as expected");
			return 0;
		}
	}
	return 2;
}
