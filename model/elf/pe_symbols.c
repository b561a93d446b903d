/* pe_symbols.c - the symbols of PE files
 *
 * Short names are part of the symbols in the PE file, where they do not end in a NUL; long names
 * are among its strings.  The string table of the ELF file begins with the strings of the PE file,
 * and ends with copies of the short names.  So long names are not copied, and have the same offsets
 * in both files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "elf/pe_file.h"

#include <elf.h>

#include "base/byteorder.h"

/* Storage classes of symbols.  WEAKEXT and SYSTEM are extensions of GNU. */
enum {
	EXTERNAL = 2, STATIC = 3, LABEL = 6, STATIC_LABEL = 20, SYSTEM = 23, SECTION = 104,
	WEAK_EXTERNAL = 105, WEAKEXT = 127,
};

/* Appends zeros to B up to a multiple of 8 bytes. */
static void
fill_up(struct pe_bytes *b)
{
	pe_put_zeros(b, -b->n & 7);
}

/* Adds a short name of N bytes to the names of S, and returns where it begins.  gprof reads on
 * behind some names (struct name_filter).  There it must find what BFD puts there: zeros up to a
 * multiple of 8 bytes, and then the next short name. */
static uint64_t
add_name(struct pe_symbols *s, const unsigned char *name, size_t n)
{
	uint64_t at = s->names_at + s->names.n;

	pe_put(&s->names, name, n);
	pe_put_zeros(&s->names, 1);
	fill_up(&s->names);
	return at;
}

/* Returns the offset of the name of SYMBOL in the string table of the ELF file. */
static uint64_t
name_of(struct pe_symbols *s, const struct pe_file *p, const unsigned char *symbol)
{
	uint32_t offset = byteorder_u32(symbol + 4, false);

	if (symbol[0] != '\0')
		return add_name(s, symbol, strnlen((const char *)symbol, PE_SHORT));
	return offset >= 4 && offset < p->nstrings ? offset : s->names_at;
}

/* A symbol of ELF. */
struct elf_entry {
	unsigned bind, type, section;
	uint64_t value;
};

/* Makes E of SYMBOL, which has the storage class CLASS.  False: the symbol is not defined, or
 * serves only debuggers. */
static bool
convert_symbol(const struct pe_file *p, const unsigned char *symbol, unsigned class,
	struct elf_entry *e)
{
	int section = (int16_t)byteorder_u16(symbol + 12, false);
	bool is_function = (byteorder_u16(symbol + 14, false) & 0x30) == 0x20;

	*e = (struct elf_entry){ .bind = STB_GLOBAL, .type = is_function ? STT_FUNC : STT_NOTYPE,
		.section = section > 0 ? (unsigned)section : SHN_ABS,
		.value = byteorder_u32(symbol + 8, false) };
	if (section == 0 || section > (int)p->nsections)
		return false;
	switch (class) {
	case EXTERNAL:
	case SYSTEM:
		return true;
	case WEAK_EXTERNAL:
	case WEAKEXT:
		e->bind = STB_WEAK;
		return true;
	case STATIC_LABEL:
		e->type = STT_NOTYPE;
		return true;
	case STATIC:
	case LABEL:
		e->bind = STB_LOCAL;
		if (!is_function && symbol[17] > 0)	/* the size of a section follows */
			e->type = STT_SECTION;
		return section != -2;			/* a value for debuggers */
	case SECTION:
		e->bind = STB_LOCAL;
		e->type = STT_SECTION;
		e->value = 0;				/* the file has flags here */
		return section > 0;
	default:
		return false;
	}
}

static void
put_symbol(struct pe_bytes *b, unsigned width, uint64_t name, const struct elf_entry *e)
{
	pe_put_number(b, name, 4);
	if (width == 4) {
		pe_put_number(b, e->value, 4);
		pe_put_zeros(b, 4);
	}
	pe_put_number(b, ELF32_ST_INFO(e->bind, e->type), 1);
	pe_put_number(b, STV_DEFAULT, 1);
	pe_put_number(b, e->section, 2);
	if (width == 8) {
		pe_put_number(b, e->value, 8);
		pe_put_zeros(b, 8);
	}
}

void
pe_symbols_make(struct pe_symbols *s, const struct pe_file *p, const struct pe_section *sections)
{
	struct elf_entry e = { .section = SHN_UNDEF };
	size_t skipped;

	if (p->nsymbols == 0)
		return;
	add_name(s, NULL, 0);
	put_symbol(&s->table, p->width, s->names_at, &e);
	/* Auxiliary records follow behind some symbols. */
	for (size_t i = 0; i < p->nsymbols; i += 1 + skipped) {
		const unsigned char *symbol = p->bytes + p->symbols_at + i * PE_SYMBOL_SIZE;

		skipped = symbol[17];
		if (!convert_symbol(p, symbol, symbol[16], &e))
			continue;
		if (e.section != SHN_ABS)
			e.value += sections[e.section - 1].address;
		put_symbol(&s->table, p->width, name_of(s, p, symbol), &e);
	}
}
