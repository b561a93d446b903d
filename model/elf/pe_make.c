/* pe_make.c - the ELF file for a PE file
 *
 * The head has the header, the table of sections, and the names of sections.  Section I of the PE
 * file is section I of the ELF file.  The tail has the short names of symbols, and the symbol
 * table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "elf/pe_file.h"

#include <elf.h>
#include <stdlib.h>

enum { NADDED = 4 };			/* ELF sections that the PE file lacks: number 0,
					 * the symbols, their strings, and the names of
					 * sections */

static size_t
round_up(size_t n, size_t to)
{
	return (n + to - 1) / to * to;
}

/* Appends a name of N bytes to NAMES, and returns where it begins. */
static size_t
add_name(struct pe_bytes *names, const char *name, size_t n)
{
	size_t at = names->n;

	pe_put(names, name, n);
	pe_put_zeros(names, 1);
	return at;
}

static size_t
header_size(const struct pe_file *p)
{
	return p->width == 8 ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr);
}

static size_t
section_size(const struct pe_file *p)
{
	return p->width == 8 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
}

static void
put_header(struct pe_bytes *b, const struct pe_file *p)
{
	pe_put(b, ELFMAG, SELFMAG);
	pe_put_number(b, p->width == 8 ? ELFCLASS64 : ELFCLASS32, 1);
	pe_put_number(b, ELFDATA2LSB, 1);
	pe_put_number(b, EV_CURRENT, 1);
	pe_put_zeros(b, EI_NIDENT - EI_VERSION - 1);
	pe_put_number(b, p->is_dll ? ET_DYN : ET_EXEC, 2);
	pe_put_number(b, p->machine, 2);
	pe_put_number(b, EV_CURRENT, 4);
	pe_put_zeros(b, 2 * p->width);		/* entry, program headers */
	pe_put_number(b, header_size(p), p->width);
	pe_put_zeros(b, 4);
	pe_put_number(b, header_size(p), 2);
	pe_put_zeros(b, 4);
	pe_put_number(b, section_size(p), 2);
	pe_put_number(b, p->nsections + NADDED, 2);
	pe_put_number(b, p->nsections + NADDED - 1, 2);
}

static void
put_section(struct pe_bytes *b, const Elf64_Shdr *header, unsigned width)
{
	pe_put_number(b, header->sh_name, 4);
	pe_put_number(b, header->sh_type, 4);
	pe_put_number(b, header->sh_flags, width);
	pe_put_number(b, header->sh_addr, width);
	pe_put_number(b, header->sh_offset, width);
	pe_put_number(b, header->sh_size, width);
	pe_put_number(b, header->sh_link, 4);
	pe_put_zeros(b, 4);
	pe_put_number(b, 1, width);
	pe_put_number(b, header->sh_entsize, width);
}

/* Sets HEADER to the ELF section for S.  The PE file is at FILE_AT in the ELF file. */
static void
convert_section(Elf64_Shdr *header, const struct pe_section *s, size_t name, size_t file_at)
{
	*header = (Elf64_Shdr){
		.sh_name = (Elf64_Word)name,
		.sh_type = s->has_bytes ? SHT_PROGBITS : SHT_NOBITS,
		.sh_flags = s->is_code ? SHF_ALLOC | SHF_EXECINSTR : s->is_loaded ? SHF_ALLOC : 0,
		.sh_addr = s->address,
		.sh_offset = s->has_bytes ? file_at + s->offset : 0,
		.sh_size = s->size,
	};
}

/* Sets the three sections HEADERS, which follow those of the PE file.  Without symbols, the first
 * two are empty. */
static void
add_sections(Elf64_Shdr *headers, const struct pe_elf *elf, const struct pe_file *p,
	const struct pe_symbols *s)
{
	if (p->nsymbols > 0) {
		headers[0].sh_type = SHT_SYMTAB;
		headers[0].sh_offset = elf->tail_at + s->names.n;
		headers[0].sh_size = s->table.n;
		headers[0].sh_link = (Elf64_Word)(p->nsections + 2);
		headers[0].sh_entsize = p->width == 8 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
		headers[1].sh_type = SHT_STRTAB;
		headers[1].sh_offset = elf->head_size + p->strings_at;
		headers[1].sh_size = s->names_at + s->names.n;
	}
	headers[2].sh_type = SHT_STRTAB;
}

void
pe_make(struct pe_elf *elf, const struct pe_file *p, size_t page_size)
{
	size_t nheaders = p->nsections + NADDED;
	size_t names_at = header_size(p) + nheaders * section_size(p);
	struct pe_section *sections = mem_new(p->nsections, sizeof(*sections));
	Elf64_Shdr *headers = mem_new(nheaders, sizeof(*headers));
	struct pe_bytes head = { .n = 0 }, names = { .n = 0 };
	struct pe_symbols symbols = { .names_at = 0 };

	add_name(&names, "", 0);
	for (size_t i = 0; i < p->nsections; i++) {
		pe_section_read(&sections[i], p, i);
		headers[1 + i].sh_name = (Elf64_Word)add_name(&names, sections[i].name,
			sections[i].nname);
	}
	elf->head_size = round_up(names_at + names.n, page_size);
	elf->tail_at = elf->head_size + round_up(p->size + 1, page_size);
	symbols.names_at = elf->tail_at - (elf->head_size + p->strings_at);
	pe_symbols_make(&symbols, p, sections);

	for (size_t i = 0; i < p->nsections; i++)
		convert_section(&headers[1 + i], &sections[i], headers[1 + i].sh_name,
			elf->head_size);
	add_sections(&headers[1 + p->nsections], elf, p, &symbols);
	headers[nheaders - 1].sh_offset = names_at;
	headers[nheaders - 1].sh_size = names.n;
	put_header(&head, p);
	for (size_t i = 0; i < nheaders; i++)
		put_section(&head, &headers[i], p->width);
	pe_put(&head, names.v, names.n);
	pe_put_zeros(&head, elf->head_size - head.n);
	elf->head = head.v;

	pe_put(&symbols.names, symbols.table.v, symbols.table.n);
	elf->tail = symbols.names.v;
	elf->tail_size = symbols.names.n;
	free(symbols.table.v);
	free(names.v);
	free(headers);
	free(sections);
}
