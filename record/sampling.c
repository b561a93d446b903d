/* sampling.c - the timers of the threads, and the handler of their signal
 *
 * Each thread has a timer for its own processor time, which sends its signals to the thread.  A
 * timer for the processor time of the process (ITIMER_PROF) would signal some threads too often.  A
 * timer for real time would interrupt system calls, which then fail with EINTR, and would count
 * time in which the thread waits.  The kernel checks timers of processor time only at its own
 * ticks, which are 4 ms apart on most systems.  So each signal says how often the timer has
 * expired.
 *
 * The first expiry comes after a random part of the interval, so that the expected number of
 * samples of a short thread is proportional to its processor time.
 *
 * SPDX-License-Identifier: ISC
 */
#include <signal.h>
#include <sys/auxv.h>
#include <time.h>

#include "record/sampling.h"
#include "record/syscalls.h"

#define NANOSECONDS 1000000000u

/* The kernel's number of the clock that measures the processor time of the thread TID. */
#define THREAD_CLOCK(tid) ((int)(~(unsigned)(tid) << 3 | 6))

static int number;			/* number of the signal of the timers; 0: none */
static enum rec_unwind unwind;

/* The address of this variable is the value (si_value) of the signals of our timers. */
static char tag;

/* What the handler passes to take_sample(). */
struct interruption {
	const ucontext_t *context;
	uint64_t ticks;			/* how often the timer has expired */
};

bool
is_sample(const siginfo_t *info)
{
	return info->si_code == SI_TIMER && info->si_value.sival_ptr == &tag;
}

/* Adds the stack with the N FRAMES, the innermost first, to the table of stacks of T.  IS_CUT: the
 * stack has more frames.  Returns the slot of the innermost frame, or NULL if there is no room. */
static struct rec_slot *
stack_enter(struct thread *t, const uint64_t *frames, unsigned n, bool is_cut)
{
	struct rec_slot *slot = NULL;
	uint64_t from = is_cut ? REC_CUT : 0;

	for (unsigned i = n; i-- > 0;) {
		from |= i > 0 ? REC_CALLER : REC_LEAF;
		slot = table_slot(t, REC_STACKS, from, frames[i]);
		if (slot == NULL)
			return NULL;
		from = file_offset(slot);
	}
	return slot;
}

/* Adds the processor time that T, the calling thread, has used since it was last read to the table
 * of stacks of T, which must be made.  Writes the name of the thread to the tables of T. */
static void
cpu_count(struct thread *t)
{
	uint64_t now = sys_time(CLOCK_THREAD_CPUTIME_ID);
	uint64_t before = t->workspace != NULL ? t->workspace->cpu : 0;

	table_segment(&t->stacks)->table.cpu += now - before;
	if (t->workspace != NULL)
		t->workspace->cpu = now;
	tables_rename(t);
}

/* Skips the processor time that T, the calling thread, has used since it was last read.  For a
 * halted recorder. */
static void
cpu_skip(struct thread *t)
{
	if (t->workspace != NULL)
		t->workspace->cpu = sys_time(CLOCK_THREAD_CPUTIME_ID);
}

void
cpu_finish(struct thread *t)
{
	if (rec_settings.hz == 0 || rec_quiet || t->workspace == NULL || CONTROL->state != REC_ON)
		return;
	if (table_is_made(&t->stacks) ||
	    table_slot(t, REC_STACKS, REC_LEAF, getauxval(AT_ENTRY)) != NULL)
		cpu_count(t);
}

void
sampling_end(void)
{
	uint64_t signals = block_signals();

	cpu_finish(&rec_thread);
	unblock_signals(signals);
}

/* Records a sample of the calling thread, or counts it as lost.  The caller has blocked signals. */
static void
record_sample(const struct interruption *interruption)
{
	struct thread *t = &rec_thread;
	uint64_t frames[REC_FRAMES];
	bool is_cut;
	unsigned n = unwind_stack(t, interruption->context, frames, REC_FRAMES, &is_cut);
	struct rec_slot *leaf = stack_enter(t, frames, n, is_cut);
	struct rec_segment *s = table_is_made(&t->stacks) ? table_segment(&t->stacks) : NULL;

	if (is_cut)
		__atomic_fetch_add(&CONTROL->truncated, 1, __ATOMIC_RELAXED);
	if (leaf != NULL) {
		leaf->ticks += interruption->ticks;
		leaf->count++;
	} else {
		__atomic_fetch_add(&CONTROL->lost_samples, interruption->ticks, __ATOMIC_RELAXED);
	}
	if (s == NULL)
		return;
	cpu_count(t);
	if (leaf == NULL) {
		s->table.lost += interruption->ticks;
		return;
	}
	s->table.samples += interruption->ticks;
	s->table.signals++;
}

static void
take_sample(void *data)
{
	const struct interruption *interruption = data;
	struct thread *t = &rec_thread;
	/* While our handler runs, the signals of sigfillset() are blocked.  But sigfillset() omits
	 * the signals of libc, one of which cancels threads.  If a thread were cancelled while it
	 * takes a sample, it could hold the lock, and would never give the lock back.  So block all
	 * signals. */
	uint64_t signals = block_signals();

	if (CONTROL->state == REC_ON)
		record_sample(interruption);
	else
		cpu_skip(t);
	if (t->workspace != NULL && profil_is_on())
		profil_count(&t->workspace->tick, unwind_pc(interruption->context),
			interruption->ticks);
	unblock_signals(signals);
}

