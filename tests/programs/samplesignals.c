/* samplesignals.c - a program that uses signals in every way, and prints what it sees
 *
 *	samplesignals handlers	handlers for each signal, and for its own timer of processor time
 *	samplesignals masks	all signals blocked; the masks that are read back
 *	samplesignals waits	sigwait() and its like for each real-time signal
 *	samplesignals defaults	children that are ended by each real-time signal
 *	samplesignals storm	many signals to busy threads
 *	samplesignals alternate	alternate signal stacks, and what is read back
 *	samplesignals reads	reads blocked signals from a descriptor
 *	samplesignals taker	one thread takes signals that all threads have blocked
 *	samplesignals vfork	a child of vfork() resets all signals
 *	samplesignals users	busy threads get another user by signals of libc
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "samplework.h"

static volatile sig_atomic_t handled, value;

static void
with_value(int signal, siginfo_t *info, void *context)
{
	(void)signal;
	(void)context;
	handled++;
	value = info->si_value.sival_int;
}

static void
counting(int signal)
{
	(void)signal;
	handled++;
}

/* Installs handlers for the signal NUMBER in several ways. */
static void
handle_one(int number)
{
	struct sigaction new = { .sa_flags = SA_SIGINFO }, old;
	union sigval v = { .sival_int = number };

	new.sa_sigaction = with_value;
	sigfillset(&new.sa_mask);
	handled = 0;
	check("sigaction", sigaction(number, &new, NULL) == 0 && sigqueue(getpid(), number, v) == 0);
	check("handled once", handled == 1 && value == number);
	check("read back", sigaction(number, NULL, &old) == 0 && old.sa_sigaction == with_value
		&& (old.sa_flags & (SA_SIGINFO | SA_RESTART | SA_ONSTACK)) == SA_SIGINFO);
	check("its mask", memcmp(&old.sa_mask, &new.sa_mask, 8) == 0
		|| sigismember(&old.sa_mask, number) == 1);
	check("signal", signal(number, counting) != SIG_ERR);
	raise(number);
	check("handled again", handled == 2);
	check("signal returns the old one", signal(number, SIG_IGN) == counting);
	raise(number);
	check("ignored", handled == 2);
	check("is ignored", sigaction(number, NULL, &old) == 0 && old.sa_handler == SIG_IGN);
	new.sa_flags = SA_SIGINFO | (int)SA_RESETHAND;
	check("once", sigaction(number, &new, NULL) == 0);
	raise(number);
	check("reset", sigaction(number, NULL, &old) == 0 && old.sa_handler == SIG_DFL && handled == 3);
}

static int
handlers(void)
{
	struct itimerval every = { { 0, 5000 }, { 0, 5000 } };

	for (int i = SIGRTMIN; i <= SIGRTMAX; i++)
		handle_one(i);
	handle_one(SIGUSR1);
	handled = 0;
	signal(SIGPROF, counting);
	setitimer(ITIMER_PROF, &every, NULL);
	for (int i = 0; i < 20 && handled <= 15; i++)
		work(0.3);
	check("its own timer", handled > 15);
	puts("handled");
	return 0;
}

static int
masks(void)
{
	sigset_t all, old;
	struct sigaction action = { .sa_handler = counting }, back;
	int missing = 0;

	sigfillset(&all);
	check("set", sigprocmask(SIG_SETMASK, &all, NULL) == 0);
	work(0.3);
	check("get", sigprocmask(SIG_BLOCK, NULL, &old) == 0);
	for (int i = 1; i <= SIGRTMAX; i++)
		missing += sigismember(&old, i) == 0 ? i : 0;
	printf("not blocked, added up: %d\n", missing);
	for (int i = SIGRTMIN; i <= SIGRTMAX; i++) {
		sigset_t one;

		sigemptyset(&one);
		sigaddset(&one, i);
		check("unblock", pthread_sigmask(SIG_UNBLOCK, &one, &old) == 0);
		check("was blocked", sigismember(&old, i) == 1);
		check("block", pthread_sigmask(SIG_BLOCK, &one, &old) == 0);
		check("was unblocked", sigismember(&old, i) == 0);
	}
	action.sa_mask = all;
	check("sigaction", sigaction(SIGUSR1, &action, NULL) == 0
		&& sigaction(SIGUSR1, NULL, &back) == 0);
	for (int i = SIGRTMIN; i <= SIGRTMAX; i++)
		check("mask of a handler", sigismember(&back.sa_mask, i) == 1);
	work(0.1);
	return 0;
}

