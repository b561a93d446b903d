/* sampling.c - the handler of the timers' signal, which takes samples
 *
 * SPDX-License-Identifier: ISC
 */
#include <link.h>
#include <signal.h>
#include <stddef.h>
#include <sys/auxv.h>
#include <sys/uio.h>

#include "record/frame.h"
#include "record/sampling.h"
#include "record/syscalls.h"

static int number;			/* number of the signal of the timers; 0: none */
static enum rec_unwind unwind;

/* Processor time in ns: of the process when the recording began, and of all threads since then, as
 * far as they have read their clocks. */
static uint64_t begun, known;
static bool was_halted;			/* some time since then is not in `known` */

enum {
	SIGNALS_PER_NOTE = 64,		/* after how many samples of a thread note_unsampled() is
					 * called */
	SIGNALS_AT_ONCE = 4,		/* interrupted_code() looks below so many handlers */
};

/* What the handler passes to take_sample(). */
struct interruption {
	const ucontext_t *context;
	uint64_t cpu;			/* ns of processor time of the thread at the signal */
	uint64_t ticks;			/* how many ticks of the wanted rate the sample stands
					 * for */
	bool in_kernel;			/* result of kernel_has_run() */
};

/* Adds the stack with the N FRAMES, the innermost first, to the table of stacks of T.  IS_CUT: the
 * stack has more frames.  KERNEL: how the innermost frame has entered the kernel.  Returns the slot
 * of the innermost frame, or NULL if there is no room. */
static struct rec_slot *
stack_enter(struct thread *t, const uint64_t *frames, unsigned n, bool is_cut,
	enum rec_kernel kernel)
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
	if (kernel != REC_KERNEL_NONE)
		slot = table_slot(t, REC_STACKS, from | REC_LEAF | REC_KERNEL, kernel);
	return slot;
}

/* Adds the processor time that T, the calling thread, has used since it was last read to the table
 * of stacks of T, which must be made.  NOW is the processor time of T.  Writes the name of the
 * thread to the tables of T. */
static void
cpu_count(struct thread *t, uint64_t now)
{
	uint64_t before = t->workspace != NULL ? t->workspace->cpu : 0;

	table_segment(t->stacks.table)->table.cpu += now - before;
	__atomic_fetch_add(&known, now - before, __ATOMIC_RELAXED);
	if (t->workspace != NULL)
		t->workspace->cpu = now;
	tables_rename(t);
}

void
sampling_begin(uint64_t cpu)
{
	begun = cpu;
	known = 0;
	was_halted = false;
}

/* Returns how much processor time the process has used in threads of which no samples are taken, in
 * ns. */
static uint64_t
unsampled(void)
{
	uint64_t cpu = sys_time(CLOCK_PROCESS_CPUTIME_ID) - begun;
	uint64_t in_threads = __atomic_load_n(&known, __ATOMIC_RELAXED);

	return cpu > in_threads && !was_halted ? cpu - in_threads : 0;
}

static void
note_unsampled(void)
{
	if (file_process() == process_number())
		file_control()->unsampled = unsampled();
}

/* The recorder is halted: the processor time W->cpu to NOW is not recorded. */
static void
cpu_skip(struct workspace *w, uint64_t now)
{
	w->cpu = now;
	was_halted = true;
}

/* Is the processor time of threads recorded? */
static bool
is_counted(void)
{
	return rec_settings.hz > 0 && !rec_quiet && control_state() == REC_ON;
}

void
cpu_finish(struct thread *t)
{
	bool is_made;
	uint64_t now;

	if (t->workspace == NULL || !is_counted())
		return;
	is_made = table_is_made(&t->stacks) ||
		table_slot(t, REC_STACKS, REC_LEAF, getauxval(AT_ENTRY)) != NULL;
	now = sys_time(CLOCK_THREAD_CPUTIME_ID);
	timer_leave(t->workspace, now);
	if (is_made)
		cpu_count(t, now);
}

