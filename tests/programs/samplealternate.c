/* samplealternate.c - a program that uses alternate signal stacks, and checks what it finds
 *
 *	samplealternate gone		the stack is unmapped, or freed and used for something else
 *	samplealternate handlers	handlers run on the alternate stack that the program has
 *					set, and the program reads its settings back unchanged
 *	samplealternate leave		handlers leave with siglongjmp(), also after a stack overflow
 *	samplealternate nested		handlers are interrupted by others, in several threads
 *	samplealternate contexts BYTES	coroutines that begin on the alternate stack
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "samplework.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static void
set_stack(void *low, size_t size)
{
	stack_t new = { .ss_sp = low, .ss_size = size };

	check("the stack is set", sigaltstack(&new, NULL) == 0);
}

static void *
map(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	check("memory is mapped", p != MAP_FAILED);
	return p;
}

static void *
gone_thread(void *data)
{
	void *p = map(65536);

	(void)data;
	set_stack(p, 65536);
	work(0.02);
	munmap(p, 65536);
	work(0.1);
	return NULL;
}

static void
gone(void)
{
	size_t sizes[] = { 65536, 16384, 8192, 1 << 20 };
	char *heap = malloc(65536);
	pthread_t id;

	for (unsigned i = 0; i < 4; i++) {
		void *p = map(sizes[i]);

		set_stack(p, sizes[i]);
		work(0.02);
		munmap(p, sizes[i]);
		work(0.05);
	}
	set_stack(heap, 65536);
	work(0.02);
	free(heap);
	heap = malloc(65536);
	memset(heap, 7, 65536);
	work(0.1);
	for (int i = 0; i < 65536; i++)
		check("memory is untouched", heap[i] == 7);
	check("a thread begins", pthread_create(&id, NULL, gone_thread, NULL) == 0);
	pthread_join(id, NULL);
}

static char *volatile seen;
static volatile int runs;
static stack_t during;

static void
where(int signal)
{
	(void)signal;
	seen = __builtin_frame_address(0);
	sigaltstack(NULL, &during);
	runs++;
}

static void
where_info(int signal, siginfo_t *info, void *context)
{
	check("arguments", info->si_signo == signal && info->si_pid == getpid() && context != NULL);
	where(signal);
}

static void
raised(char *low, size_t size)
{
	stack_t old;

	seen = NULL;
	raise(SIGUSR1);
	check("on the stack of the program", seen > low && seen < low + size);
	check("it is in use", during.ss_sp == low && during.ss_size == size
		&& during.ss_flags == SS_ONSTACK);
	check("it is read back", sigaltstack(NULL, &old) == 0 && old.ss_sp == low
		&& old.ss_size == size && old.ss_flags == 0);
}

#define FLAGS (SA_ONSTACK | SA_SIGINFO)

static void
handlers(void)
{
	size_t sizes[] = { 65536, 12288, 1 << 20 };
	struct sigaction action = { .sa_handler = where, .sa_flags = SA_ONSTACK }, old;
	struct sigaction info = { .sa_sigaction = where_info, .sa_flags = SA_ONSTACK | SA_SIGINFO };
	sigset_t all, before;

	sigfillset(&all);
	for (unsigned i = 0; i < 3; i++) {
		char *p = map(sizes[i]);

		sigaction(SIGUSR1, &action, NULL);
		set_stack(p, sizes[i]);
		work(0.02);
		raised(p, sizes[i]);
		check("read", sigaction(SIGUSR1, &info, &old) == 0 && old.sa_handler == where
			&& (old.sa_flags & FLAGS) == SA_ONSTACK);
		raised(p, sizes[i]);
		check("no signal is blocked", pthread_sigmask(SIG_BLOCK, NULL, &before) == 0
			&& memcmp(&before, &(sigset_t){ 0 }, 8) == 0);
		check("read again", sigaction(SIGUSR1, NULL, &old) == 0
			&& old.sa_sigaction == where_info && (old.sa_flags & FLAGS) == FLAGS);
		work(0.02);
	}
	check("signal()", signal(SIGUSR1, SIG_IGN) == (sighandler_t)(void (*)(void))where_info);
	check("signal() again", signal(SIGUSR1, where) == SIG_IGN);
	raise(SIGUSR1);
	check("not on the stack", seen < (char *)during.ss_sp
		|| seen > (char *)during.ss_sp + during.ss_size);
	action.sa_flags |= (int)SA_RESETHAND;
	sigaction(SIGUSR1, &action, NULL);
	check("sigset()", sigset(SIGUSR1, where) == where);
	sigaction(SIGUSR1, &action, NULL);
	runs = 0;
	raise(SIGUSR1);
	check("once", runs == 1 && sigaction(SIGUSR1, NULL, &old) == 0 && old.sa_handler == SIG_DFL);
}

static sigjmp_buf back;

static void
leaves(int signal)
{
	siglongjmp(back, signal);
}

static __attribute__((noinline)) int
overflows(int depth)
{
	volatile char room[4096];

	memset((void *)room, depth, sizeof room);
	return depth < 1000000 ? overflows(depth + 1) + room[depth % 4096] : 0;
}

static void
leave(void)
{
	struct sigaction action = { .sa_handler = leaves, .sa_flags = SA_ONSTACK };
	char *p = map(65536);
	volatile int left = 0;

	set_stack(p, 65536);
	sigaction(SIGSEGV, &action, NULL);
	sigaction(SIGUSR1, &action, NULL);
	for (volatile int i = 0; i < 20; i++) {
		if (sigsetjmp(back, 1) == 0) {
			if (i % 4 == 0)
				overflows(0);
			raise(SIGUSR1);
		}
		left++;
		work(0.01);
		if (i % 3 == 0)
			set_stack(p, 65536);
	}
	check("all have left", left == 20);
}

static volatile int deep, deepest;
static char *nested_low;

static void
nests(int signal)
{
	char *here = __builtin_frame_address(0);

	check("on the stack of the program", here > nested_low && here < nested_low + 262144);
	check("below the interrupted handler", deep == 0 || here < seen);
	seen = here;
	if (++deep > deepest)
		deepest = deep;
	if (deep < 4)
		raise(signal + 1);
	work(0.001);
	deep--;
	seen = here;
}

static void *
works(void *data)
{
	work(0.3);
	return data;
}

static void
nested(void)
{
	struct sigaction action = { .sa_handler = nests, .sa_flags = SA_ONSTACK };
	pthread_t id;

	pthread_create(&id, NULL, works, NULL);
	nested_low = map(262144);
	set_stack(nested_low, 262144);
	for (int i = 0; i < 4; i++)
		sigaction(SIGRTMIN + i, &action, NULL);
	for (int i = 0; i < 40; i++) {
		raise(SIGRTMIN);
		work(0.003);
	}
	check("four deep", deepest == 4);
	pthread_join(id, NULL);
}

#define CONTEXTS 5

static jmp_buf contexts[CONTEXTS], loop;
static volatile int current;
static long turns[CONTEXTS];

/* Handles a signal, and becomes the coroutine number CURRENT.  The coroutine stays on the stack
 * that was the alternate stack when the signal came. */