static int
waits(void)
{
	sigset_t all;
	siginfo_t info;
	int found;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, NULL);
	for (int i = SIGRTMIN; i <= SIGRTMAX; i++) {
		union sigval v = { .sival_int = 3 * i };

		check("queue", sigqueue(getpid(), i, v) == 0);
		work(0.005);
		found = sigwaitinfo(&all, &info);
		check("sigwaitinfo", found == i && info.si_value.sival_int == 3 * i);
		check("kill", kill(getpid(), i) == 0);
		check("sigwait", sigwait(&all, &found) == 0 && found == i);
		check("tgkill", pthread_kill(pthread_self(), i) == 0);
		check("sigwait", sigwait(&all, &found) == 0 && found == i);
	}
	work(0.1);
	puts("waited");
	return 0;
}

static int
defaults(void)
{
	for (int i = SIGRTMIN; i <= SIGRTMAX; i++) {
		pid_t child = fork();
		int status;

		if (child == 0) {
			raise(i);
			_exit(0);
		}
		check("wait", waitpid(child, &status, 0) == child);
		check("ended by the signal", WIFSIGNALED(status) && WTERMSIG(status) == i);
	}
	puts("ended");
	return 0;
}

static volatile int is_over;

static void *
busy(void *unused)
{
	while (!is_over)
		work(0.01);
	return unused;
}

static int
storm(void)
{
	pthread_t threads[2];
	struct sigaction action = { .sa_handler = counting, .sa_flags = SA_RESTART };
	int sent = 20000;

	sigaction(SIGUSR1, &action, NULL);
	for (int i = SIGRTMIN; i <= SIGRTMAX; i++)
		sigaction(i, &action, NULL);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, busy, NULL);
	for (int i = 0; i < sent; i++)
		pthread_kill(threads[i & 1], (i & 2) != 0 ? SIGUSR1 : SIGRTMIN + i / 4 % (SIGRTMAX - SIGRTMIN));
	is_over = 1;
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	check("signals", handled > 100);
	puts("survived");
	return 0;
}

static const char *seen;

static void
where(int signal)
{
	(void)signal;
	seen = __builtin_frame_address(0);
}

static int
alternate(void)
{
	static char space[65536];
	stack_t new = { .ss_sp = space, .ss_size = sizeof space }, old;
	struct sigaction action = { .sa_handler = where, .sa_flags = SA_ONSTACK };

	check("none", sigaltstack(NULL, &old) == 0 && old.ss_flags == SS_DISABLE && old.ss_sp == NULL);
	check("set", sigaltstack(&new, &old) == 0 && old.ss_flags == SS_DISABLE);
	check("read", sigaltstack(NULL, &old) == 0 && old.ss_sp == space && old.ss_flags == 0);
	sigaction(SIGUSR1, &action, NULL);
	raise(SIGUSR1);
	check("used", seen >= space && seen < space + sizeof space);
	work(0.1);
	new.ss_flags = SS_DISABLE;
	check("unset", sigaltstack(&new, &old) == 0 && old.ss_sp == space);
	check("none again", sigaltstack(NULL, &old) == 0 && old.ss_flags == SS_DISABLE);
	memset(space, 1, sizeof space);
	raise(SIGUSR1);
	check("not used", seen < space || seen >= space + sizeof space);
	work(0.1);
	for (size_t i = 0; i < sizeof space; i++)
		check("untouched", space[i] == 1);
#if defined __x86_64__
	new = (stack_t){ .ss_sp = space, .ss_size = 2048 };	/* may be less than the kernel needs */
#else
	new = (stack_t){ .ss_sp = space, .ss_size = 8192 };
#endif
	check("set a small one", sigaltstack(&new, &old) == 0 && old.ss_flags == SS_DISABLE);
	check("read it", sigaltstack(NULL, &old) == 0 && old.ss_sp == space && old.ss_size == new.ss_size);
	work(0.1);
	new.ss_flags = SS_DISABLE;
	check("unset it", sigaltstack(&new, &old) == 0 && old.ss_sp == space);
	check("none at the end", sigaltstack(NULL, &old) == 0 && old.ss_flags == SS_DISABLE);
	puts("alternate");
	return 0;
}

