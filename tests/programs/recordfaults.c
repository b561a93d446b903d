/* recordfaults.c - counts calls while its recording cannot be written, and handles SIGBUS itself
 *
 *	recordfaults count FILE		calls f() 1,000,000 times; then cuts FILE, its recording, to no
 *					bytes; then does the same again
 *	recordfaults threads FILE	the same in four threads at once
 *	recordfaults work FILE		works until it has used 0.3 s of processor time; after 0.1 s, blocks
 *					all signals and cuts FILE
 *	recordfaults states|halted FILE	halts and continues the recorder, cuts FILE in between, and makes
 *				two children that call f() 1,000 times, one of them while the recorder is
 *				halted
 *	recordfaults handlers		sends SIGBUS to itself, and causes faults, with all kinds of
 *					actions, and prints what happens
 *	recordfaults until FILE		calls f() until FILE exists
 *	recordfaults fault | raise	ends by SIGBUS
 *
 * If FILE is "-", nothing is cut.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

enum { CALLS = 1000000, THREADS = 4, STACK = 65536 };

static volatile long sum;
static const char *file;

__attribute__((noinline)) static void
f(void)
{
	__atomic_fetch_add(&sum, 1, __ATOMIC_RELAXED);
}

__attribute__((no_instrument_function)) static void
cut(void)
{
	if (strcmp(file, "-") != 0 && truncate(file, 0) != 0)
		perror(file);
}

static void
count(void)
{
	for (int i = 0; i < CALLS; i++)
		f();
}

static void *
counting(void *barrier)
{
	count();
	if (pthread_barrier_wait(barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
		cut();
	count();
	return NULL;
}

static void
threads(void)
{
	pthread_t ids[THREADS];
	pthread_barrier_t barrier;

	pthread_barrier_init(&barrier, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&ids[i], NULL, counting, &barrier);
	for (int i = 0; i < THREADS; i++)
		pthread_join(ids[i], NULL);
}

static void
work(void)
{
	sigset_t all;

	sigfillset(&all);
	while (clock() < CLOCKS_PER_SEC / 10)
		continue;
	sigprocmask(SIG_BLOCK, &all, NULL);
	cut();
	while (clock() < CLOCKS_PER_SEC * 3 / 10)
		continue;
}

extern void moncontrol(int);

/* Calls f() in a child. */
static void
count_in_child(void)
{
	pid_t child = fork();

	if (child == 0) {
		for (int i = 0; i < 1000; i++)
			f();
		_exit(0);
	}
	waitpid(child, NULL, 0);
}

static void
states(bool is_halted_first)
{
	f();
	moncontrol(!is_halted_first);
	cut();
	count();
	if (!is_halted_first)
		moncontrol(0);
	count_in_child();
	moncontrol(1);
	count_in_child();
}

static volatile char *page;		/* reading it causes SIGBUS */
static char stack[STACK];
static sigjmp_buf back;
static const char *what;

static void
make_page(void)
{
	char name[] = "/tmp/recordfaults.XXXXXX";
	int fd = mkstemp(name);

	unlink(name);
	page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
}

/* Describes the signal, and where and with which mask the handler runs.  Leaves a fault. */
static void
show(int signal, siginfo_t *info, void *context)
{
	char here;
	sigset_t mask;
	uintptr_t at = (uintptr_t)&here;

	(void)context;
	f();
	sigprocmask(SIG_BLOCK, NULL, &mask);
	printf("%s: signal %d, code %d, value %d, %s, on %s stack, blocked: SIGBUS %d, SIGUSR1 %d\n",
		what, signal, info->si_code, info->si_code == SI_QUEUE ? info->si_value.sival_int : 0,
		info->si_code <= 0 || info->si_addr == (void *)(uintptr_t)page ? "right" : "wrong",
		at > (uintptr_t)stack && at < (uintptr_t)stack + STACK ? "its" : "the usual",
		sigismember(&mask, SIGBUS), sigismember(&mask, SIGUSR1));
	if (info->si_code > 0)
		siglongjmp(back, 1);
}

static void
plain(int signal)
{
	sigset_t mask;

	sigprocmask(SIG_BLOCK, NULL, &mask);
	printf("%s: signal %d, blocked: %d\n", what, signal, sigismember(&mask, SIGBUS));
}

static void
show_action(const char *name)
{
	struct sigaction action;

	sigaction(SIGBUS, NULL, &action);
	printf("%s: %s, flags %x, SIGUSR1 %d\n", name, action.sa_handler == SIG_DFL ? "default"
		: action.sa_handler == SIG_IGN ? "ignored" : action.sa_sigaction == show ? "show"
		: action.sa_handler == plain ? "plain" : "something else",
		(unsigned)action.sa_flags & 0xd8000007u, sigismember(&action.sa_mask, SIGUSR1));
}

static void
install(int flags)
{
	struct sigaction action = { .sa_flags = SA_SIGINFO | flags };

	sigemptyset(&action.sa_mask);
	if ((flags & SA_NODEFER) == 0)
		sigaddset(&action.sa_mask, SIGUSR1);
	action.sa_sigaction = show;
	sigaction(SIGBUS, &action, NULL);
}

static void
each_way(const char *name)
{
	union sigval value = { .sival_int = 42 };

	what = name;
	raise(SIGBUS);
	kill(getpid(), SIGBUS);
	sigqueue(getpid(), SIGBUS, value);
	if (sigsetjmp(back, 1) == 0)
		*page = 1;
}

