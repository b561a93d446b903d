/* Code with lines but without functions in the debug information.  Its symbols are of all kinds,
 * some inside others, some at one address.  SPDX-License-Identifier: GPL-3.0-or-later */
volatile int sink;

int
first(int n)
{
	sink += n;
	return n;
}

asm(	"	.globl outer\n"
	"	.type outer, @function\n"
	"outer:	nop\n"
	"	nop\n"
	"inner1: nop\n"
	"	nop\n"
	"	.globl inner2\n"
	"	.type inner2, @function\n"
	"inner2: nop\n"
	"	ret\n"
	"	.size inner2, . - inner2\n"
	"	nop\n"
	"	nop\n"
	"after:	nop\n"
	"	.size outer, . - outer\n"
	"	nop\n"
	"	nop\n"
	"	.type same1, @function\n"
	"same1:\n"
	"	.globl same2\n"
	"same2:	nop\n"
	"	.loc 1 101\n"
	"	nop\n"
	"	.loc 1 102\n"
	"	ret\n"
	"	.size same1, . - same1\n"
	"small:\n"
	"	.type big, @function\n"
	"	.globl big\n"
	"big:	nop\n"
	"	.loc 1 103\n"
	"	nop\n"
	"	.size small, . - small\n"
	"	.loc 1 104\n"
	"	ret\n"
	"	.size big, . - big\n"
	"none1:\n"
	"	.globl none2\n"
	"none2:	nop\n"
	"	.loc 1 105\n"
	"	nop\n");

int
second(int n)
{
	sink -= n;
	return first(n);
}

asm(	"	.type local, @function\n"
	"local:	nop\n"
	"	nop\n"
	"	.size local, 2\n"
	"	.hidden hidden1\n"
	"hidden1: nop\n"
	"	.loc 1 106\n"
	"	nop\n"
	"	.type object, @object\n"
	"object: nop\n"
	"	.loc 1 107\n"
	"	nop\n"
	"	.globl hidden2\n"
	"	.hidden hidden2\n"
	"hidden2: nop\n"
	"	.loc 1 108\n"
	"	nop\n");

int
main(void)
{
	for (int i = 0; i < 1000000; i++)
		second(i);
	return 0;
}
