/* sampletables.c - on x86-64, works in code whose unwind tables the recorder cannot read to the end
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "samplework.h"

/* The tables say first that never_called() is the caller.  Then they save more rows than the
 * recorder can.  The frame pointer shows the caller. */
void unreadable(long rounds);

__asm__(".text\n"
	"never_called:\n"
	".cfi_startproc\n"
	"nop\n"
	"ret\n"
	".cfi_endproc\n"
	".globl unreadable\n"
	".type unreadable, @function\n"
	"unreadable:\n"
	".cfi_startproc\n"
	"push %rbp\n"
	"mov %rsp, %rbp\n"
	"lea never_called+1(%rip), %rax\n"
	"push %rax\n"
	".cfi_remember_state\n"
	".cfi_remember_state\n"
	".cfi_remember_state\n"
	".cfi_remember_state\n"
	".cfi_remember_state\n"
	"1: dec %rdi\n"
	"jnz 1b\n"
	"leave\n"
	"ret\n"
	".cfi_endproc\n"
	".size unreadable, . - unreadable\n");

int
main(void)
{
	double end = processor_time() + 0.2;

	while (processor_time() < end)
		unreadable(1000000);
	puts("done");
	return 0;
}
