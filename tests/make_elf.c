/* make_elf.c - small ELF files for tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "make_elf.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "bytes.h"

/* A section header that will be written. */
struct header {
	size_t name;
	unsigned type;
	uint64_t flags, addr, offset, size, entry_size;
	size_t link;
};

struct making {
	const struct elf_file *f;
	struct bytes out, names;
	struct header *headers;		/* owned */
	size_t n, room;
};

/* Returns an empty buffer with the byte order and address size of F. */
static struct bytes
bytes_for(const struct elf_file *f)
{
	return (struct bytes){ .big_endian = f->big_endian, .address_size = f->address_size };
}

static struct header *
add_header(struct making *m, const char *name, unsigned type)
{
	struct header *h;

	m->headers = mem_grow(m->headers, m->n + 1, &m->room, sizeof(*m->headers));
	h = &m->headers[m->n++];
	*h = (struct header){ .name = m->names.n, .type = type };
	put_bytes(&m->names, name, strlen(name) + 1);
	return h;
}

static void
put_data(struct making *m, struct header *h, const struct bytes *data)
{
	put_zeros(&m->out, -m->out.n & 7);
	h->offset = m->out.n;
	h->size = data->n;
	put_bytes(&m->out, data->v, data->n);
}

/* Adds a section that holds DATA. */
static struct header *
add_data(struct making *m, const char *name, unsigned type, const struct bytes *data)
{
	struct header *h = add_header(m, name, type);

	put_data(m, h, data);
	return h;
}

static void
put_symbol(struct bytes *b, size_t name, const struct elf_sym *s, unsigned section)
{
	unsigned info = s->bind << 4 | s->type;

	put_number(b, name, 4);
	if (b->address_size == 4) {
		put_number(b, s->value, 4);
		put_number(b, s->size, 4);
	}
	put_number(b, info, 1);
	put_number(b, 0, 1);
	put_number(b, section, 2);
	if (b->address_size == 8) {
		put_number(b, s->value, 8);
		put_number(b, s->size, 8);
	}
}

static void
add_symbols(struct making *m)
{
	static const struct elf_sym none;
	const struct elf_file *f = m->f;
	struct bytes table = bytes_for(f), strings = bytes_for(f), extended = bytes_for(f);
	size_t at = m->n;

	put_symbol(&table, 0, &none, 0);
	put_zeros(&strings, 1);
	put_zeros(&extended, 4);
	for (size_t i = 0; i < f->nsymbols; i++) {
		const struct elf_sym *s = &f->symbols[i];
		bool is_number = s->section != SHN_UNDEF && s->section < SHN_LORESERVE;
		unsigned section = s->section + (is_number ? f->spare_sections : 0);
		bool fits = !is_number || section < SHN_LORESERVE;

		put_symbol(&table, strings.n, s, fits ? section : SHN_XINDEX);
		put_bytes(&strings, s->name, strlen(s->name) + 1);
		put_number(&extended, fits ? 0 : section, 4);
	}
	if (f->cut_strings)
		strings.n--;
	add_data(m, f->dynamic ? ".dynsym" : ".symtab", f->dynamic ? SHT_DYNSYM : SHT_SYMTAB,
		&table);
	m->headers[at].link = at + 1;
	m->headers[at].entry_size = f->address_size == 4 ? 16 : 24;
	add_data(m, f->dynamic ? ".dynstr" : ".strtab", SHT_STRTAB, &strings);
	if (f->spare_sections > 0)
		add_data(m, ".symtab_shndx", SHT_SYMTAB_SHNDX, &extended)->link = at;
	bytes_release(&table);
	bytes_release(&strings);
	bytes_release(&extended);
}

/* Adds a dynamic section that names the library that the file needs. */
static void
add_needed(struct making *m)
{
	const struct elf_file *f = m->f;
	struct bytes entries = bytes_for(f), strings = bytes_for(f);
	size_t at = m->n;

	put_zeros(&strings, 1);
	put_bytes(&strings, f->needed, strlen(f->needed) + 1);
	put_addr(&entries, DT_NEEDED);
	put_addr(&entries, 1);
	put_addr(&entries, DT_NULL);
	put_addr(&entries, 0);
	add_data(m, ".dynamic", SHT_DYNAMIC, &entries);
	m->headers[at].link = at + 1;
	m->headers[at].entry_size = 2 * f->address_size;
	add_data(m, ".dynstr", SHT_STRTAB, &strings);
	bytes_release(&entries);
	bytes_release(&strings);
}

