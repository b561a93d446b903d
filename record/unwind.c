/* unwind.c - the call stack of a thread that a signal interrupted
 *
 * Callers are found by unwind tables (cfi.h) or by frame pointers.  If unwind tables are used, code
 * without tables, such as that of a just-in-time compiler, is unwound by its frame pointer.
 *
 * No access to memory may fault, although a register can contain any value, and a coroutine or a
 * signal handler may run on another stack than that of the thread.  Memory from the stack pointer
 * to the high end of the thread's own stack is mapped, so it is read directly.  Other memory is
 * copied with process_vm_readv(), which fails if the memory is not mapped.
 *
 * SPDX-License-Identifier: ISC
 */
#include <sys/uio.h>

#include "record/cfi.h"
#include "record/sampling.h"
#include "record/syscalls.h"

#define ASKS 4				/* how many times object_note() is called for a stack at
					 * most; see is_code() */
#define OFTEN 32			/* after so many misses, object_note() is called less
					 * often */

#if defined __x86_64__ || defined __aarch64__
#define HAS_FRAME_POINTERS 1
#else
#define HAS_FRAME_POINTERS 0		/* a stack is only the sampled address */
#endif

/* How the memory of the program, mostly its stack, is read. */
struct memory {
	uint64_t low, high;		/* [low, high) is mapped, and is read directly */
	uint64_t copied;		/* the address from which .copy was copied; 0: none */
	unsigned char copy[512];
	struct workspace *workspace;	/* of the calling thread, or NULL */
};

static bool by_tables;			/* unwind tables are used */

unsigned unwind_closings;

/* Unwind tables are the default, also for programs that keep frame pointers because of -pg.
 * Unwinding by tables is slower: at a tick of the clock, when caches are cold, a sample takes 6 us
 * by tables and 2 us by frame pointers.  But code of libraries has no frame pointers.  And for a
 * sample in mcount() or in the first instructions of a function, frame pointers do not show the
 * caller. */
enum rec_unwind
unwind_prepare(enum rec_unwind wanted)
{
	by_tables = wanted == REC_UNWIND_CFI && cfi_prepare();
	if (by_tables)
		return REC_UNWIND_CFI;
	if (wanted == REC_UNWIND_NONE)
		return REC_UNWIND_NONE;
	return HAS_FRAME_POINTERS ? REC_UNWIND_FP : REC_UNWIND_NONE;
}

/* Copies the block of memory that contains ADDRESS to M->copy, unless it is there already.  False:
 * the block cannot be read. */
static bool
memory_copy(struct memory *m, uint64_t address)
{
	uint64_t block = address - address % sizeof m->copy;
	struct iovec to = { m->copy, sizeof m->copy };
	struct iovec from = { (void *)(uintptr_t)block, sizeof m->copy };

	if (block == m->copied)
		return true;
	m->copied = 0;
	if (sys_call(SYS_process_vm_readv, (long)sys_getpid(), (long)&to, 1, (long)&from, 1, 0)
	    != (long)sizeof m->copy)
		return false;
	m->copied = block;
	return true;
}

bool
memory_read(struct memory *m, uint64_t address, uint64_t *value)
{
	const uintptr_t *at = (const uintptr_t *)(uintptr_t)address;

	if (address % sizeof *at != 0 || address < REC_LEAST_ADDRESS || address > UINTPTR_MAX)
		return false;
	if (address < m->low || address >= m->high) {
		if (!memory_copy(m, address))
			return false;
		at = (const uintptr_t *)(const void *)(m->copy + address % sizeof m->copy);
	}
	*value = *at;
	return true;
}

/* Prepares M for reading memory of T, whose interrupted code has the stack pointer
 * STACK_POINTER. */
static void
memory_open(struct memory *m, const struct thread *t, uint64_t stack_pointer)
{
	bool is_own = stack_pointer >= t->stack_low + RED_ZONE && stack_pointer < t->stack_high;

	m->low = is_own ? stack_pointer - RED_ZONE : 0;
	m->high = is_own ? t->stack_high - t->stack_high % sizeof(uintptr_t) : 0;
	m->copied = 0;
	m->workspace = t->workspace;
}

