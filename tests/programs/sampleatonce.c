/* sampleatonce.c - a busy thread gets many signals, whose handler does nothing
 *
 * sampleatonce [onstack]: with the argument, the handler has an alternate stack.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "littlework.h"

enum { ROUNDS = 1200, STACK = 65536 };

static volatile long handled;
static volatile double sum;
static pthread_t first;
static volatile sig_atomic_t is_over;

static void
in_handler(int signal)
{
	(void)signal;
	handled++;
}

__attribute__((noinline)) static void
in_loop(void)
{
	for (int i = 0; i < 200000; i++)
		sum += i * 0.5;
}

static void *
send(void *unused)
{
	const struct timespec moment = { 0, 50000 };

	while (!is_over) {
		nanosleep(&moment, NULL);
		pthread_kill(first, SIGURG);
	}
	return unused;
}

int
main(int argc, char **argv)
{
	struct sigaction action = { .sa_handler = in_handler, .sa_flags = SA_RESTART };
	stack_t stack = { .ss_sp = malloc(STACK), .ss_size = STACK };
	pthread_t sender;

	(void)argv;
	first = pthread_self();
	if (argc > 1) {
		action.sa_flags |= SA_ONSTACK;
		sigaltstack(&stack, NULL);
	}
	sigaction(SIGURG, &action, NULL);
	pthread_create(&sender, NULL, send, NULL);
	for (int i = 0; i < ROUNDS / haste; i++)
		in_loop();
	is_over = 1;
	pthread_join(sender, NULL);
	return handled > 0 ? 0 : 1;
}
