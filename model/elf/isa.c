/* isa.c - call instructions of the processors that -pg is used on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "elf/isa.h"

#include <assert.h>
#include <elf.h>
#include <string.h>

#include "base/byteorder.h"
#include "elf/insn_length.h"

enum {
	X86_CALL = 0xe8,		/* the first byte of a direct call */
	X86_CALL_SIZE = 5,
};

static bool
is_x86(const struct image *im)
{
	return im->machine == EM_386 || im->machine == EM_X86_64;
}

/* Sets *VALUE to the N bytes at ADDR of section C, as a little-endian number.  Returns false if not
 * all of these bytes are in C. */
static bool
read_bytes(const struct code_section *c, uint64_t addr, unsigned n, uint64_t *value)
{
	const unsigned char *p;

	if (c->bytes == NULL || addr < c->lo || c->hi - addr < n || addr >= c->hi)
		return false;
	p = c->bytes + (addr - c->lo);
	*value = 0;
	for (unsigned i = n; i-- > 0;)
		*value = *value << 8 | p[i];
	return true;
}

/* Sets *INSN to the instruction of N bytes, 2 or 4, at ADDR of section C.  Instructions are
 * little-endian, except on big-endian ARM without BE8.  Returns false if not all of these bytes are
 * in C. */
static bool
read_insn(const struct image *im, const struct code_section *c, uint64_t addr, unsigned n,
	uint32_t *insn)
{
	uint64_t v;

	if (!read_bytes(c, addr, n, &v))
		return false;
	*insn = (uint32_t)v;
	if (im->big_endian && im->machine == EM_ARM && !im->little_code)
		*insn = n == 4 ? __builtin_bswap32(*insn) : __builtin_bswap16((uint16_t)*insn);
	return true;
}

/* Returns the low BITS bits of V as a signed number, in two's complement of 64 bits. */
static uint64_t
sign_extend(uint64_t v, unsigned bits)
{
	uint64_t sign = UINT64_C(1) << (bits - 1);

	v &= (sign << 1) - 1;
	return (v ^ sign) - sign;
}

/* Returns the length of the indirect x86 call with these ModRM and SIB bytes, or 0 if the bytes do
 * not belong to an indirect call. */
static unsigned
x86_indirect_length(unsigned modrm, unsigned sib)
{
	unsigned mod = modrm >> 6, rm = modrm & 7, n = 2;

	if ((modrm >> 3 & 7) != 2)
		return 0;
	if (mod == 3)
		return n;
	if (rm == 4)
		n++;
	if (mod == 1)
		return n + 1;
	if (mod == 2 || rm == 5 || (rm == 4 && (sib & 7) == 5))
		return n + 4;
	return n;
}

static enum call_kind
x86_call(const struct image *im, const struct code_section *c, uint64_t end, uint64_t *target)
{
	static const unsigned lengths[] = { 2, 3, 4, 6, 7 };
	uint64_t op, offset;

	if (read_bytes(c, end - X86_CALL_SIZE, 1, &op) && op == X86_CALL
	    && read_bytes(c, end - 4, 4, &offset)) {
		*target = end + sign_extend(offset, 32);
		if (im->address_size == 4)
			*target &= UINT32_MAX;
		return CALL_DIRECT;
	}
	for (unsigned i = 0; i < sizeof(lengths) / sizeof(*lengths); i++) {
		uint64_t addr = end - lengths[i], modrm, sib = 0;

		if (!read_bytes(c, addr, 1, &op) || op != 0xff
		    || !read_bytes(c, addr + 1, 1, &modrm))
			continue;
		if (lengths[i] > 2)
			read_bytes(c, addr + 2, 1, &sib);
		if (x86_indirect_length((unsigned)modrm, (unsigned)sib) == lengths[i])
			return CALL_INDIRECT;
	}
	return CALL_NONE;
}

static enum call_kind
aarch64_call(const struct image *im, const struct code_section *c, uint64_t end, uint64_t *target)
{
	uint32_t insn;

	if (!read_insn(im, c, end - 4, 4, &insn))
		return CALL_NONE;
	if (insn >> 26 == 0x25) {			/* bl */
		*target = end - 4 + sign_extend((uint64_t)insn << 2, 28);
		return CALL_DIRECT;
	}
	return (insn & 0xfffffc1f) == 0xd63f0000 ? CALL_INDIRECT : CALL_NONE;	/* blr */
}