/* Sets *F to the frame interrupted in CONTEXT, *POINTER to its frame pointer, and *STACK to its
 * stack pointer.  On processors for which callers are not found, sets only F->pc and
 * F->is_exact. */
static void
frame_open(struct cfi_frame *f, const ucontext_t *context, uint64_t *pointer, uint64_t *stack)
{
#if defined __x86_64__
	static const uint8_t order[] = { REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
		REG_RBP, REG_RSP, REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14,
		REG_R15, REG_RIP };

	for (unsigned i = 0; i < sizeof order; i++)
		f->registers[i] = (uint64_t)context->uc_mcontext.gregs[order[i]];
	f->pc = f->registers[CFI_RETURN_ADDRESS];
	*pointer = f->registers[CFI_FRAME_POINTER];
	*stack = f->registers[CFI_STACK_POINTER];
#elif defined __aarch64__
	for (unsigned i = 0; i < 31; i++)
		f->registers[i] = context->uc_mcontext.regs[i];
	f->registers[CFI_STACK_POINTER] = context->uc_mcontext.sp;
	f->pc = context->uc_mcontext.pc;
	*pointer = f->registers[CFI_FRAME_POINTER];
	*stack = f->registers[CFI_STACK_POINTER];
#elif defined __riscv
	f->pc = context->uc_mcontext.__gregs[REG_PC];
#else
#error "unwind.c: which register is the program counter?"
#endif
	f->machine = CFI_OWN;
	f->unknown = 0;
	f->is_exact = true;
}

/* Is ADDRESS in code that is mapped?  object_note() takes 100 us to find a mapping that is not yet
 * recorded, so this function calls it at most *ASKS times.  Each call reduces *ASKS.  W is the
 * workspace of the thread.  After OFTEN addresses of the thread that were no code, calls
 * object_note() for only one in OFTEN unknown addresses. */
static bool
is_code(struct workspace *w, uint64_t address, unsigned *asks)
{
	if (address < REC_LEAST_ADDRESS)
		return false;
	if (object_is_known(address))
		return true;
	if (*asks == 0)
		return false;
	--*asks;
	if (w != NULL && w->misses >= OFTEN && w->misses++ % OFTEN != 0)
		return false;
	object_note(address);
	if (object_is_known(address))
		return true;
	if (w != NULL)
		w->misses++;
	return false;
}

/* Goes from a frame to its caller.  *POINTER is the frame pointer of the frame, and becomes that of
 * the caller.  *PC becomes the return address.  False: there is no caller.  All frames are at STACK
 * or above. */
static bool
pointer_step(uint64_t *pointer, uint64_t stack, struct memory *m, uint64_t *pc, unsigned *asks)
{
	uint64_t next, address;

	if (*pointer < stack || !memory_read(m, *pointer, &next)
	    || !memory_read(m, *pointer + sizeof(uintptr_t), &address))
		return false;
#if defined __aarch64__
	address &= UINT64_C(0x0000ffffffffffff);	/* removes a signature */
#endif
	if (!is_code(m->workspace, address, asks))
		return false;
	*pc = address;
	*pointer = next;
	return true;
}

/* Like unwind_stack(), by frame pointers.  The frame of PC has the frame pointer POINTER and the
 * stack pointer STACK. */
static unsigned
by_pointers(struct memory *m, uint64_t pc, uint64_t pointer, uint64_t stack, uint64_t *frames,
	unsigned size, bool *is_cut)
{
	unsigned asks = ASKS;
	unsigned n = 0;

	frames[n++] = pc;
	for (;;) {
		uint64_t old = pointer;

		if (!pointer_step(&pointer, stack, m, &pc, &asks))
			return n;
		if (n == size)
			break;
		frames[n++] = pc;
		stack = old + 2 * sizeof(uintptr_t);
	}
	*is_cut = true;
	return n;
}

