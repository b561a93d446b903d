/* insn_length.h - the length of an instruction
 *
 * x86 needs libzydis; the instructions of other processors show their lengths in their first bytes.
 * The encodings are from the manuals of the processors.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef INSN_LENGTH_H
#define INSN_LENGTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "elf/image.h"

enum { INSN_LONGEST = 15 };		/* bytes of the longest instruction of x86 */

/* Does insn_length() know the instructions of IM's processor? */
bool insn_length_is_known(const struct image *im);

/* Returns the alignment of instructions in bytes; it divides the length of each instruction. */
unsigned insn_length_step(const struct image *im);

/* Returns the length in bytes of the instruction at ADDR.  P points to its first byte; N > 0 bytes
 * are from there to the end of the section.  0: the length is not known, because the bytes are no
 * whole instruction, ADDR is not aligned, insn_length_is_known() is false, or no mapping symbol
 * says whether the code is ARM or Thumb. */
unsigned insn_length(const struct image *im, const unsigned char *p, uint64_t n, uint64_t addr);

/* insn_length_x86.c: was gprowse built with libzydis? */
bool insn_length_has_x86(void);

/* insn_length_x86.c: as insn_length(), in 64-bit or 32-bit mode. */
unsigned insn_length_x86(bool is_64, const unsigned char *p, uint64_t n);

#endif
