/* unwind_frame.c - the registers of a thread that perf_event_open(2) has sampled, and its callers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "unwind/unwind_frame.h"

#if defined CFI_RETURN_ADDRESS && UINTPTR_MAX > UINT32_MAX

enum { WORD = sizeof(uint64_t), NONE = 255 };

/* Returns the number that DWARF gives to the register whose bit in the mask is BIT; NONE: it is not
 * needed. */
static unsigned
number_of(unsigned bit)
{
#if defined __x86_64__
	/* ax bx cx dx si di bp sp ip, and, after the flags and segments, r8 to r15 */
	static const uint8_t numbers[] = { 0, 3, 2, 1, 4, 5, 6, 7, 16, NONE, NONE, NONE, NONE, NONE,
		NONE, NONE, 8, 9, 10, 11, 12, 13, 14, 15 };

	return bit < sizeof(numbers) ? numbers[bit] : NONE;
#else
	return bit < CFI_REGISTERS ? bit : NONE;	/* x0 to x30, sp */
#endif
}

bool
unwind_frame_sampled(struct cfi_frame *f, uint64_t mask, const uint64_t *values)
{
#if defined __x86_64__
	const unsigned pc = 8;
#else
	const unsigned pc = 32;
#endif

	*f = (struct cfi_frame){ .unknown = ~UINT32_C(0), .is_exact = true };
	for (unsigned bit = 0; bit < 64; bit++) {
		unsigned number = number_of(bit);

		if ((mask >> bit & 1) == 0)
			continue;
		if (bit == pc)
			f->pc = *values;
		if (number != NONE) {
			f->registers[number] = *values;
			f->unknown &= ~(UINT32_C(1) << number);
		}
		values++;
	}
	return (mask >> pc & 1) != 0 && (f->unknown >> CFI_STACK_POINTER & 1) == 0;
}

bool
unwind_frame_by_pointer(struct cfi_frame *f, struct memory *m)
{
	uint64_t pointer = f->registers[CFI_FRAME_POINTER], next, pc;

	if ((f->unknown >> CFI_FRAME_POINTER & 1) != 0
	    || pointer < f->registers[CFI_STACK_POINTER]
	    || !memory_read(m, pointer, &next) || !memory_read(m, pointer + WORD, &pc))
		return false;
	f->registers[CFI_FRAME_POINTER] = next;
	f->registers[CFI_STACK_POINTER] = pointer + (uint64_t)2 * WORD;
	f->registers[CFI_RETURN_ADDRESS] = f->pc = pc;
	f->unknown = ~(UINT32_C(1) << CFI_FRAME_POINTER | UINT32_C(1) << CFI_STACK_POINTER
		| UINT32_C(1) << CFI_RETURN_ADDRESS);
	f->is_exact = false;
	return true;
}

#else

bool
unwind_frame_sampled(struct cfi_frame *f, uint64_t mask, const uint64_t *values)
{
	(void)mask;
	(void)values;
	*f = (struct cfi_frame){ 0 };
	return false;
}

bool
unwind_frame_by_pointer(struct cfi_frame *f, struct memory *m)
{
	(void)f;
	(void)m;
	return false;
}

#endif
