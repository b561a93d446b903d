/* pe.c - programs of Windows (PE files) as ELF files
 *
 * Source of the layout: "PE Format" in the documentation of Microsoft.  Programs of MinGW and Cygwin
 * have the symbol table of COFF, and debug information in DWARF.
 *
 * All numbers are little-endian.  Offset 0x3c of the file has the offset of the PE header:
 *
 *	"PE\0\0"
 *	u16 machine		u16 number of sections	u32 time
 *	u32 symbol table	u32 number of symbols	u16 size of the optional header
 *	u16 flags
 *	the optional header, which has the address of the image in memory
 *	the table of sections
 *
 * The strings of the symbol table follow behind it.  They begin with their size, u32.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "elf/pe_file.h"

#include <elf.h>
#include <stdlib.h>

#include "base/byteorder.h"

enum {
	HEADER_AT = 0x3c,		/* where the offset of the PE header is */
	HEADER_SIZE = 24,
	MOST_SECTIONS = INT16_MAX,	/* the number of a section in a symbol is signed */
	FLAG_DLL = 0x2000,
};

bool
pe_begins(const unsigned char *bytes, size_t size)
{
	return size >= 2 && memcmp(bytes, "MZ", 2) == 0;
}

/* Machines of PE files.  Those without .elf are not read. */
static const struct machine {
	uint16_t pe, elf;
	const char *name;
	uint16_t magic;			/* the first number of the optional header */
	char leading;
} machines[] = {
	{ 0x014c, EM_386, "x86", 0x10b, '_' },
	{ 0x8664, EM_X86_64, "x86-64", 0x20b, '\0' },
	{ .pe = 0xaa64, .name = "ARM64" }, { .pe = 0xa641, .name = "ARM64" },
	{ .pe = 0xa64e, .name = "ARM64" }, { .pe = 0x01c0, .name = "ARM" },
	{ .pe = 0x01c2, .name = "ARM" }, { .pe = 0x01c4, .name = "ARM" },
	{ .pe = 0x0200, .name = "Itanium" }, { .pe = 0x0ebc, .name = "EFI byte code" },
	{ .pe = 0x5032, .name = "RISC-V" }, { .pe = 0x5064, .name = "RISC-V" },
	{ .pe = 0x6232, .name = "LoongArch" }, { .pe = 0x6264, .name = "LoongArch" },
};

/* Returns the machine with the number NUMBER in PE files, or NULL if it is not read; E says so. */
static const struct machine *
find_machine(uint16_t number, struct err *e)
{
	static const char advice[] = "which gprowse cannot read; build and profile it for x86-64 or x86";

	for (size_t i = 0; i < sizeof(machines) / sizeof(*machines); i++) {
		if (machines[i].pe != number)
			continue;
		if (machines[i].elf != 0)
			return &machines[i];
		(void)err_set(e, ERR_FORMAT, "is a Windows program for %s, %s", machines[i].name, advice);
		return NULL;
	}
	(void)err_set(e, ERR_FORMAT, "is a Windows program for machine 0x%04x, %s", number, advice);
	return NULL;
}

/* Sets E to the fault that the file of P ends before its WHAT does. */
static bool
is_cut(const struct pe_file *p, const char *what, struct err *e)
{
	return err_set(e, ERR_FORMAT, "byte %zu: the file ends before its %s does; "
		"copy or build the program again", p->size, what);
}

/* Finds the symbols and strings of P, whose header begins at HEADER.  Linkers put them at the end,
 * so a truncated file lacks them. */
static bool
find_symbols(struct pe_file *p, const unsigned char *header, struct err *e)
{
	uint64_t at = byteorder_u32(header + 12, false), n = byteorder_u32(header + 16, false);
	uint64_t strings = at + n * PE_SYMBOL_SIZE, left;

	p->strings_at = p->size;
	if (at == 0)
		return true;
	if (strings > p->size)
		return is_cut(p, "table of symbols", e);
	p->symbols_at = (size_t)at;
	p->nsymbols = (size_t)n;
	p->strings_at = (size_t)strings;
	left = p->size - strings;
	p->nstrings = left < 4 ? 0 : byteorder_u32(p->bytes + strings, false);
	if (p->nstrings > left)
		p->nstrings = (size_t)left;
	return true;
}

/* Reads the header of P, which begins at AT. */
static bool
read_header(struct pe_file *p, uint64_t at, struct err *e)
{
	const unsigned char *header = p->bytes + at, *optional = header + HEADER_SIZE;
	const struct machine *machine = find_machine(byteorder_u16(header + 4, false), e);
	size_t noptional = byteorder_u16(header + 20, false);
	uint64_t sections = at + HEADER_SIZE + noptional;

	if (machine == NULL)
		return false;
	p->nsections = byteorder_u16(header + 6, false);
	if (noptional < 32 || p->nsections > MOST_SECTIONS)
		return err_set(e, ERR_FORMAT, "damaged PE header; build the program again");
	if (sections + (uint64_t)p->nsections * PE_SECTION_SIZE > p->size)
		return is_cut(p, "table of sections", e);
	if (byteorder_u16(optional, false) != machine->magic)
		return err_set(e, ERR_FORMAT, "damaged PE header; build the program again");
	p->sections_at = (size_t)sections;
	p->machine = machine->elf;
	p->leading = machine->leading;
	p->width = machine->magic == 0x20b ? 8 : 4;
	p->base = p->width == 8 ? byteorder_u64(optional + 24, false)
		: byteorder_u32(optional + 28, false);
	p->is_dll = (byteorder_u16(header + 22, false) & FLAG_DLL) != 0;
	return find_symbols(p, header, e);
}

/* Finds the header of P, and reads it. */
static bool
read_file(struct pe_file *p, struct err *e)
{
	uint64_t at = p->size >= HEADER_AT + 4 ? byteorder_u32(p->bytes + HEADER_AT, false) : 0;

	if (at + HEADER_SIZE > p->size
	    || memcmp(p->bytes + at, "PE\0", 4) != 0)
		return err_set(e, ERR_FORMAT, "is a program of DOS or 16-bit Windows, or cut short; "
			"give the program that was run");
	return read_header(p, at, e);
}

bool
pe_read(struct pe_elf *elf, const unsigned char *bytes, size_t size, size_t page_size,
	struct err *e)
{
	struct pe_file p = { .bytes = bytes, .size = size };

	*elf = (struct pe_elf){ .leading = '\0' };
	if (!read_file(&p, e))
		return false;
	elf->leading = p.leading;
	pe_make(elf, &p, page_size);
	if ((uint64_t)elf->tail_at + elf->tail_size <= UINT32_MAX)
		return true;
	pe_release(elf);
	return err_set(e, ERR_FORMAT, "is larger than a PE program can be; give the program that was run");
}

void
pe_release(struct pe_elf *elf)
{
	free(elf->head);
	free(elf->tail);
	*elf = (struct pe_elf){ .leading = '\0' };
}
