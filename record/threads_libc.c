/* threads_libc.c - threads that libc creates for the program
 *
 * With SIGEV_THREAD, libc creates a thread that calls a function of the program: sigevent(3type).
 * pthread_create() does not see such a thread.  So libc is given a function of ours, which prepares
 * the thread for samples, and then calls the function of the program.
 *
 * libc also creates threads that do its own work, for example for aio_read() and getaddrinfo_a().
 * No samples of these threads are taken; sampling.c notes how much processor time they use.
 *
 * SPDX-License-Identifier: ISC
 */
#include <aio.h>
#include <mqueue.h>
#include <netdb.h>
#include <signal.h>
#include <time.h>

#include "record/sampling.h"
#include "record/syscalls.h"

enum {
	MOST_CALLS = 4096,		/* how many different calls are known at most */
	TRIES = 32,			/* how many places a search for a call looks at */
};

/* A function that libc is to call, and its argument.  Calls are never removed: a thread that libc
 * creates may use a call after the program has deleted the timer. */
struct call {
	bool is_taken;
	void (*function)(union sigval);	/* NULL: .value is not yet set */
	union sigval value;
};
static struct call calls[MOST_CALLS];

/* Returns the call of FUNCTION with VALUE, or NULL if there is no room for it. */
static struct call *
call_of(void (*function)(union sigval), union sigval value)
{
	uint64_t hash = ((uintptr_t)function + (uintptr_t)value.sival_ptr / sizeof(void *))
		* UINT64_C(0x9e3779b97f4a7c15) >> 40;

	for (unsigned i = 0; i < TRIES; i++) {
		struct call *c = &calls[(hash + i) % MOST_CALLS];
		void (*found)(union sigval) = __atomic_load_n(&c->function, __ATOMIC_ACQUIRE);

		if (found == NULL && !__atomic_exchange_n(&c->is_taken, true, __ATOMIC_RELAXED)) {
			c->value = value;
			__atomic_store_n(&c->function, function, __ATOMIC_RELEASE);
			return c;
		}
		if (found == function && c->value.sival_ptr == value.sival_ptr)
			return c;
	}
	return NULL;
}

/* The first function of the program's in a thread that libc has created.  VALUE is a call. */
static void
call_main(union sigval value)
{
	const struct call *c = value.sival_ptr;

	thread_enter((void (*)(void))c->function, (uintptr_t)__builtin_frame_address(0));
	c->function(c->value);
}

/* If EVENT, which may be NULL, asks for a call in a new thread, copies EVENT to *COPY with our
 * function in place of the program's, and returns COPY.  Otherwise returns EVENT. */
static struct sigevent *
replaced(struct sigevent *event, struct sigevent *copy)
{
	struct call *c;

	if (!rec_started || rec_quiet || event == NULL || event->sigev_notify != SIGEV_THREAD
	    || event->sigev_notify_function == NULL)
		return event;
	c = call_of(event->sigev_notify_function, event->sigev_value);
	if (c == NULL)
		return event;
	*copy = *event;
	copy->sigev_notify_function = call_main;
	copy->sigev_value.sival_ptr = c;
	return copy;
}

EXPORT int
timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict timer)
{
	struct sigevent copy;
	int result = NEXT(timer_create)(clock, replaced(event, &copy), timer);

	signals_retake();
	return result;
}

EXPORT int
mq_notify(mqd_t queue, const struct sigevent *event)
{
	struct sigevent copy;
	int result = NEXT(mq_notify)(queue, replaced((struct sigevent *)(uintptr_t)event, &copy));

	signals_retake();
	return result;
}

EXPORT int
getaddrinfo_a(int mode, struct gaicb *list[restrict], int n, struct sigevent *restrict event)
{
	struct sigevent copy;
	int result = NEXT(getaddrinfo_a)(mode, list, n, replaced(event, &copy));

	signals_retake();
	return result;
}

EXPORT int
lio_listio(int mode, struct aiocb *const list[restrict], int n, struct sigevent *restrict event)
{
	struct sigevent copy;
	int result = NEXT(lio_listio)(mode, list, n, replaced(event, &copy));

	signals_retake();
	return result;
}

EXPORT int
lio_listio64(int mode, struct aiocb64 *const list[restrict], int n,
	struct sigevent *restrict event)
{
	struct sigevent copy;
	int result = NEXT(lio_listio64)(mode, list, n, replaced(event, &copy));

	signals_retake();
	return result;
}

EXPORT int
aio_read(struct aiocb *request)
{
	int result = NEXT(aio_read)(request);

	signals_retake();
	return result;
}

EXPORT int
aio_read64(struct aiocb64 *request)
{
	int result = NEXT(aio_read64)(request);

	signals_retake();
	return result;
}

EXPORT int
aio_write(struct aiocb *request)
{
	int result = NEXT(aio_write)(request);

	signals_retake();
	return result;
}

EXPORT int
aio_write64(struct aiocb64 *request)
{
	int result = NEXT(aio_write64)(request);

	signals_retake();
	return result;
}

EXPORT int
aio_fsync(int operation, struct aiocb *request)
{
	int result = NEXT(aio_fsync)(operation, request);

	signals_retake();
	return result;
}

EXPORT int
aio_fsync64(int operation, struct aiocb64 *request)
{
	int result = NEXT(aio_fsync64)(operation, request);

	signals_retake();
	return result;
}