static void
add_sections(struct making *m)
{
	const struct elf_file *f = m->f;

	add_header(m, "", SHT_NULL);
	for (unsigned i = 0; i < f->spare_sections; i++)
		add_header(m, "", SHT_NULL);
	for (size_t i = 0; i < f->nsections; i++) {
		const struct elf_section *s = &f->sections[i];
		struct bytes data = bytes_for(f);
		struct header *h;

		if (s->bytes != NULL)
			put_bytes(&data, s->bytes, s->size);
		h = add_data(m, s->name, s->bytes != NULL ? SHT_PROGBITS : SHT_NOBITS, &data);
		h->flags = f->compressed != NULL && strcmp(s->name, f->compressed) == 0
			? SHF_COMPRESSED
			: SHF_ALLOC | (s->is_code ? SHF_EXECINSTR : 0);
		h->addr = s->addr;
		h->size = s->size;
		bytes_release(&data);
	}
	if (!f->stripped)
		add_symbols(m);
	if (f->needed != NULL)
		add_needed(m);
}

static void
put_section_header(struct bytes *b, const struct header *h)
{
	put_number(b, h->name, 4);
	put_number(b, h->type, 4);
	put_addr(b, h->flags);
	put_addr(b, h->addr);
	put_addr(b, h->offset);
	put_addr(b, h->size);
	put_number(b, h->link, 4);
	put_number(b, 0, 4);
	put_addr(b, 1);
	put_addr(b, h->entry_size);
}

/* Appends the ELF header to B.  AT is the offset of the section headers. */
static void
put_file_header(struct bytes *b, const struct making *m, size_t at)
{
	const struct elf_file *f = m->f;
	bool small = f->address_size == 4;
	const unsigned char ident[EI_NIDENT] = { 0x7f, 'E', 'L', 'F',
		small ? ELFCLASS32 : ELFCLASS64,
		f->big_endian ? ELFDATA2MSB : ELFDATA2LSB, EV_CURRENT };

	put_bytes(b, ident, sizeof(ident));
	put_number(b, f->type, 2);
	put_number(b, f->machine, 2);
	put_number(b, EV_CURRENT, 4);
	put_addr(b, 0);
	put_addr(b, 0);
	put_addr(b, at);
	put_number(b, 0, 4);
	put_number(b, small ? 52 : 64, 2);
	put_number(b, 0, 2);
	put_number(b, 0, 2);
	put_number(b, small ? 40 : 64, 2);
	put_number(b, m->n < SHN_LORESERVE ? m->n : 0, 2);
	put_number(b, m->n - 1 < SHN_LORESERVE ? m->n - 1 : SHN_XINDEX, 2);
}

char *
make_elf(const struct elf_file *f)
{
	struct making m = { .f = f, .out = bytes_for(f), .names = bytes_for(f) };
	struct bytes head = bytes_for(f);
	char *path;
	size_t at;

	put_zeros(&m.out, f->address_size == 4 ? 52 : 64);
	add_sections(&m);
	put_data(&m, add_header(&m, ".shstrtab", SHT_STRTAB), &m.names);
	put_zeros(&m.out, -m.out.n & 7);
	at = m.out.n;
	if (m.n >= SHN_LORESERVE) {
		m.headers[0].size = m.n;
		m.headers[0].link = m.n - 1;
	}
	for (size_t i = 0; i < m.n; i++)
		put_section_header(&m.out, &m.headers[i]);
	put_file_header(&head, &m, at);
	memcpy(m.out.v, head.v, head.n);
	path = write_file(&m.out);
	bytes_release(&head);
	bytes_release(&m.out);
	bytes_release(&m.names);
	free(m.headers);
	return path;
}
