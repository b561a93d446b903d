/* insn_length.c - the length of an instruction
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "elf/insn_length.h"

#include <assert.h>
#include <elf.h>

bool
insn_length_is_known(const struct image *im)
{
	switch (im->machine) {
	case EM_X86_64:
	case EM_386:
		return insn_length_has_x86();
	case EM_AARCH64:
	case EM_ALPHA:
	case EM_ARM:
	case EM_MIPS:
	case EM_PARISC:
	case EM_PPC:
	case EM_PPC64:
	case EM_RISCV:
	case EM_S390:
	case EM_SPARC:
	case EM_SPARC32PLUS:
	case EM_SPARCV9:
		return true;
	default:
		return false;
	}
}

unsigned
insn_length_step(const struct image *im)
{
	switch (im->machine) {
	case EM_X86_64:
	case EM_386:
		return 1;
	case EM_ARM:
	case EM_RISCV:
	case EM_S390:
		return 2;
	default:
		return 4;
	}
}

static unsigned
arm_length(const struct image *im, const unsigned char *p, uint64_t addr)
{
	bool big = im->big_endian && !im->little_code;

	switch (codekinds_at(&im->kinds, addr)) {
	case CODE_PLAIN:
		return 4;
	case CODE_THUMB:
		return p[big ? 0 : 1] >> 3 >= 0x1d ? 4 : 2;
	default:
		return 0;
	}
}

/* Returns the length of the RISC-V instruction at P.  Instructions are little-endian on all RISC-V
 * machines. */
static unsigned
riscv_length(const unsigned char *p)
{
	if ((p[0] & 0x03) != 0x03)
		return 2;
	if ((p[0] & 0x1f) != 0x1f)
		return 4;
	if ((p[0] & 0x3f) == 0x1f)
		return 6;
	return (p[0] & 0x7f) == 0x3f ? 8 : 0;
}

/* Returns the length of the Power instruction at P.  Power10 has instructions of 8 bytes, which
 * begin with a prefix. */
static unsigned
ppc_length(const struct image *im, const unsigned char *p)
{
	return p[im->big_endian ? 0 : 3] >> 2 == 1 ? 8 : 4;
}

/* As insn_length(), but the result may be above N.  At least insn_length_step() bytes are at P. */
static unsigned
length_shown(const struct image *im, const unsigned char *p, uint64_t n, uint64_t addr)
{
	switch (im->machine) {
	case EM_X86_64:
	case EM_386:
		return insn_length_x86(im->machine == EM_X86_64, p, n);
	case EM_ARM:
		return arm_length(im, p, addr);
	case EM_PPC:
	case EM_PPC64:
		return ppc_length(im, p);
	case EM_RISCV:
		return riscv_length(p);
	case EM_S390:
		return p[0] < 0x40 ? 2 : p[0] < 0xc0 ? 4 : 6;
	default:
		return insn_length_is_known(im) ? 4 : 0;
	}
}

unsigned
insn_length(const struct image *im, const unsigned char *p, uint64_t n, uint64_t addr)
{
	unsigned step = insn_length_step(im), length;

	assert(n > 0);
	if (n < step || addr % step != 0)
		return 0;
	length = length_shown(im, p, n, addr);
	return length <= n ? length : 0;
}
