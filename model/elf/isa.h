/* isa.h - decoding of call instructions
 *
 * For x86-64, i386, AArch64, ARM, Thumb and RISC-V (compressed, too).  The encodings are from the
 * manuals of the processors.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ISA_H
#define ISA_H

#include <stdbool.h>
#include <stdint.h>

#include "elf/image.h"

enum call_kind {
	CALL_NONE,
	CALL_DIRECT,			/* the instruction contains the target */
	CALL_INDIRECT,			/* the target is in a register or in memory */
};

/* Is there a decoder for IM's processor? */
bool isa_is_known(const struct image *im);

/* Returns the number of bytes of which instruction addresses are multiples. */
unsigned isa_step(const struct image *im);

/* Can the bytes before END, an address in section C, be a call instruction?  CALL_DIRECT: *TARGET
 * is the address that it calls.  If instructions differ in length, other code can look like a
 * call. */
enum call_kind isa_call_before(const struct image *im, const struct code_section *c, uint64_t end,
	uint64_t *target);

/* Finds the next direct call in section C.  Before the first search, the caller sets *END to c->lo.
 * *END becomes the end of the call that was found, *TARGET the address that it calls.  False: there
 * are no more calls. */
bool isa_next_direct_call(const struct image *im, const struct code_section *c, uint64_t *end,
	uint64_t *target);

/* Can gprof's -c read the code of IM's processor? */
bool isa_gprof_knows(const struct image *im);

/* Finds what gprof's -c takes for the next call in section C, at *ADDR or behind it and before HI,
 * both in C.  *TARGET becomes the address that it calls, *ADDR where to look for the next call.
 * False: there are no more. */
bool isa_next_gprof_call(const struct image *im, const struct code_section *c, uint64_t *addr,
	uint64_t hi, uint64_t *target);

#endif