#if defined __x86_64__
__asm__(".text\n"
	".hidden sampling_switch\n"
	".globl sampling_switch\n"
	".type sampling_switch, @function\n"
	"sampling_switch:\n"
	".cfi_startproc\n"
	"endbr64\n"
	"push %rbp\n"
	".cfi_def_cfa_offset 16\n"
	".cfi_offset %rbp, -16\n"
	"mov %rsp, %rbp\n"
	".cfi_def_cfa_register %rbp\n"
	"mov %rdx, %rsp\n"
	"call *%rsi\n"
	"mov %rbp, %rsp\n"
	"pop %rbp\n"
	".cfi_def_cfa %rsp, 8\n"
	"ret\n"
	".cfi_endproc\n"
	".size sampling_switch, . - sampling_switch\n");
#elif defined __aarch64__
__asm__(".text\n"
	".hidden sampling_switch\n"
	".globl sampling_switch\n"
	".type sampling_switch, %function\n"
	"sampling_switch:\n"
	".cfi_startproc\n"
	"hint #34\n"			/* bti c */
	"stp x29, x30, [sp, #-16]!\n"
	".cfi_def_cfa_offset 16\n"
	".cfi_offset x29, -16\n"
	".cfi_offset x30, -8\n"
	"mov x29, sp\n"
	".cfi_def_cfa_register x29\n"
	"mov sp, x2\n"
	"blr x1\n"
	"mov sp, x29\n"
	".cfi_def_cfa_register sp\n"
	"ldp x29, x30, [sp], #16\n"
	".cfi_restore x29\n"
	".cfi_restore x30\n"
	".cfi_def_cfa_offset 0\n"
	"ret\n"
	".cfi_endproc\n"
	".size sampling_switch, . - sampling_switch\n");
#else
void
sampling_switch(void *data, void (*function)(void *), void *stack)
{
	(void)stack;			/* FUNCTION runs on the current stack, which must be large
					 * enough */
	function(data);
}
#endif

static void
on_signal(int signal_number, siginfo_t *info, void *context)
{
	struct thread *t = &rec_thread;
	struct interruption interruption = { context, 1 };

	if (!is_sample(info)) {
		signals_pass(signal_number, info, context);
		return;
	}
	if (rec_quiet || t->ended)
		return;
	if (CONTROL->state != REC_ON && !profil_is_on()) {
		cpu_skip(t);
		return;
	}
	if (info->si_overrun > 0)
		interruption.ticks += (uint64_t)info->si_overrun;
	if (t->workspace != NULL)
		sampling_switch(&interruption, take_sample, t->workspace);
	else
		take_sample(&interruption);
}

/* Returns a real-time signal for which the program has no action, or 0.  Programs that use
 * real-time signals begin with the lowest or the highest one, so the search begins a few below the
 * highest. */
static int
signal_choose(void)
{
	struct sigaction action;
	int highest = SIGRTMAX - 3;

	for (int i = highest; i > SIGRTMIN; i--) {
		/* A sanitizer may have replaced sigaction() by a function that does not work yet,
		 * so sigaction() is not called by its name. */
		if (signals_read(i, &action) && action.sa_handler == SIG_DFL)
			return i;
	}
	return 0;
}

void
sampling_start(void)
{
	unwind = unwind_prepare(rec_settings.unwind);
	interpose_prepare();
	if (rec_settings.hz == 0)
		return;
	number = signal_choose();
	if (number != 0 && !signals_install(number, on_signal))
		number = 0;
}

int
sampling_signal(void)
{
	return number;
}

enum rec_unwind
sampling_unwind(void)
{
	return unwind;
}

/* Returns a number from 1 to INTERVAL + 1: a hash of the time and SEED.  Threads that start at the
 * same time have different SEEDs. */
static uint64_t
part_of(uint64_t interval, uint64_t seed)
{
	uint64_t hash = (sys_time(CLOCK_MONOTONIC) ^ seed << 40) * UINT64_C(0x9e3779b97f4a7c15);

	return (hash >> 32) * interval / UINT32_MAX + 1;
}

void
timer_start(struct workspace *w)
{
	uint64_t interval = rec_settings.hz > 0 ? NANOSECONDS / rec_settings.hz : 0;
	struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = number };
	long wanted[4];			/* the kernel's struct itimerspec; long has 64 bits */
	uint64_t first;

	if (interval == 0 || w->has_timer || rec_quiet)
		return;
	event.sigev_value.sival_ptr = &tag;
	event._sigev_un._tid = w->tid;
	first = part_of(interval, (uint64_t)w->tid);
	wanted[0] = (long)(interval / NANOSECONDS);
	wanted[1] = (long)(interval % NANOSECONDS);
	wanted[2] = (long)(first / NANOSECONDS);
	wanted[3] = (long)(first % NANOSECONDS);
	if (number == 0 || sys_call(SYS_timer_create, THREAD_CLOCK(w->tid), (long)&event,
			(long)&w->timer, 0, 0, 0) != 0) {
		__atomic_fetch_or(&CONTROL->problems, REC_NO_TIMER, __ATOMIC_RELAXED);
		return;
	}
	w->has_timer = true;
	sys_call(SYS_timer_settime, w->timer, 0, (long)wanted, 0, 0, 0);
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
	uint64_t ours = signal_bit(number);

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

void
timers_forget(const struct workspace *own)
{
	for (struct workspace *w = workspace_list; w != NULL; w = w->next) {
		w->has_timer = false;
		w->is_used = w == own;
	}
}
