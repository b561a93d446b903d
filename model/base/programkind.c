/* programkind.c - whether a file is a program, and for which system
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/programkind.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/byteorder.h"

const char programkind_macho[] = "is a program for macOS (Mach-O), whose symbols are not read; gprof of macOS "
	"reads its gmon.out";

/* Is HEAD the beginning of a PE file?  The program for DOS, with which it begins, has the offset of
 * the PE header. */
static bool
is_pe(const unsigned char *head, size_t n)
{
	uint32_t at = n >= 0x40 && memcmp(head, "MZ", 2) == 0 ? byteorder_u32(head + 0x3c, false) : 0;

	return at != 0 && at <= n - 4 && memcmp(head + at, "PE\0", 4) == 0;
}

/* Is HEAD the beginning of a Mach-O file?  A program for several machines begins with the bytes of
 * a class file of Java, whose second word is its version, at least 45; in a program, this word is
 * the number of machines. */
static bool
is_macho(const unsigned char *head, size_t n)
{
	enum { LEAST_JAVA = 45 };
	uint32_t magic = n >= 8 ? byteorder_u32(head, true) : 0;

	if (magic == 0xfeedface || magic == 0xfeedfacf || magic == 0xcefaedfe
	    || magic == 0xcffaedfe)
		return true;
	return (magic == 0xcafebabe || magic == 0xcafebabf)
		&& byteorder_u32(head + 4, true) < LEAST_JAVA;
}

enum program_kind
programkind_of(const unsigned char *head, size_t n)
{
	if (n >= 4 && memcmp(head, "\177ELF", 4) == 0)
		return PROGRAM_ELF;
	return is_pe(head, n) ? PROGRAM_PE : is_macho(head, n) ? PROGRAM_MACHO : PROGRAM_NONE;
}
