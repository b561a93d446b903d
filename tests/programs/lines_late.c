/* Functions outside the ranges of their unit's debug information, but inside its line table, as gnat
 * writes them.  GNU gprof knows their lines if it has looked at the table for another symbol before:
 * here for last() only, as early() and later() come first.  SPDX-License-Identifier: GPL-3.0-or-later */
volatile int sink;

__attribute__((noinline)) void
first(void)
{
	sink++;
}

__attribute__((noinline)) void
work(void)
{
	__asm__ volatile (
		"	.pushsection .text.outside, \"ax\", %progbits\n"
		"	.type early, %function\n"
		"early:	.loc 1 2\n"
		"	nop\n"
		"	.size early, . - early\n"
		"	.globl later, last\n"
		"	.type later, %function\n"
		"later:	.loc 1 3\n"
		"	nop\n"
		"	.size later, . - later\n"
		"	.type last, %function\n"
		"last:	.loc 1 4\n"
		"	nop\n"
		"	.size last, . - last\n"
		"	.popsection\n");
	for (int i = 0; i < 1000; i++)
		first();
}

int
main(void)
{
	work();
	return 0;
}