#ifdef CFI_RETURN_ADDRESS

/* Returns the row of the unwind tables for PC, or NULL if there is no row.  The row is in the cache
 * of W, and valid until the next call.  If W is NULL, the row is in *ROOM. */
static const struct cfi_row *
row_find(struct workspace *w, uint64_t pc, struct cfi_row *room)
{
	struct cfi_row *row = room;

	if (w != NULL) {
		if (w->closings != unwind_closings) {
			for (unsigned i = 0; i < CACHED_ROWS; i++)
				w->rows[i].pc = 0;
			w->closings = unwind_closings;
		}
		row = &w->rows[(pc ^ pc >> 7) % CACHED_ROWS];
		if (row->pc == pc)
			return row;
	}
	if (cfi_find(pc, row))
		return row;
	row->pc = 0;			/* cfi_find() may have written a part of a row */
	return NULL;
}

/* *F is a frame of code without unwind tables.  Changes *F to the frame of its caller, by the frame
 * pointer.  False: there is no caller; *F is unchanged. */
static bool
step_without_tables(struct cfi_frame *f, struct memory *m, unsigned *asks)
{
	uint64_t pointer = f->registers[CFI_FRAME_POINTER];
	uint64_t stack = pointer + 2 * sizeof(uintptr_t);

	if (!pointer_step(&pointer, f->registers[CFI_STACK_POINTER], m, &f->pc, asks))
		return false;
	f->registers[CFI_FRAME_POINTER] = pointer;
	f->registers[CFI_STACK_POINTER] = stack;
	f->registers[CFI_RETURN_ADDRESS] = f->pc;
	f->is_exact = false;
	return true;
}

/* Like unwind_stack(), by unwind tables.  Begins with the frame F, and changes it. */
static unsigned
by_unwind_tables(struct memory *m, struct cfi_frame *f, uint64_t *frames,
	unsigned size, bool *is_cut)
{
	struct workspace *w = m->workspace;
	const struct cfi_row *row;
	struct cfi_row room;
	unsigned asks = ASKS;
	unsigned n = 0;

	frames[n++] = f->pc;
	row = row_find(w, f->pc, &room);
	for (;;) {
		if (row != NULL ? !cfi_step(row, f, m) : !step_without_tables(f, m, &asks))
			return n;
		/* A call can be the last instruction of a function, so a return address can be in
		 * the next function: look up the byte before the return address. */
		row = row_find(w, f->is_exact ? f->pc : f->pc - 1, &room);
		/* The return address of the first function of a coroutine can be the start of a
		 * function of libc.  That function is not the caller, so the stack ends. */
		if (row == NULL && !f->is_exact && row_find(w, f->pc, &room) != NULL)
			return n;
		/* The first function of a coroutine may also have a return address that is no
		 * code. */
		if (row == NULL && !is_code(w, f->pc, &asks))
			return n;
		if (n == size)
			break;
		frames[n++] = f->pc;
	}
	*is_cut = true;
	return n;
}
#endif

uint64_t
unwind_pc(const ucontext_t *context)
{
	struct cfi_frame f;
	uint64_t pointer, stack;

	frame_open(&f, context, &pointer, &stack);
	return f.pc;
}

unsigned
unwind_stack(const struct thread *t, const ucontext_t *context, uint64_t *frames, unsigned size,
	bool *is_cut)
{
	struct cfi_frame f;
	uint64_t pointer, stack;
	struct memory m;

	*is_cut = false;
	frame_open(&f, context, &pointer, &stack);
	if (sampling_unwind() == REC_UNWIND_NONE) {
		frames[0] = f.pc;
		return 1;
	}
	memory_open(&m, t, stack);
#ifdef CFI_RETURN_ADDRESS
	if (by_tables)
		return by_unwind_tables(&m, &f, frames, size, is_cut);
#endif
	return by_pointers(&m, f.pc, pointer, stack, frames, size, is_cut);
}