void
sampling_leave(void)
{
	struct workspace *w = rec_thread.workspace;
	uint64_t signals;

	/* The child of vfork() has the workspace of its parent. */
	if (w == NULL || !is_counted() || w->tid != (int)sys_gettid())
		return;
	signals = block_signals();
	timer_leave(w, sys_time(CLOCK_THREAD_CPUTIME_ID));
	unblock_signals(signals);
}

/* Writes the file of this process, a child that has recorded nothing and ends, with the processor
 * time of W, the workspace of the calling thread.  No more samples of this thread are taken,
 * because they would need another file. */
static void
write_brief(struct workspace *w)
{
	uint64_t now = sys_time(CLOCK_THREAD_CPUTIME_ID);
	uint64_t cpu = now - w->cpu;

	timer_leave(w, now);
	w->cpu = now;
	__atomic_fetch_add(&known, cpu, __ATOMIC_RELAXED);
	rec_thread.ended = true;
	brief_write(cpu, unsampled());
}

void
sampling_end(void)
{
	struct workspace *w = rec_thread.workspace;

	if (w != NULL && file_process() == 0 && is_counted()) {
		write_brief(w);
		return;
	}
	cpu_finish(&rec_thread);
	if (rec_settings.hz > 0 && !rec_quiet)
		note_unsampled();
}

/* The ELF header of this library, which is its first byte, and the end of the library. */
extern const ElfW(Ehdr) library __asm__("__ehdr_start") HIDDEN;
static uintptr_t library_end;

static void
find_library_end(void)
{
	const ElfW(Phdr) *h = (const ElfW(Phdr) *)(const void *)((const char *)&library
		+ library.e_phoff);

	for (unsigned i = 0; i < library.e_phnum; i++)
		if (h[i].p_type == PT_LOAD)
			library_end = (uintptr_t)&library + h[i].p_vaddr + h[i].p_memsz;
}

/* Returns how many of the N FRAMES, the innermost ones, are in this library; 0: all. */
static unsigned
own_frames(const uint64_t *frames, unsigned n)
{
	unsigned own = 0;

	while (own < n && frames[own] >= (uintptr_t)&library && frames[own] < library_end)
		own++;
	return own < n ? own : 0;
}

/* Returns how many of the N FRAMES are omitted after fork(): our own, and that of the function
 * of the C library in which fork() calls handlers. */
static unsigned
fork_frames(const uint64_t *frames, unsigned n)
{
	enum { CODE = 4096 };		/* more bytes than fork() has */
	unsigned own = own_frames(frames, n);

	return own > 0 && own + 1 < n && frames[own + 1] - (uintptr_t)fork < CODE ? own + 1 : own;
}

/* Records a sample of the calling thread, or counts it as lost.  The caller has blocked signals. */
static void
record_sample(const struct interruption *interruption)
{
	struct thread *t = &rec_thread;
	uint64_t frames[REC_FRAMES];
	bool is_cut;
	unsigned n = unwind_stack(t, interruption->context, frames, REC_FRAMES, &is_cut);
	/* Signals are blocked while fork() runs: its time is not that of our own code. */
	unsigned first = t->was_fork ? fork_frames(frames, n) : 0;
	/* If there are no stacks, the time of callees is estimated from calls of functions. */
	enum rec_kernel kernel = unwind == REC_UNWIND_NONE ? REC_KERNEL_NONE
		: kernel_entry(interruption->context, interruption->in_kernel);
	struct rec_slot *leaf = stack_enter(t, frames + first, n - first, is_cut, kernel);
	struct rec_segment *s = table_is_made(&t->stacks) ? table_segment(t->stacks.table) : NULL;

	if (is_cut)
		CONTROL_ADD(truncated, 1);
	if (leaf != NULL) {
		leaf->ticks += interruption->ticks;
		leaf->count++;
	} else {
		CONTROL_ADD(lost_samples, interruption->ticks);
	}
	if (s == NULL)
		return;
	cpu_count(t, interruption->cpu);
	file_gather();
	if (leaf == NULL) {
		s->table.lost += interruption->ticks;
		return;
	}
	s->table.samples += interruption->ticks;
	if (++s->table.signals % SIGNALS_PER_NOTE == 0)
		note_unsampled();
}

