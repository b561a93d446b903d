/* timers.c - the timers of the threads, and how much time their signals stand for
 *
 * Each thread has a timer for its own processor time, which sends its signals to the thread.  A
 * timer for the processor time of the process (ITIMER_PROF) would signal some threads too often.  A
 * timer for real time would interrupt system calls, which then fail with EINTR, and would count
 * time in which the thread waits.
 *
 * The kernel looks at timers of processor time only at its own ticks, which are 4 ms apart on most
 * systems.  Most threads that use less than that are over before a tick interrupts them.  So the
 * timer of a young thread expires at once, and again after each signal: each tick that interrupts
 * the thread brings a signal.  On an idle processor, ticks interrupt each thread in proportion to
 * the processor time that it uses.  So at first, a signal stands for the time of one tick, although
 * the thread may have used less: those short threads that are interrupted also stand for those that
 * are not.  Later, accounts.c knows how much time other threads have used without a signal, and the
 * next signal stands for this time, too.
 *
 * When the thread is no longer young, the timer expires at the wanted rate, but at least at each
 * tick, because kernel.c has to look at each tick.  Then a sample stands for the time since the
 * last one.  The time after the last sample is not counted, but this is little, compared with the
 * time that the thread has used.
 *
 * SPDX-License-Identifier: ISC
 */
#include <signal.h>
#include <sys/resource.h>
#include <time.h>

#include "record/sampling.h"
#include "record/syscalls.h"

#define NANOSECONDS 1000000000u
#define USUAL_TICK 4000000u		/* ns between two ticks of the kernel, if not known */
#define YOUNG 50u			/* how many ticks of time a young thread has used at most */
#define AT_ONCE 1			/* ns until the timer of a young thread expires */
#define AGAIN 1000			/* ns until it expires again */

/* The kernel's number of the clock that measures the processor time of the thread TID. */
#define THREAD_CLOCK(tid) ((int)(~(unsigned)(tid) << 3 | 6))

uint64_t timer_tick = USUAL_TICK;

/* The address of this variable is the value (si_value) of the signals of our timers. */
static char tag;

void
timers_prepare(void)
{
	struct timespec found = { 0, 0 };

	/* The resolution of this clock is a tick. */
	sys_call(SYS_clock_getres, CLOCK_MONOTONIC_COARSE, (long)&found, 0, 0, 0, 0);
	if (found.tv_sec == 0 && found.tv_nsec >= USUAL_TICK / 40)
		timer_tick = (uint64_t)found.tv_nsec;
}

bool
is_sample(const siginfo_t *info)
{
	return info->si_code == SI_TIMER && info->si_value.sival_ptr == &tag;
}

uint64_t
timer_interval(void)
{
	return NANOSECONDS / rec_settings.hz;
}

uint64_t
timer_random(uint64_t seed)
{
	uint64_t hash = (sys_time(CLOCK_MONOTONIC) ^ seed << 40) * UINT64_C(0x9e3779b97f4a7c15);

	return (hash >> 32) * timer_interval() >> 32;
}

/* Returns a hash of the path of the program and ROLE. */
static uint32_t
kind_of(uint32_t role)
{
	static uint32_t hash;

	if (hash == 0) {
		for (const char *at = rec_settings.program; *at != '\0'; at++)
			hash = (hash ^ (unsigned char)*at) * 16777619u;
	}
	return (hash ^ role) * 16777619u;
}

void
timer_begin(struct workspace *w, uint32_t role, uint64_t cpu)
{
	w->cpu = cpu;
	w->state = (struct timer_state){ .is_young = true, .kind = kind_of(role), .begun = cpu,
		.seen = cpu };
}

static uint64_t
least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Sets when the timer of W expires. */
static void
set(const struct workspace *w)
{
	uint64_t first = w->state.is_young ? AT_ONCE
		: least(timer_interval() - w->state.rest, timer_tick);
	uint64_t period = w->state.is_young ? AGAIN : least(timer_interval(), timer_tick);
	long wanted[4];			/* the kernel's struct itimerspec; long has 64 bits */

	wanted[0] = (long)(period / NANOSECONDS);
	wanted[1] = (long)(period % NANOSECONDS);
	wanted[2] = (long)(first / NANOSECONDS);
	wanted[3] = (long)(first % NANOSECONDS);
	sys_call(SYS_timer_settime, w->timer, 0, (long)wanted, 0, 0, 0);
}

void
timer_start(struct workspace *w)
{
	int number = sampling_signal();
	struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = number };

	if (rec_settings.hz == 0 || w->has_timer || rec_quiet)
		return;
	event.sigev_value.sival_ptr = &tag;
	event._sigev_un._tid = w->tid;
	if (number == 0 || sys_call(SYS_timer_create, THREAD_CLOCK(w->tid), (long)&event,
			(long)&w->timer, 0, 0, 0) != 0) {
		file_note(REC_NO_TIMER);
		return;
	}
	w->has_timer = true;
	set(w);
}

/* Returns how often the calling thread has left the processor. */
static uint64_t
switches(void)
{
	struct rusage usage = { .ru_nvcsw = 0 };

	sys_call(SYS_getrusage, RUSAGE_THREAD, (long)&usage, 0, 0, 0, 0);
	return (uint64_t)usage.ru_nvcsw + (uint64_t)usage.ru_nivcsw;
}

/* Returns how much time a signal of a young thread stands for at least, if nothing is known about
 * other threads.  The thread has used TIME since its last signal. */
static uint64_t
least_time(struct timer_state *s, uint64_t time)
{
	uint64_t before = s->switches;

	s->switches = switches();
	/* Several ticks in one system call bring only one signal. */
	return s->switches == before && time > timer_tick + timer_tick / 2 ? time : timer_tick;
}

uint64_t
timer_count(struct workspace *w, uint64_t now)
{
	struct timer_state *s = &w->state;
	uint64_t time = now - s->seen;
	uint64_t ticks;

	s->seen = now;
	if (!s->is_young) {
		s->rest += time;
		ticks = s->rest / timer_interval();
		s->rest %= timer_interval();
		return ticks;
	}
	ticks = account_count(s->kind, time, least_time(s, time));
	if (now - s->begun >= YOUNG * timer_tick) {
		s->is_young = false;
		s->rest = timer_random((uint64_t)w->tid);
		set(w);
	}
	return ticks;
}

void
timer_leave(struct workspace *w, uint64_t now)
{
	if (w->state.is_young)
		account_pay(w->state.kind, now - w->state.seen);
	w->state.seen = now;
}

void
timer_skip(struct workspace *w, uint64_t now)
{
	w->state.begun += now - w->state.seen;
	w->state.seen = now;
}

void
timer_stop(struct workspace *w)
{
	if (__atomic_exchange_n(&w->has_timer, false, __ATOMIC_ACQ_REL))
		sys_call(SYS_timer_delete, w->timer, 0, 0, 0, 0, 0);
}

void
timer_drain(void)
{
	uint64_t ours = signal_bit(sampling_signal());

	sys_call(SYS_rt_sigprocmask, SIG_UNBLOCK, (long)&ours, 0, sizeof ours, 0, 0);
	sys_call(SYS_rt_sigprocmask, SIG_BLOCK, (long)&ours, 0, sizeof ours, 0, 0);
}

void
timers_stop(void)
{
	for (struct workspace *w = workspace_list; w != NULL; w = w->next)
		timer_stop(w);
}

void
timers_restart(void)
{
	for (struct workspace *w = workspace_list; w != NULL; w = w->next) {
		if (w->is_used && w->tid != 0)
			timer_start(w);
	}
}
