/* plt.c - stubs that call functions of other images, through the procedure linkage table (PLT)
 *
 * A stub jumps to the address in a slot of the global offset table.  A relocation says for which
 * symbol the dynamic linker fills the slot.  The code of stubs is that of the System V ABIs of
 * x86-64 and of 64-bit ARM, also with instructions that mark valid targets of jumps.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "elf/plt.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "elf/elfsection.h"
#include "elf/image.h"
#include "elf/symtab.h"

enum {
	STEP = 8,			/* stubs begin at multiples of so many bytes */
	LONGEST = 32,			/* bytes of the longest stub */
};

/* A slot that is filled with the address of a symbol. */
struct plt_slot {
	uint64_t address;
	uint32_t symbol;
};

static int
by_address(const void *a, const void *b)
{
	const struct plt_slot *x = a, *y = b;

	return x->address < y->address ? -1 : x->address > y->address;
}

/* Is a relocation of TYPE one that fills a slot of IM? */
static bool
fills_slot(const struct image *im, uint64_t type)
{
	return im->machine == EM_X86_64 ? type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT
		: type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_GLOB_DAT;
}

/* Sets *RELA to relocation I of DATA.  False: there are no more. */
static bool
get_rela(const struct image *im, Elf_Data *data, size_t i, GElf_Rela *rela)
{
	if (gelf_getclass(im->elf) != ELFCLASS64 || data->d_type != ELF_T_RELA)
		return gelf_getrela(data, (int)i, rela) != NULL;
	if (i >= data->d_size / sizeof(*rela))
		return false;
	memcpy(rela, (const Elf64_Rela *)data->d_buf + i, sizeof(*rela));
	return true;
}

/* Adds the slots that the relocations DATA fill. */
static void
add_slots(struct plt_slots *slots, const struct image *im, Elf_Data *data)
{
	size_t count = symtab_count(im->dynsym);
	GElf_Rela rela;

	for (size_t i = 0; i < INT32_MAX && get_rela(im, data, i, &rela); i++) {
		uint64_t symbol = GELF_R_SYM(rela.r_info);

		if (!fills_slot(im, GELF_R_TYPE(rela.r_info)) || symbol == 0 || symbol >= count)
			continue;
		slots->v = mem_grow(slots->v, slots->n + 1, &slots->room, sizeof(*slots->v));
		slots->v[slots->n++] = (struct plt_slot){ rela.r_offset, (uint32_t)symbol };
	}
}

/* Reads the slots that only calls use, or the others.  The relocations of the former name the
 * section of the slots. */
static void
read_slots(struct plt_slots *slots, const struct image *im, bool are_of_calls)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	uint64_t left = im->size;	/* sections of a damaged file may have the same bytes */

	slots->is_read = true;
	while ((section = elf_nextscn(im->elf, section)) != NULL) {
		Elf_Data *data;

		if (gelf_getshdr(section, &header) == NULL || header.sh_type != SHT_RELA
		    || (header.sh_flags & SHF_ALLOC) == 0
		    || (header.sh_info != 0) != are_of_calls)
			continue;
		data = elfsection_data(im->elf, section, &header);
		if (data == NULL || data->d_size > left)
			continue;
		left -= data->d_size;
		add_slots(slots, im, data);
	}
	if (slots->n > 0)
		qsort(slots->v, slots->n, sizeof(*slots->v), by_address);
}

/* Returns the slot at ADDRESS of the image of PLT, or NULL. */
static const struct plt_slot *
find_slot(struct plt *plt, uint64_t address)
{
	size_t at;

	for (unsigned i = 0; i < sizeof(plt->slots) / sizeof(*plt->slots); i++) {
		struct plt_slots *slots = &plt->slots[i];

		if (!slots->is_read)
			read_slots(slots, plt->im, i == 0);
		BISECT(at, slots->n, slots->v[at].address >= address);
		if (at < slots->n && slots->v[at].address == address)
			return &slots->v[at];
	}
	return NULL;
}

static uint32_t
word_at(const unsigned char *p)
{
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Sets *SLOT to the address of the slot that the stub at ADDRESS jumps through.  Its N bytes are at
 * P.  False: there is no such stub. */
static bool
slot_of_x86(const unsigned char *p, size_t n, uint64_t address, uint64_t *slot)
{
	static const unsigned char mark[] = { 0xf3, 0x0f, 0x1e, 0xfa };	/* endbr64 */
	size_t at = n >= sizeof(mark) && memcmp(p, mark, sizeof(mark)) == 0 ? sizeof(mark) : 0;

	at += at < n && p[at] == 0xf2;		/* bnd */
	if (n < at + 6 || p[at] != 0xff || p[at + 1] != 0x25)	/* jmp *DISTANCE(%rip) */
		return false;
	*slot = address + at + 6 + (uint64_t)(int64_t)(int32_t)word_at(p + at + 2);
	return true;
}

static bool
slot_of_arm(const unsigned char *p, size_t n, uint64_t address, uint64_t *slot)
{
	size_t at = n >= 4 && word_at(p) == 0xd503245f ? 4 : 0;	/* bti c */
	uint32_t page, load;
	uint64_t pages;

	if (n < at + 8)
		return false;
	page = word_at(p + at);
	load = word_at(p + at + 4);
	/* adrp x16, PAGE; ldr x17, [x16, OFFSET] */
	if ((page & 0x9f00001f) != 0x90000010 || (load & 0xffc003ff) != 0xf9400211)
		return false;
	pages = (page >> 29 & 3) | (page >> 5 & 0x7ffff) << 2;
	pages = (pages ^ 0x100000) - 0x100000;
	*slot = ((address + at) & ~UINT64_C(0xfff)) + (pages << 12)
		+ ((uint64_t)(load >> 10 & 0xfff) << 3);
	return true;
}

/* Sets *STUB to the stub that begins at ADDRESS, in the section C.  False: there is none. */
static bool
stub_at(struct plt *plt, const struct code_section *c, uint64_t address, struct plt_stub *stub)
{
	const unsigned char *p = c->bytes + (address - c->lo);
	const struct plt_slot *found;
	size_t n = (size_t)(c->hi - address);
	struct elf_symbol s;
	uint64_t slot;

	if (plt->im->machine == EM_X86_64 ? !slot_of_x86(p, n, address, &slot)
	    : !slot_of_arm(p, n, address, &slot))
		return false;
	found = find_slot(plt, slot);
	if (found == NULL)
		return false;
	symtab_get(plt->im->dynsym, found->symbol, &s);
	*stub = (struct plt_stub){ address, s.name };
	return *s.name != '\0';
}

void
plt_open(struct plt *plt, const struct image *im)
{
	bool is_known = im->machine == EM_X86_64 || im->machine == EM_AARCH64;

	*plt = (struct plt){ .im = is_known && im->dynsym != NULL ? im : NULL };
}

bool
plt_at(struct plt *plt, uint64_t address, struct plt_stub *stub)
{
	const struct code_section *c = plt->im != NULL ? image_code_at(plt->im, address) : NULL;

	if (c == NULL || c->bytes == NULL || strncmp(c->name, ".plt", 4) != 0)
		return false;
	for (uint64_t at = address; address - at < LONGEST; at--) {
		if ((at - c->lo) % STEP == 0 && stub_at(plt, c, at, stub))
			return true;
		if (at == c->lo)
			break;
	}
	return false;
}

void
plt_release(struct plt *plt)
{
	for (unsigned i = 0; i < sizeof(plt->slots) / sizeof(*plt->slots); i++)
		free(plt->slots[i].v);
	*plt = (struct plt){ 0 };
}
