/* sampleonstack.c - a program with handlers for alternate signal stacks, that prints what it sees
 *
 *	sampleonstack switch	a handler continues a coroutine, and returns when the coroutine has
 *				worked; with and without an alternate stack
 *	sampleonstack without	without an alternate stack, the handler runs on the stack of the thread
 *	sampleonstack vfork	a child of vfork() changes its alternate stack
 *	sampleonstack asks	asks the kernel for the alternate stack, as the runtime of Go does
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "samplework.h"

#define BYTES 65536

static char first[BYTES], second[BYTES];

static void
handle(int signal, void (*handler)(int, siginfo_t *, void *))
{
	struct sigaction action = { .sa_sigaction = handler, .sa_flags = SA_ONSTACK | SA_SIGINFO };

	check("the handler is installed", sigaction(signal, &action, NULL) == 0);
}

static void
set_stack(void *low, int flags)
{
	stack_t new = { .ss_sp = low, .ss_size = BYTES, .ss_flags = flags };

	check("the stack is set", sigaltstack(&new, NULL) == 0);
}

static ucontext_t handlers, coroutines;

static void
switches(int signal, siginfo_t *info, void *context)
{
	volatile char mark[1000];
	ucontext_t *interrupted = context;
	ucontext_t before = *interrupted;

	memset((char *)mark, signal, sizeof mark);
	swapcontext(&handlers, &coroutines);
	for (size_t i = 0; i < sizeof mark; i++)
		check("the stack of the handler is untouched", mark[i] == signal);
	check("its arguments are untouched", info->si_signo == signal && info->si_pid == getpid()
		&& memcmp(&before.uc_mcontext, &interrupted->uc_mcontext, 64) == 0);
}

static void
coroutine(void)
{
	work(0.1);
	setcontext(&handlers);
}

static void
switches_twice(void)
{
	volatile double number = 0.25;

	for (int i = 0; i < 2; i++) {
		getcontext(&coroutines);
		coroutines.uc_stack.ss_sp = second;
		coroutines.uc_stack.ss_size = sizeof second;
		makecontext(&coroutines, coroutine, 0);
		raise(SIGUSR1);
		check("registers are restored", number == 0.25);
		work(0.01);
	}
}

static void
with_and_without(void)
{
	handle(SIGUSR1, switches);
	switches_twice();
	set_stack(first, 0);
	switches_twice();
}

static uintptr_t interrupted;

static __attribute__((noinline)) int
deepens(int depth)
{
	volatile char room[4096];

	memset((char *)room, depth, sizeof room);
	return depth > 0 ? deepens(depth - 1) + room[depth % 4096] : room[0];
}

static void
stays(int signal, siginfo_t *info, void *context)
{
	uintptr_t here = (uintptr_t)__builtin_frame_address(0);
	stack_t old;

	(void)info;
	(void)context;
	check("it runs on the stack of the thread", here < interrupted
		&& interrupted - here < 100000);
	check("no stack is read back", sigaltstack(NULL, &old) == 0
		&& old.ss_flags == SS_DISABLE);
	if (signal == SIGUSR1)
		raise(SIGUSR2);
	else
		deepens(500);
	work(0.03);
	set_stack(first, 0);
	set_stack(first, SS_DISABLE);
}

static void *
without(void *data)
{
	interrupted = (uintptr_t)__builtin_frame_address(0);
	handle(SIGUSR1, stays);
	handle(SIGUSR2, stays);
	for (int i = 0; i < 3; i++)
		raise(SIGUSR1);
	return data;
}

static void
in_threads(void)
{
	pthread_t id;

	without(NULL);
	check("a thread begins", pthread_create(&id, NULL, without, NULL) == 0);
	pthread_join(id, NULL);
}

static volatile uintptr_t seen;

static void
sees(int signal, siginfo_t *info, void *context)
{
	(void)signal;
	(void)info;
	(void)context;
	seen = (uintptr_t)__builtin_frame_address(0);
}

static int
is_on(const char *stack)
{
	seen = 0;
	raise(SIGUSR1);
	return seen > (uintptr_t)stack && seen <= (uintptr_t)stack + BYTES;
}

static void
child(void)
{
	volatile pid_t pid;
	stack_t old;
	int status;

	handle(SIGUSR1, sees);
	set_stack(first, 0);
	pid = vfork();
	if (pid == 0) {
		if (sigaltstack(NULL, &old) != 0 || old.ss_sp != first || !is_on(first))
			_exit(1);
		set_stack(second, 0);
		if (sigaltstack(NULL, &old) != 0 || old.ss_sp != second || !is_on(second))
			_exit(2);
		set_stack(second, SS_DISABLE);
		_exit(3);
	}
	check("the child has its own stacks", waitpid(pid, &status, 0) == pid
		&& WEXITSTATUS(status) == 3);
	check("the parent has still its own", sigaltstack(NULL, &old) == 0
		&& old.ss_sp == first && old.ss_flags == 0 && is_on(first));
}

static void
on_coroutine(void)
{
	for (int i = 0; i < 5; i++) {
		raise(SIGUSR1);
		work(0.02);
	}
	setcontext(&handlers);
}

/* Uses the alternate stack that the kernel tells, or sets one if there is none. */
static void
asks(void)
{
	stack_t own = { .ss_sp = first, .ss_size = BYTES }, old;
	volatile int is_done = 0;

	handle(SIGUSR1, sees);
	check("the kernel tells its stack", syscall(SYS_sigaltstack, NULL, &old) == 0);
	if (old.ss_flags == SS_DISABLE) {
		check("the kernel takes a stack", syscall(SYS_sigaltstack, &own, NULL) == 0);
		old = own;
	}
	getcontext(&coroutines);
	coroutines.uc_stack.ss_sp = second;
	coroutines.uc_stack.ss_size = sizeof second;
	makecontext(&coroutines, on_coroutine, 0);
	getcontext(&handlers);
	if (!is_done) {
		is_done = 1;
		setcontext(&coroutines);
	}
	check("the handler ran on this stack", seen > (uintptr_t)old.ss_sp
		&& seen <= (uintptr_t)old.ss_sp + old.ss_size);
}

int
main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";

	if (strcmp(mode, "switch") == 0)
		with_and_without();
	else if (strcmp(mode, "without") == 0)
		in_threads();
	else if (strcmp(mode, "vfork") == 0)
		child();
	else if (strcmp(mode, "asks") == 0)
		asks();
	else
		return 2;
	printf("%s: as expected\n", mode);
	return 0;
}