static void
take_sample(void *data)
{
	const struct interruption *interruption = data;
	struct thread *t = &rec_thread;

	process_check();
	if (control_state() == REC_ON)
		record_sample(interruption);
	else
		cpu_skip(t->workspace, interruption->cpu);
	if (profil_is_on())
		profil_count(&t->workspace->tick, unwind_pc(interruption->context),
			interruption->ticks);
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

/* Bytes of a context up to the end of its registers, which on aarch64 are behind the mask. */
#if defined __aarch64__
#define CONTEXT_BYTES offsetof(ucontext_t, uc_mcontext.__reserved)
_Static_assert(CONTEXT_BYTES > offsetof(ucontext_t, uc_mcontext.pstate), "registers are checked");
#else
#define CONTEXT_BYTES offsetof(ucontext_t, uc_sigmask)
#endif

/* Are the N bytes at ADDRESS in memory? */
static bool
is_in_memory(uintptr_t address, size_t n)
{
	uint64_t ends[2];
	struct iovec to = { ends, sizeof(ends) };
	struct iovec from[] = { { (void *)address, sizeof(*ends) },
		{ (void *)(address + n - sizeof(*ends)), sizeof(*ends) } };

	return sys_call(SYS_process_vm_readv, (long)sys_getpid(), (long)&to, 1, (long)from, 2, 0)
		== (long)sizeof(ends);
}

/* If our signal came at once with others, the handlers of these have not begun: returns the context
 * that the first of them interrupted, which used the processor until then.  Otherwise returns
 * CONTEXT. */
static const ucontext_t *
interrupted_code(const ucontext_t *context)
{
	for (int i = 0; i < SIGNALS_AT_ONCE; i++) {
		int signal;
		uintptr_t below = frame_below(context, &signal);

		if (below == 0 || below % sizeof(uint64_t) != 0
		    || signals_handler(signal) != unwind_pc(context)
		    || !is_in_memory(below, CONTEXT_BYTES))
			break;
		context = (const ucontext_t *)below;
	}
	return context;
}

/* Takes a sample of T, the calling thread, if one is due.  The caller has blocked signals. */
static void
interrupted(struct thread *t, const ucontext_t *context)
{
	struct workspace *w = t->workspace;
	struct interruption interruption = { .cpu = sys_time(CLOCK_THREAD_CPUTIME_ID) };

	if (control_state() != REC_ON && !profil_is_on()) {
		cpu_skip(w, interruption.cpu);
		timer_skip(w, interruption.cpu);
		return;
	}
	interruption.in_kernel = kernel_has_run(&w->state);
	interruption.ticks = timer_count(w, interruption.cpu);
	if (interruption.ticks == 0)
		return;
	interruption.context = interrupted_code(context);
	/* If SIGBUS interrupts the handler outside our alternate stack, the kernel begins again at
	 * the high end of the alternate stack, and overwrites the frame of the handler. */
	if (w->alternate_is_ours)
		take_sample(&interruption);
	else
		sampling_switch(&interruption, take_sample, w);
}

static void
on_signal(int signal_number, siginfo_t *info, void *context)
{
	struct thread *t = &rec_thread;
	uint64_t signals;

	if (!is_sample(info)) {
		signals_pass(signal_number, info, context);
		return;
	}
	if (rec_quiet || t->ended || t->workspace == NULL)
		return;
	signals = block_signals();	/* and unblock SIGBUS */
	interrupted(t, context);
	unblock_signals(signals);
}

void
sampling_start(void)
{
	unwind = unwind_prepare(rec_settings.unwind);
	find_library_end();
	interpose_prepare();
	if (rec_settings.hz == 0)
		return;
	timers_prepare();
	number = signals_install(on_signal);
}

int
sampling_signal(void)
{
	return number;
}

uint32_t
sampling_tick(void)
{
	return (uint32_t)timer_tick;
}

enum rec_unwind
sampling_unwind(void)
{
	return unwind;
}
