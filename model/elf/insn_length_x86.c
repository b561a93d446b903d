/* insn_length_x86.c - the length of an x86 instruction, found by libzydis
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "elf/insn_length.h"

#include "config.h"

#ifdef HAVE_ZYDIS

#include <string.h>

#include <Zydis/Zydis.h>

bool
insn_length_has_x86(void)
{
	return true;
}

/* Copies the bytes before it decodes them, because another process may overwrite the mapped file at
 * the same time. */
unsigned
insn_length_x86(bool is_64, const unsigned char *p, uint64_t n)
{
	unsigned char bytes[INSN_LONGEST];
	size_t size = n < sizeof(bytes) ? (size_t)n : sizeof(bytes);
	ZydisDecodedInstruction insn;
	ZydisDecoder decoder;

	memcpy(bytes, p, size);
	if (!ZYAN_SUCCESS(ZydisDecoderInit(&decoder, is_64 ? ZYDIS_MACHINE_MODE_LONG_64
			: ZYDIS_MACHINE_MODE_LEGACY_32, is_64 ? ZYDIS_STACK_WIDTH_64
			: ZYDIS_STACK_WIDTH_32))
	    || !ZYAN_SUCCESS(ZydisDecoderEnableMode(&decoder, ZYDIS_DECODER_MODE_MINIMAL,
			ZYAN_TRUE))
	    || !ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(&decoder, NULL, bytes, size, &insn)))
		return 0;
	return insn.length <= size ? insn.length : 0;
}

#else

bool
insn_length_has_x86(void)
{
	return false;
}

unsigned
insn_length_x86(bool is_64, const unsigned char *p, uint64_t n)
{
	(void)is_64;
	(void)p;
	(void)n;
	return 0;
}

#endif
