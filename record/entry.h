/* entry.h - how an instruction may enter the kernel
 *
 * SPDX-License-Identifier: ISC
 */
#ifndef ENTRY_H
#define ENTRY_H

#include <stdbool.h>

enum {
	ENTRY_CODE = 15,		/* bytes of the longest instruction */
#if defined __x86_64__
	ENTRY_CALL = 2,			/* bytes of the instruction that makes a system call */
#else
	ENTRY_CALL = 4,
#endif
};

/* Is the instruction of ENTRY_CALL bytes at B a system call? */
bool entry_makes_call(const unsigned char *b) __attribute__((visibility("hidden")));

/* Does the instruction at B read or write memory, so that a page fault can interrupt it?  N bytes
 * of code are at B, at most ENTRY_CODE. */
bool entry_touches_memory(const unsigned char *b, unsigned n)
	__attribute__((visibility("hidden")));

#endif
