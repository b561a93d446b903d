/* threads.c - start and end of threads
 *
 * A destructor of thread-specific data runs at the end of a thread, also after pthread_exit() and
 * cancellation.  So the recorder learns of the end of a thread without a function on the stack of
 * the thread.
 *
 * Nothing is allocated with malloc() in a new thread: glibc would map another heap for it.
 *
 * SPDX-License-Identifier: ISC
 */
#include <limits.h>
#include <pthread.h>
#include <sys/resource.h>
#include <threads.h>

#include "record/sampling.h"
#include "record/syscalls.h"

#define MAIN_STACK ((uint64_t)64 << 20)	/* greatest part of the first thread's stack that is read
					 * directly, in bytes */

/* Roles of threads for timer_begin().  The role of a thread that was created is the offset of its
 * start routine in a page, which is the same in all processes of the program. */
enum { LEAST_PAGE = 4096, FIRST_THREAD, FORKED_THREAD };

static pthread_key_t key;		/* the destructor of this key is at_thread_exit() */
static bool has_key;

/* The high end of the first thread's stack, as glibc knows it.
 * NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
extern void *__libc_stack_end __attribute__((weak));

/* Sets the bounds of the stack of T, the first thread, unless the bounds are known. */
static void
bound_first_stack(struct thread *t)
{
	struct { uint64_t now, most; } limit = { MAIN_STACK, MAIN_STACK };

	if (&__libc_stack_end == NULL || t->stack_high != 0)
		return;
	sys_call(SYS_prlimit64, 0, RLIMIT_STACK, 0, (long)&limit, 0, 0);
	if (limit.now > MAIN_STACK)
		limit.now = MAIN_STACK;
	t->stack_high = (uintptr_t)__libc_stack_end;
	t->stack_low = t->stack_high - (uintptr_t)limit.now;
}

static void
at_thread_exit(void *data)
{
	struct thread *t = data;
	struct workspace *w = t->workspace;
	uint64_t signals;

	/* Destructors of the program are recorded, too.  So wait for the last round of
	 * destructors. */
	if (w != NULL && ++w->rounds < PTHREAD_DESTRUCTOR_ITERATIONS
	    && pthread_setspecific(key, t) == 0)
		return;
	signals = block_signals();
	thread_end(t);
	unblock_signals(signals);
}

void
thread_begin(struct thread *t)
{
	struct workspace *w = t->workspace;

	if (rec_quiet || t->ended)
		return;
	if (!has_key)
		has_key = pthread_key_create(&key, at_thread_exit) == 0;
	if (has_key)
		pthread_setspecific(key, t);
	if (w == NULL && (w = workspace_take()) != NULL)
		w->start = NULL;
	if (w == NULL || w->has_timer)
		return;
	t->workspace = w;
	w->tid = (int)sys_gettid();
	if (w->start != NULL)
		timer_begin(w, (uint32_t)(uintptr_t)w->start % LEAST_PAGE, 0);
	else
		timer_begin(w, FIRST_THREAD, sys_time(CLOCK_THREAD_CPUTIME_ID));
	if (w->tid == (int)sys_getpid())
		sampling_begin(w->cpu);
	w->rounds = 0;
	if (w->tid == (int)sys_getpid())
		bound_first_stack(t);
	if (rec_settings.hz > 0) {
		alternate_set(w);
		timer_start(w);
	}
}

void
thread_end(struct thread *t)
{
	struct workspace *w = t->workspace;

	process_check();
	if (w != NULL) {
		timer_stop(w);
		timer_drain();
		cpu_finish(t);
		t->workspace = NULL;
		if (alternate_remove(w))
			workspace_give(w);
	}
	tables_release(t);
}

void
threads_forget(struct thread *t)
{
	struct workspace *w = t->workspace;

	workspaces_forget(w);
	profil_forget();
	if (w == NULL)
		return;
	w->tid = (int)sys_gettid();
	alternate_return(w);		/* if the parent was quiet, it had removed ours */
	timer_begin(w, FORKED_THREAD, 0);
	sampling_begin(0);
	timer_start(w);
}

/* Prepares the calling thread, which has just begun, for recording with W.  STACK_HIGH is an
 * address in the first frame of the thread. */
static void
enter(struct workspace *w, uintptr_t stack_high)
{
	struct thread *t = &rec_thread;
	uint64_t signals = block_signals();

	if (signals != SIGNALS_UNCHANGED)
		signals &= ~signal_bit(sampling_signal());
	t->workspace = w;
	/* The variables of the thread (TLS) are at the high end of the memory for the stack, so the
	 * stack is smaller than wanted.  Half of the wanted size certainly exists. */
	t->stack_high = stack_high;
	t->stack_low = stack_high - w->stack_bytes / 2;
	thread_begin(t);
	unblock_signals(signals);
}

/* The first function of a thread.  DATA is the workspace of the thread. */
static void *
thread_main(void *data)
{
	struct workspace *w = data;
	void *(*start)(void *) = w->start;
	void *argument = w->argument;

	enter(w, (uintptr_t)__builtin_frame_address(0));
	return start(argument);
}

/* Like thread_main(), for thrd_create(). */
static int
thrd_main(void *data)
{
	struct workspace *w = data;
	thrd_start_t start = (thrd_start_t)(void (*)(void))w->start;
	void *argument = w->argument;

	enter(w, (uintptr_t)__builtin_frame_address(0));
	return start(argument);
}

/* Returns the workspace of a new thread, which will call START(ARGUMENT).  ATTRIBUTES may be NULL.
 * Returns NULL if no samples of the thread will be taken. */
static struct workspace *
prepare(const pthread_attr_t *attributes, void (*start)(void), void *argument)
{
	struct workspace *w;
	pthread_attr_t usual;

	process_check();
	if (!rec_started || rec_quiet || (w = workspace_take()) == NULL)
		return NULL;
	w->start = (void *(*)(void *))start;
	w->argument = argument;
	w->alternate_is_ours = false;
	w->stack_bytes = 0;
	if (attributes != NULL) {
		pthread_attr_getstacksize(attributes, &w->stack_bytes);
	} else if (pthread_attr_init(&usual) == 0) {
		pthread_attr_getstacksize(&usual, &w->stack_bytes);
		pthread_attr_destroy(&usual);
	}
	return w;
}

void
thread_enter(void (*start)(void), uintptr_t stack_high)
{
	struct workspace *w = rec_thread.workspace == NULL ? prepare(NULL, start, NULL) : NULL;

	if (w != NULL)
		enter(w, stack_high);
}

EXPORT int
pthread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*start)(void *),
	void *argument)
{
	struct workspace *w = prepare(attributes, (void (*)(void))start, argument);
	int error;

	if (w == NULL)
		return NEXT(pthread_create)(id, attributes, start, argument);
	error = NEXT(pthread_create)(id, attributes, thread_main, w);
	signals_retake();
	if (error != 0)
		workspace_give(w);
	return error;
}

EXPORT int
thrd_create(thrd_t *id, thrd_start_t start, void *argument)
{
	struct workspace *w = prepare(NULL, (void (*)(void))start, argument);
	int error;

	if (w == NULL)
		return NEXT(thrd_create)(id, start, argument);
	error = NEXT(thrd_create)(id, thrd_main, w);
	signals_retake();
	if (error != thrd_success)
		workspace_give(w);
	return error;
}
