/* unwind_frame.c - the registers of a thread that perf_event_open(2) has sampled, and its callers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "unwind/unwind_frame.h"

#if defined CFI_RETURN_ADDRESS && UINTPTR_MAX > UINT32_MAX

enum { WORD = sizeof(uint64_t), NONE = 255 };

/* The registers that Linux samples.  Sources: arch/x86/include/uapi/asm/perf_regs.h and
 * arch/arm64/include/uapi/asm/perf_regs.h. */
struct layout {
	unsigned pc;			/* which bit of the mask is the program counter */
	uint8_t numbers[32];		/* the number that DWARF gives to each bit; NONE: the
					 * register is not needed */
};

static const struct layout x86_64 = { 8, {
	/* ax bx cx dx si di bp sp ip, and, after the flags and segments, r8 to r15 */
	0, 3, 2, 1, 4, 5, 6, 7, 16, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
	8, 9, 10, 11, 12, 13, 14, 15, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE } };

static const struct layout aarch64 = { 32, {
	/* x0 to x30, sp */
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
	16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31 } };

bool
unwind_frame_sampled(struct cfi_frame *f, const struct cfi_machine *machine, uint64_t mask,
	const uint64_t *values)
{
	const struct layout *layout = machine == &cfi_aarch64 ? &aarch64 : &x86_64;

	*f = (struct cfi_frame){ .machine = machine, .unknown = ~UINT32_C(0), .is_exact = true };
	for (unsigned bit = 0; bit < 64; bit++) {
		unsigned number = bit < 32 ? layout->numbers[bit] : NONE;

		if ((mask >> bit & 1) == 0)
			continue;
		if (bit == layout->pc)
			f->pc = *values;
		if (number != NONE) {
			f->registers[number] = *values;
			f->unknown &= ~(UINT32_C(1) << number);
		}
		values++;
	}
	return (mask >> layout->pc & 1) != 0 && (f->unknown >> machine->stack_pointer & 1) == 0;
}

bool
unwind_frame_is_outward(const struct cfi_frame *f, uint64_t stack, bool was_exact)
{
	uint64_t now = f->registers[f->machine->stack_pointer];

	return now > stack || (now == stack && was_exact && f->machine->has_link);
}

bool
unwind_frame_by_pointer(struct cfi_frame *f, struct memory *m)
{
	const struct cfi_machine *is = f->machine;
	uint64_t pointer = f->registers[is->frame_pointer], next, pc;

	if ((f->unknown >> is->frame_pointer & 1) != 0
	    || pointer < f->registers[is->stack_pointer]
	    || !memory_read(m, pointer, &next) || !memory_read(m, pointer + WORD, &pc))
		return false;
	f->pc = cfi_without_signature(is, pc);
	f->registers[is->frame_pointer] = next;
	f->registers[is->stack_pointer] = pointer + (uint64_t)2 * WORD;
	f->registers[is->return_address] = f->pc;
	f->unknown = ~(UINT32_C(1) << is->frame_pointer | UINT32_C(1) << is->stack_pointer
		| UINT32_C(1) << is->return_address);
	f->is_exact = false;
	return true;
}

#else

bool
unwind_frame_sampled(struct cfi_frame *f, const struct cfi_machine *machine, uint64_t mask,
	const uint64_t *values)
{
	(void)machine;
	(void)mask;
	(void)values;
	*f = (struct cfi_frame){ 0 };
	return false;
}

bool
unwind_frame_is_outward(const struct cfi_frame *f, uint64_t stack, bool was_exact)
{
	(void)f;
	(void)stack;
	return !was_exact;
}

bool
unwind_frame_by_pointer(struct cfi_frame *f, struct memory *m)
{
	(void)f;
	(void)m;
	return false;
}

#endif
