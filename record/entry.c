/* entry.c - how an instruction may enter the kernel
 *
 * SPDX-License-Identifier: ISC
 */
#include "record/entry.h"

#include <stdint.h>

#if defined __x86_64__

/* Does the instruction at B, of one byte apart from its prefixes and operands, have a ModRM byte,
 * which may name memory? */
static bool
has_modrm(unsigned char b)
{
	return (b < 0x40 && (b & 7) < 4) || b == 0x63 || b == 0x69 || b == 0x6b
		|| (b >= 0x80 && b <= 0x8f && b != 0x8d) || b == 0xc0 || b == 0xc1 || b == 0xc6
		|| b == 0xc7 || (b >= 0xd0 && b <= 0xd3) || (b >= 0xd8 && b <= 0xdf) || b == 0xf6
		|| b == 0xf7 || b >= 0xfe;
}

/* Likewise, for an instruction whose first byte is 0f and whose second byte is B.  Hints (prefetch,
 * nop) do not fault. */
static bool
has_modrm_after_0f(unsigned char b)
{
	return b >= 0x10 && (b & 0xf8) != 0x18 && (b < 0x30 || b > 0x37) && b != 0x77
		&& (b & 0xf0) != 0x80 && b != 0xa2 && (b & 0xf8) != 0xc8;
}

/* Does the instruction of one byte B use memory without a ModRM byte?  Such instructions are push,
 * pop, call, ret, leave, movs and its like. */
static bool
uses_memory(unsigned char b)
{
	return (b >= 0x50 && b <= 0x5f) || b == 0x68 || b == 0x6a || b == 0x9c || b == 0x9d
		|| (b >= 0xa0 && b <= 0xa7) || (b >= 0xaa && b <= 0xaf) || b == 0xc2 || b == 0xc3
		|| b == 0xc8 || b == 0xc9 || b == 0xd7 || b == 0xe8;
}

static bool
is_prefix(unsigned char b)
{
	return (b & 0xf0) == 0x40 || (b & 0xe7) == 0x26 || (b >= 0x64 && b <= 0x67) || b == 0xf0
		|| b == 0xf2 || b == 0xf3;
}

bool
entry_touches_memory(const unsigned char *b, unsigned n)
{
	unsigned i = 0, modrm;

	while (i < n && is_prefix(b[i]))
		i++;
	if (i + 1 >= n)
		return i < n && uses_memory(b[i]);
	if (b[i] == 0xc5 || b[i] == 0xc4 || b[i] == 0x62)	/* VEX, EVEX */
		modrm = i + (b[i] == 0xc5 ? 3 : b[i] == 0xc4 ? 4 : 5);
	else if (b[i] == 0x0f && (b[i + 1] == 0x38 || b[i + 1] == 0x3a))
		modrm = i + 3;
	else if (b[i] == 0x0f && has_modrm_after_0f(b[i + 1]))
		modrm = i + 2;
	else if (b[i] != 0x0f && has_modrm(b[i]))
		modrm = i + 1;
	else
		return uses_memory(b[i]);
	if (modrm >= n)
		return false;
	return b[modrm] < 0xc0 || (b[i] == 0xff && (b[modrm] >> 3 & 3) == 2);	/* call, push */
}

bool
entry_makes_call(const unsigned char *b)
{
	return b[0] == 0x0f && b[1] == 0x05;
}

#elif defined __aarch64__

static uint32_t
word(const unsigned char *b)
{
	uint32_t value;

	__builtin_memcpy(&value, b, sizeof(value));
	return value;
}

bool
entry_touches_memory(const unsigned char *b, unsigned n)
{
	/* Loads and stores. */
	return n >= ENTRY_CALL && (word(b) & 0x0a000000) == 0x08000000;
}

bool
entry_makes_call(const unsigned char *b)
{
	return (word(b) & 0xffe0001f) == 0xd4000001;	/* svc */
}

#else

bool
entry_makes_call(const unsigned char *b)
{
	(void)b;
	return false;
}

bool
entry_touches_memory(const unsigned char *b, unsigned n)
{
	(void)b;
	(void)n;
	return false;
}

#endif
