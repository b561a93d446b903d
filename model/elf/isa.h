/* isa.h - decoding of call instructions
 *
 * The processors are x86-64, i386, AArch64, ARM (also Thumb), and RISC-V (also with compressed
 * instructions).  The encodings are from the manuals of the processors.
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

/* Can isa_call_before() decode the calls of IM's machine? */
bool isa_is_known(const struct image *im);

/* Is there a call that ends at END, an address in section C or the end of C?  If the result is
 * CALL_DIRECT, *TARGET becomes the address of the callee.  If instructions differ in length, the
 * bytes before END can look like a call by chance. */
enum call_kind isa_call_before(const struct image *im, const struct code_section *c, uint64_t end,
	uint64_t *target);

/* Finds the next direct call in section C.  Before the first search, the caller sets *END to C->lo.
 * *END becomes the end of the call and *TARGET the address of the callee.  Returns false if there
 * are no more calls. */
bool isa_next_direct_call(const struct image *im, const struct code_section *c, uint64_t *end,
	uint64_t *target);

/* Does option -c of gprof find calls in the code of IM's processor? */
bool isa_gprof_knows(const struct image *im);

/* Finds the next call in section C that option -c of gprof finds; isa_gprof_knows() must be true.
 * The search begins at *ADDR and ends before HI, both in C.  *TARGET becomes the address of the
 * callee, *ADDR the place where the next search begins.  Returns false if there are no more
 * calls. */
bool isa_next_gprof_call(const struct image *im, const struct code_section *c, uint64_t *addr,
	uint64_t hi, uint64_t *target);

#endif
