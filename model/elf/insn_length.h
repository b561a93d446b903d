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

/* Returns the alignment of instructions in bytes: 1, 2 or 4.  The length of each instruction is a
 * multiple of it. */
unsigned insn_length_step(const struct image *im);

/* Returns the length in bytes of the instruction at ADDR.  P points to its first byte.  The section
 * has N bytes from P on, at least one.  Returns 0 if the length is not known: the bytes are no
 * whole instruction, ADDR is not aligned, insn_length_is_known() is false, or no mapping symbol
 * says whether the code is ARM or Thumb. */
unsigned insn_length(const struct image *im, const unsigned char *p, uint64_t n, uint64_t addr);

/* Was gprowse built with libzydis?  Defined in insn_length_x86.c. */
bool insn_length_has_x86(void);

/* As insn_length(), for x86 code in 64-bit mode if IS_64 is set, otherwise in 32-bit mode.  Defined
 * in insn_length_x86.c. */
unsigned insn_length_x86(bool is_64, const unsigned char *p, uint64_t n);

#endif