static void
coroutine(int signal)
{
	int own = current;
	volatile char mark = (char)own;

	(void)signal;
	if (setjmp(contexts[own]) == 0)
		return;
	for (;;) {
		work(0.003);
		check("own stack", mark == own && current == own);
		turns[own]++;
		if (_setjmp(contexts[own]) == 0)
			longjmp(loop, 1);
	}
}

static void
coroutines(size_t size)
{
	struct sigaction action = { .sa_handler = coroutine, .sa_flags = SA_ONSTACK };
	stack_t none = { .ss_flags = SS_DISABLE };
	volatile int turn = 0;

	sigaction(SIGUSR2, &action, NULL);
	for (int i = 0; i < CONTEXTS; i++) {
		current = i;
		set_stack(map(size), size);
		raise(SIGUSR2);
		check("disabled", sigaltstack(&none, NULL) == 0);
	}
	_setjmp(loop);
	if (turn < 100) {
		current = turn++ % CONTEXTS;
		longjmp(contexts[current], 1);
	}
	for (int i = 0; i < CONTEXTS; i++)
		check("each ran", turns[i] == 100 / CONTEXTS);
}

int
main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";

	if (strcmp(mode, "gone") == 0)
		gone();
	else if (strcmp(mode, "handlers") == 0)
		handlers();
	else if (strcmp(mode, "leave") == 0)
		leave();
	else if (strcmp(mode, "nested") == 0)
		nested();
	else if (strcmp(mode, "contexts") == 0 && argc > 2)
		coroutines((size_t)atol(argv[2]));
	else
		return 2;
	printf("%s: as expected\n", mode);
	return 0;
}
