/* restricts.c - restricts its system calls to those that most programs make
 *
 *	restricts exec PROGRAM ARGUMENT...	then executes PROGRAM
 *	restricts shell				then runs the shell
 *	restricts vfork				in a child of vfork(); then works
 *	restricts dispatch			by Syscall User Dispatch; then works in a child
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "samplework.h"

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#endif

/* The kernel ends a process that makes one of these calls. */
static const unsigned forbidden[] = { SYS_faccessat, SYS_gettid, SYS_mincore, SYS_nanosleep,
	SYS_process_vm_readv, SYS_process_vm_writev, SYS_ptrace, SYS_readlinkat, SYS_rt_sigqueueinfo,
	SYS_rt_tgsigqueueinfo, SYS_sigaltstack, SYS_tgkill, SYS_timer_create, SYS_timer_delete,
	SYS_timer_settime, SYS_waitid };

enum { FORBIDDEN = sizeof forbidden / sizeof *forbidden };

static void
restrict_calls(void)
{
	struct sock_filter filter[FORBIDDEN + 3];
	struct sock_fprog program = { FORBIDDEN + 3, filter };

	filter[0] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
		offsetof(struct seccomp_data, nr));
	for (int i = 0; i < FORBIDDEN; i++)
		filter[1 + i] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, forbidden[i],
			FORBIDDEN - i, 0);
	filter[FORBIDDEN + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	filter[FORBIDDEN + 2] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_THREAD);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
	    || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
		_exit(77);
}

static void
run_shells(void)
{
	FILE *stream;

	restrict_calls();
	printf("system: %d\n", system("echo system"));
	fflush(stdout);
	stream = popen("read line; echo $line", "w");
	fputs("popen\n", stream);
	printf("popen: %d\n", pclose(stream));
}

static void
restrict_in_child(void)
{
	int status;
	pid_t pid = vfork();

	if (pid == 0) {
		restrict_calls();
		execl("/none", "none", (char *)NULL);
		execl("/bin/echo", "echo", "child", (char *)NULL);
		_exit(1);
	}
	waitpid(pid, &status, 0);
	printf("child: %d\n", status);
	pid = vfork();
	if (pid == 0) {
		restrict_calls();
		_exit(3);
	}
	waitpid(pid, &status, 0);
	printf("child: %d\n", status);
	work(0.3);
}

static volatile char selector;

/* The handler of SIGSYS returns from the call.  RESULT is at the place for the result. */
static void
on_call(int signal, siginfo_t *info, void *context)
{
	(void)signal;
	selector = 0;
#if defined __x86_64__
	((ucontext_t *)context)->uc_mcontext.gregs[REG_RAX] = info->si_syscall;
#else
	(void)info;
	(void)context;
#endif
}

static void
dispatch_calls(void)
{
#if defined __x86_64__
	struct sigaction action = { .sa_sigaction = on_call, .sa_flags = SA_SIGINFO };
	int right = 0, status;
	pid_t pid;

	sigaction(SIGSYS, &action, NULL);
	if (prctl(PR_SET_SYSCALL_USER_DISPATCH, 1, 0, 0, &selector) != 0)
		exit(77);
	for (int i = 0; i < 100; i++) {
		long number = 0xf000;

		selector = 1;
		for (int k = 0; k < 1000000; k++)
			sink += (unsigned long)k;
		__asm__ volatile("syscall" : "+a"(number) : : "rcx", "r11", "memory");
		right += number == 0xf000;
	}
	printf("%d calls were dispatched\n", right);
	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		work(0.3);
		execl("/bin/echo", "echo", "child", (char *)NULL);
		_exit(1);
	}
	waitpid(pid, &status, 0);
	printf("child: %d\n", status);
#else
	exit(77);
#endif
}

int
main(int argc, char **argv)
{
	if (argc > 2 && strcmp(argv[1], "exec") == 0) {
		restrict_calls();
		execvp(argv[2], argv + 2);
		return 1;
	}
	if (argc == 2 && strcmp(argv[1], "shell") == 0)
		run_shells();
	else if (argc == 2 && strcmp(argv[1], "vfork") == 0)
		restrict_in_child();
	else if (argc == 2 && strcmp(argv[1], "dispatch") == 0)
		dispatch_calls();
	return 0;
}
