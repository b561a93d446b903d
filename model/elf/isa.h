/* isa.h - call instructions of the processors that -pg is used on
 *
 * x86-64, i386, AArch64, ARM and Thumb, RISC-V; encodings from their manuals.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ISA_H
#define ISA_H

#include <stdbool.h>
#include <stdint.h>

#include "elf/image.h"

enum call_kind {
	CALL_NONE,
	CALL_DIRECT,			/* the target is in the instruction */
	CALL_INDIRECT,			/* through a register or memory */
};

/* Is there a decoder for IM's processor? */
bool isa_is_known(const struct image *im);

/* How far apart instructions can begin, in bytes. */
unsigned isa_step(const struct image *im);

/* May an instruction that ends at END, an address in section C, be a call?  CALL_DIRECT:
 * *TARGET is what it calls.  Where instructions have several lengths the bytes before END
 * may only look like one. */
enum call_kind isa_call_before(const struct image *im, const struct code_section *c, uint64_t end,
	uint64_t *target);

#endif