static enum call_kind
thumb_call(const struct image *im, const struct code_section *c, uint64_t end, uint64_t *target)
{
	uint32_t first, second, s, j1, j2;
	uint64_t offset;

	if (!read_insn(im, c, end - 2, 2, &second))
		return CALL_NONE;
	if ((second & 0xff87) == 0x4780)		/* blx register */
		return CALL_INDIRECT;
	if (!read_insn(im, c, end - 4, 2, &first) || (first & 0xf800) != 0xf000
	    || (second & 0xc000) != 0xc000)
		return CALL_NONE;
	s = first >> 10 & 1;
	j1 = second >> 13 & 1;
	j2 = second >> 11 & 1;
	offset = (uint64_t)s << 24 | (uint64_t)((j1 ^ s) ^ 1) << 23 | (uint64_t)((j2 ^ s) ^ 1) << 22
		| (uint64_t)(first & 0x3ff) << 12 | (uint64_t)(second & 0x7ff) << 1;
	*target = end + sign_extend(offset, 25);
	if ((second & 0x1000) == 0)			/* blx calls ARM code, which is aligned */
		*target &= ~(uint64_t)3;
	*target &= UINT32_MAX;
	return CALL_DIRECT;
}

static enum call_kind
arm_call(const struct image *im, const struct code_section *c, uint64_t end, uint64_t *target)
{
	enum code_kind kind = codekinds_at(&im->kinds, end - 1);
	uint32_t insn;

	if (kind == CODE_THUMB || end % 4 != 0 || !read_insn(im, c, end - 4, 4, &insn))
		return kind == CODE_PLAIN ? CALL_NONE : thumb_call(im, c, end, target);
	if ((insn & 0xfe000000) == 0xfa000000) {	/* blx calls Thumb code */
		*target = end + 4 + sign_extend((uint64_t)insn << 2, 26) + (insn >> 23 & 2);
		*target &= UINT32_MAX;
		return CALL_DIRECT;
	}
	if ((insn & 0x0f000000) == 0x0b000000 && insn >> 28 != 0xf) {	/* bl */
		*target = (end + 4 + sign_extend((uint64_t)insn << 2, 26)) & UINT32_MAX;
		return CALL_DIRECT;
	}
	if ((insn & 0x0ffffff0) == 0x012fff30)		/* blx register */
		return CALL_INDIRECT;
	return kind == CODE_PLAIN ? CALL_NONE : thumb_call(im, c, end, target);
}

/* Is R a register in which RISC-V keeps return addresses? */
static bool
is_link(uint32_t r)
{
	return r == 1 || r == 5;
}

/* As isa_call_before(), for the compressed instructions of RISC-V, which have 2 bytes. */
static enum call_kind
riscv_short_call(const struct image *im, const struct code_section *c, uint64_t end,
	uint64_t *target)
{
	uint32_t i, offset;

	if (!read_insn(im, c, end - 2, 2, &i))
		return CALL_NONE;
	if ((i & 0xf07f) == 0x9002 && (i >> 7 & 31) != 0)	/* c.jalr */
		return CALL_INDIRECT;
	if (im->address_size != 4 || (i & 0xe003) != 0x2001)	/* c.jal */
		return CALL_NONE;
	offset = (i >> 12 & 1) << 11 | (i >> 11 & 1) << 4 | (i >> 9 & 3) << 8 | (i >> 8 & 1) << 10
		| (i >> 7 & 1) << 6 | (i >> 6 & 1) << 7 | (i >> 3 & 7) << 1 | (i >> 2 & 1) << 5;
	*target = (end - 2 + sign_extend(offset, 12)) & UINT32_MAX;
	return CALL_DIRECT;
}

static enum call_kind
riscv_call(const struct image *im, const struct code_section *c, uint64_t end, uint64_t *target)
{
	uint64_t mask = im->address_size == 4 ? UINT32_MAX : UINT64_MAX, offset;
	uint32_t i, before;

	if (!read_insn(im, c, end - 4, 4, &i) || !is_link(i >> 7 & 31))
		return riscv_short_call(im, c, end, target);
	if ((i & 0x7f) == 0x6f) {				/* jal */
		offset = (uint64_t)(i >> 31) << 20 | (i >> 12 & 0xff) << 12 | (i >> 20 & 1) << 11
			| (i >> 21 & 0x3ff) << 1;
		*target = (end - 4 + sign_extend(offset, 21)) & mask;
		return CALL_DIRECT;
	}
	if ((i & 0x707f) != 0x67)				/* jalr */
		return riscv_short_call(im, c, end, target);
	if (!read_insn(im, c, end - 8, 4, &before) || (before & 0x7f) != 0x17
	    || (before >> 7 & 31) != (i >> 15 & 31))
		return CALL_INDIRECT;
	*target = end - 8 + sign_extend(before & 0xfffff000, 32) + sign_extend(i >> 20, 12);
	*target &= mask;
	return CALL_DIRECT;					/* the pair auipc and jalr */
}

/* Moves *AT to the first byte X86_CALL in [*AT, HI) of section C.  Returns false if there is no
 * such byte.  C->bytes must not be NULL. */