static int
reads(void)
{
	struct signalfd_siginfo info;
	int fd, got = 0;
	sigset_t all;

	sigemptyset(&all);
	for (int i = SIGRTMIN; i <= SIGRTMAX; i++)
		sigaddset(&all, i);
	sigprocmask(SIG_SETMASK, &all, NULL);
	fd = signalfd(-1, &all, SFD_NONBLOCK);
	work(0.1);
	for (int i = SIGRTMIN; i <= SIGRTMAX; i++)
		kill(getpid(), i);
	work(0.1);
	while (read(fd, &info, sizeof info) == sizeof info)
		got++;
	printf("%d of %d\n", got, SIGRTMAX - SIGRTMIN + 1);
	return 0;
}

static void *
take(void *unused)
{
	sigset_t all;
	siginfo_t info;

	sigfillset(&all);
	while (!is_over)
		handled += sigwaitinfo(&all, &info) >= SIGRTMIN;
	return unused;
}

static void *
busy_and_blocking(void *unused)
{
	sigset_t all;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, NULL);
	return busy(unused);
}

static int
taker(void)
{
	pthread_t threads[3];
	sigset_t all;
	int sent = 0;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, NULL);
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, i == 0 ? take : busy_and_blocking, NULL);
	for (; sent < 10 * (SIGRTMAX - SIGRTMIN + 1); sent++) {
		kill(getpid(), SIGRTMIN + sent % (SIGRTMAX - SIGRTMIN + 1));
		usleep(500);
	}
	while (handled < sent)
		usleep(500);
	is_over = 1;
	kill(getpid(), SIGUSR1);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	printf("%d of %d\n", handled, sent);
	return 0;
}

static int
vforks(void)
{
	struct sigaction action = { .sa_handler = counting }, none = { .sa_handler = SIG_DFL };
	struct sigaction own = { .sa_handler = where, .sa_flags = SA_ONSTACK };
	sigset_t mask;
	int blocked = 0;
	pid_t child;

	for (int i = SIGRTMIN; i <= SIGRTMAX; i++) {
		action.sa_flags = i % 2 == 0 ? SA_ONSTACK : 0;
		sigaction(i, &action, NULL);
	}
	child = vfork();
	if (child == 0) {
		for (int i = 1; i <= SIGRTMAX; i++)
			sigaction(i, &none, NULL);
		for (int i = SIGRTMIN; i <= SIGRTMAX; i++)
			sigaction(i, &own, NULL);
		execl("/bin/true", "true", (char *)NULL);
		_exit(1);
	}
	waitpid(child, NULL, 0);
	sigprocmask(SIG_SETMASK, NULL, &mask);
	for (int i = 1; i <= SIGRTMAX; i++)
		blocked += sigismember(&mask, i) == 1;
	work(0.1);
	for (int i = SIGRTMIN; i <= SIGRTMAX; i++)
		kill(getpid(), i);
	printf("%d blocked, %d of %d\n", blocked, handled, SIGRTMAX - SIGRTMIN + 1);
	return 0;
}

static int
users(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, busy, NULL);
	for (int i = 0; i < 100; i++) {
		check("setresuid", setresuid(getuid(), geteuid(), geteuid()) == 0);
		work(0.001);
	}
	is_over = 1;
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	puts("done");
	return 0;
}

int
main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*run)(void);
	} modes[] = {
		{ "handlers", handlers }, { "masks", masks }, { "waits", waits },
		{ "defaults", defaults }, { "storm", storm }, { "alternate", alternate },
		{ "reads", reads }, { "taker", taker }, { "vfork", vforks }, { "users", users },
	};

	for (size_t i = 0; argc == 2 && i < sizeof modes / sizeof *modes; i++) {
		if (strcmp(argv[1], modes[i].name) == 0)
			return modes[i].run();
	}
	return 2;
}
