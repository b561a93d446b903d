/* recordmadecode.c - makes a function in memory and calls it, as a just-in-time compiler does
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/* Counts down from its argument to 0, and returns. */
static const unsigned char code[] = {
#if defined __x86_64__
	0x48, 0xff, 0xcf,		/* 1: dec %rdi */
	0x75, 0xfb,			/* jne 1b */
	0xc3,				/* ret */
#elif defined __aarch64__
	0x00, 0x04, 0x00, 0xf1,		/* 1: subs x0, x0, #1 */
	0xe1, 0xff, 0xff, 0x54,		/* b.ne 1b */
	0xc0, 0x03, 0x5f, 0xd6,		/* ret */
#else
#error "recordmadecode.c: how does this machine count down?"
#endif
};

int
main(void)
{
	char *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	void (*function)(unsigned long);

	if (memory == MAP_FAILED)
		return 1;
	memcpy(memory, code, sizeof code);
	if (mprotect(memory, 4096, PROT_READ | PROT_EXEC) != 0)
		return 1;
	__builtin___clear_cache(memory, memory + sizeof code);
	memcpy(&function, &memory, sizeof function);
	function(500000000);
	puts("done");
	return 0;
}
