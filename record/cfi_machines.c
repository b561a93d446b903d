/* cfi_machines.c - the processors whose stacks can be unwound
 *
 * Sources: System V Application Binary Interface, AMD64, 3.6.2; DWARF for the Arm 64-bit
 * Architecture, 4.1.
 *
 * SPDX-License-Identifier: ISC
 */
#include "record/cfi.h"

#ifdef CFI_RETURN_ADDRESS

#if !defined CFI_ONE_MACHINE || defined __x86_64__
const struct cfi_machine cfi_x86_64 = {
	.nregisters = 17,
	.frame_pointer = 6, .stack_pointer = 7, .return_address = 16,
	.kept = { -1, -1, -1, 0, -1, -1, 1, -1, -1, -1, -1, -1, 2, 3, 4, 5, 6 },
};
#endif

#if !defined CFI_ONE_MACHINE || defined __aarch64__
const struct cfi_machine cfi_aarch64 = {
	.nregisters = 32,
	.frame_pointer = 29, .stack_pointer = 31, .return_address = 30,
	.has_link = true, .has_signatures = true,
	.kept = { -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
		0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -1 },
};
#endif

int
cfi_kept(const struct cfi_machine *machine, uint64_t number)
{
	return number < machine->nregisters ? machine->kept[number] : -1;
}

uint64_t
cfi_without_signature(const struct cfi_machine *machine, uint64_t address)
{
#if defined __aarch64__
	/* The processor knows how many bits an address has. */
	register uint64_t x30 __asm__("x30") = address;

	if (!machine->has_signatures)
		return address;
	__asm__("hint #7" : "+r"(x30));	/* xpaclri */
	return x30;
#else
	return machine->has_signatures ? address & UINT64_C(0x0000ffffffffffff) : address;
#endif
}

#endif