/* Runs FUNCTION in a child, and prints how the child ends. */
static void
in_child(const char *name, void (*function)(void))
{
	int status;

	fflush(stdout);
	if (fork() == 0) {
		function();
		fflush(stdout);
		_exit(3);
	}
	wait(&status);
	printf("%s: %s %d\n", name, WIFSIGNALED(status) ? "signal" : "status",
		WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}

static void fault(void) { *page = 1; }
static void send(void) { raise(SIGBUS); }
static void send_self(void) { kill(getpid(), SIGBUS); }

static void
fault_blocked(void)
{
	sigset_t set;

	install(0);
	sigfillset(&set);
	sigprocmask(SIG_BLOCK, &set, NULL);
	*page = 1;
}

static void
fault_ignored(void)
{
	signal(SIGBUS, SIG_IGN);
	raise(SIGBUS);
	puts("still here");
	fflush(stdout);
	*page = 1;
}

static void
executed(void)
{
	signal(SIGBUS, plain);
	execlp("sh", "sh", "-c", "kill -BUS $$", NULL);
}

/* Blocks the same signals as the recorder does. */
static void
sent_to_odd_mask(void)
{
	uint64_t mask = ~(UINT64_C(1) << (SIGBUS - 1));

	what = "a mask of all but SIGBUS";
	signal(SIGBUS, plain);
	syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, NULL, sizeof(mask));
	kill(getpid(), SIGBUS);
	count();
}

static void
one_shot(void)
{
	install((int)SA_RESETHAND);
	show_action("before a one-shot handler");
	raise(SIGBUS);
	show_action("after it");
	fflush(stdout);
	raise(SIGBUS);
}

static void
waiting(void)
{
	sigset_t set, pending;
	int found = 0;

	sigemptyset(&set);
	sigaddset(&set, SIGBUS);
	sigprocmask(SIG_BLOCK, &set, NULL);
	kill(getpid(), SIGBUS);
	count();
	sigpending(&pending);
	printf("pending: %d\n", sigismember(&pending, SIGBUS));
	sigwait(&set, &found);
	printf("taken: %d\n", found);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static void
older(void)
{
	printf("signal: %d\n", signal(SIGBUS, plain) == SIG_DFL);
	show_action("after signal()");
	what = "signal";
	raise(SIGBUS);
	printf("signal: %d\n", signal(SIGBUS, SIG_IGN) == plain);
	printf("signal: %d\n", signal(SIGBUS, SIG_DFL) == SIG_IGN);
	printf("sysv_signal: %d\n", sysv_signal(SIGBUS, plain) == SIG_DFL);
	show_action("after sysv_signal()");
	what = "sysv_signal";
	raise(SIGBUS);
	show_action("after the signal");
	printf("sigset: %d\n", sigset(SIGBUS, plain) == SIG_DFL);
	show_action("after sigset()");
	what = "sigset";
	raise(SIGBUS);
	printf("sigset: %d\n", sigset(SIGBUS, SIG_HOLD) == plain);
	printf("sigset: %d\n", sigset(SIGBUS, plain) == SIG_HOLD);
	errno = 0;
	printf("signal: %d %d\n", signal(SIGBUS, SIG_ERR) == SIG_ERR, errno);
	siginterrupt(SIGBUS, 1);
	signal(SIGBUS, plain);
	show_action("signal() after siginterrupt()");
	siginterrupt(SIGBUS, 0);
	show_action("siginterrupt() after signal()");
	signal(SIGBUS, SIG_DFL);
}

static void
handlers(void)
{
	const stack_t other = { .ss_sp = stack, .ss_size = STACK };

	make_page();
	show_action("at first");
	in_child("a fault", fault);
	in_child("raise()", send);
	in_child("kill()", send_self);
	in_child("a fault that is ignored", fault_ignored);
	in_child("a fault that is blocked", fault_blocked);
	in_child("an executed program", executed);
	in_child("a one-shot handler", one_shot);
	in_child("a mask of all but SIGBUS", sent_to_odd_mask);
	in_child("a signal that is waited for", waiting);
	install(0);
	show_action("a handler");
	each_way("a handler");
	install(SA_NODEFER | SA_RESTART);
	show_action("a handler that may be interrupted");
	each_way("a handler that may be interrupted");
	sigaltstack(&other, NULL);
	install(SA_ONSTACK);
	show_action("a handler with its own stack");
	each_way("a handler with its own stack");
	count();
	signal(SIGBUS, SIG_DFL);
	older();
	show_action("at last");
	in_child("a fault", fault);
}

int
main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";

	file = argc > 2 ? argv[2] : "-";
	setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
	if (strcmp(mode, "count") == 0) {
		count();
		cut();
		count();
	} else if (strcmp(mode, "threads") == 0) {
		threads();
	} else if (strcmp(mode, "work") == 0) {
		work();
	} else if (strcmp(mode, "states") == 0 || strcmp(mode, "halted") == 0) {
		states(*mode == 'h');
	} else if (strcmp(mode, "until") == 0) {
		while (access(file, F_OK) != 0)
			count();
		sum = 0;
	} else if (strcmp(mode, "handlers") == 0) {
		handlers();
	} else if (strcmp(mode, "fault") == 0) {
		make_page();
		*page = 1;
	} else if (strcmp(mode, "raise") == 0) {
		raise(SIGBUS);
	}
	printf("%ld\n", sum);
	return 0;
}
