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
struct slot {
	uint64_t address;
	uint32_t symbol;
};

struct slots {
	struct slot *v;			/* owned */
	size_t n, room;
};

static int
by_address(const void *a, const void *b)
{
	const struct slot *x = a, *y = b;

	return x->address < y->address ? -1 : x->address > y->address;
}

/* Is a relocation of TYPE one that fills a slot of IM? */
static bool
fills_slot(const struct image *im, uint64_t type)
{
	return im->machine == EM_X86_64 ? type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT
		: type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_GLOB_DAT;
}

/* Returns the slots of IM, sorted by address. */
static struct slots
find_slots(const struct image *im)
{
	struct slots slots = { 0 };
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(im->elf, section)) != NULL) {
		Elf_Data *data;
		GElf_Rela rela;

		if (gelf_getshdr(section, &header) == NULL || header.sh_type != SHT_RELA
		    || (header.sh_flags & SHF_ALLOC) == 0)
			continue;
		data = elfsection_data(im->elf, section, &header);
		for (int i = 0; data != NULL && gelf_getrela(data, i, &rela) != NULL; i++) {
			uint64_t symbol = GELF_R_SYM(rela.r_info);

			if (!fills_slot(im, GELF_R_TYPE(rela.r_info)) || symbol == 0
			    || symbol >= symtab_count(im->dynsym))
				continue;
			slots.v = mem_grow(slots.v, slots.n + 1, &slots.room, sizeof(*slots.v));
			slots.v[slots.n++] = (struct slot){ rela.r_offset, (uint32_t)symbol };
		}
	}
	if (slots.n > 0)
		qsort(slots.v, slots.n, sizeof(*slots.v), by_address);
	return slots;
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

static void
add_stubs(struct plt *plt, const struct image *im, const struct code_section *c,
	const struct slots *slots)
{
	struct elf_symbol s;
	uint64_t slot;
	size_t i;

	for (uint64_t at = c->lo; at < c->hi; at += STEP) {
		const unsigned char *p = c->bytes + (at - c->lo);
		size_t n = (size_t)(c->hi - at);

		if (im->machine == EM_X86_64 ? !slot_of_x86(p, n, at, &slot)
		    : !slot_of_arm(p, n, at, &slot))
			continue;
		BISECT(i, slots->n, slots->v[i].address >= slot);
		if (i == slots->n || slots->v[i].address != slot)
			continue;
		symtab_get(im->dynsym, slots->v[i].symbol, &s);
		if (*s.name == '\0')
			continue;
		plt->v = mem_grow(plt->v, plt->n + 1, &plt->room, sizeof(*plt->v));
		plt->v[plt->n++] = (struct plt_stub){ at, s.name };
	}
}

void
plt_read(struct plt *plt, const struct image *im)
{
	struct slots slots;

	if ((im->machine != EM_X86_64 && im->machine != EM_AARCH64) || im->dynsym == NULL)
		return;
	slots = find_slots(im);
	for (size_t i = 0; slots.n > 0 && i < im->ncode; i++)
		if (im->code[i].bytes != NULL && strncmp(im->code[i].name, ".plt", 4) == 0)
			add_stubs(plt, im, &im->code[i], &slots);
	free(slots.v);
}

const struct plt_stub *
plt_at(const struct plt *plt, uint64_t address)
{
	size_t i;

	BISECT(i, plt->n, plt->v[i].address > address);
	return i > 0 && address - plt->v[i - 1].address < LONGEST ? &plt->v[i - 1] : NULL;
}

void
plt_release(struct plt *plt)
{
	free(plt->v);
	*plt = (struct plt){ 0 };
}