static bool
find_x86_call(const struct code_section *c, uint64_t *at, uint64_t hi)
{
	const unsigned char *from, *found;

	assert(*at >= c->lo && *at <= hi && hi <= c->hi);
	from = c->bytes + (*at - c->lo);
	found = memchr(from, X86_CALL, (size_t)(hi - *at));
	if (found == NULL)
		return false;
	*at += (uint64_t)(found - from);
	return true;
}

bool
isa_is_known(const struct image *im)
{
	switch (im->machine) {
	case EM_X86_64:
	case EM_386:
	case EM_AARCH64:
	case EM_ARM:
	case EM_RISCV:
		return true;
	default:
		return false;
	}
}

enum call_kind
isa_call_before(const struct image *im, const struct code_section *c, uint64_t end,
	uint64_t *target)
{
	if (codekinds_at(&im->kinds, end - 1) == CODE_DATA)
		return CALL_NONE;
	switch (im->machine) {
	case EM_X86_64:
	case EM_386:
		return x86_call(im, c, end, target);
	case EM_AARCH64:
		return aarch64_call(im, c, end, target);
	case EM_ARM:
		return arm_call(im, c, end, target);
	case EM_RISCV:
		return riscv_call(im, c, end, target);
	default:
		return CALL_NONE;
	}
}

/* As isa_next_direct_call(), for x86, where every direct call begins with the byte X86_CALL. */
static bool
next_x86_call(const struct image *im, const struct code_section *c, uint64_t *end, uint64_t *target)
{
	uint64_t at = *end - c->lo >= X86_CALL_SIZE ? *end - (X86_CALL_SIZE - 1) : c->lo;

	if (c->hi - c->lo < X86_CALL_SIZE || at > c->hi - (X86_CALL_SIZE - 1)
	    || !find_x86_call(c, &at, c->hi - (X86_CALL_SIZE - 1)))
		return false;
	*end = at + X86_CALL_SIZE;
	return x86_call(im, c, *end, target) == CALL_DIRECT;
}

bool
isa_next_direct_call(const struct image *im, const struct code_section *c, uint64_t *end,
	uint64_t *target)
{
	uint64_t step = insn_length_step(im), at = *end - *end % step;

	assert(*end >= c->lo);
	if (c->bytes == NULL)
		return false;
	if (is_x86(im))
		return next_x86_call(im, c, end, target);
	for (at += step; at > *end && at <= c->hi; at += step) {
		if (isa_call_before(im, c, at, target) != CALL_DIRECT)
			continue;
		*end = at;
		return true;
	}
	return false;
}

bool
isa_gprof_knows(const struct image *im)
{
	return is_x86(im) || im->machine == EM_AARCH64;
}

/* As isa_next_gprof_call(), for x86.  gprof does not decode instructions: it takes any byte
 * X86_CALL for the beginning of a call.  It also loses the sign of the displacement, so that calls
 * backward get targets far above the code. */
static bool
next_gprof_x86(const struct code_section *c, uint64_t *addr, uint64_t hi, uint64_t *target)
{
	uint64_t last = c->hi - (X86_CALL_SIZE - 1);	/* end of the addresses at which a call fits
							 * in the section */

	if (c->hi - *addr < X86_CALL_SIZE || !find_x86_call(c, addr, hi < last ? hi : last))
		return false;
	*target = *addr + X86_CALL_SIZE + byteorder_u32(c->bytes + (*addr - c->lo) + 1, false);
	++*addr;
	return true;
}

/* As isa_next_gprof_call(), for AArch64.  The low 26 bits of BL, a signed number of words, are the
 * distance to the target.  gprof also takes the jump B for a call, and reads instructions in the
 * byte order of the data. */
static bool
next_gprof_aarch64(const struct image *im, const struct code_section *c, uint64_t *addr,
	uint64_t hi, uint64_t *target)
{
	for (; *addr < hi && c->hi - *addr >= 4; *addr += 4) {
		uint32_t insn = byteorder_u32(c->bytes + (*addr - c->lo), im->big_endian);

		if ((insn & 0x7c000000) != 0x14000000)
			continue;
		*target = *addr + sign_extend((uint64_t)insn << 2, 28);
		*addr += 4;
		return true;
	}
	return false;
}

bool
isa_next_gprof_call(const struct image *im, const struct code_section *c, uint64_t *addr,
	uint64_t hi, uint64_t *target)
{
	assert(*addr >= c->lo && hi <= c->hi);
	if (*addr >= hi || c->bytes == NULL)
		return false;
	return is_x86(im) ? next_gprof_x86(c, addr, hi, target)
		: next_gprof_aarch64(im, c, addr, hi, target);
}
