/* pe_sections.c - the sections of PE files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "elf/pe_file.h"

#include "base/byteorder.h"

enum { LONGEST = 64 };			/* names are cut to this length */

/* Flags of sections. */
enum { CODE = 0x20, UNINITIALIZED = 0x80, EXECUTE = 0x20000000 };

/* If the name at NAME, of PE_SHORT bytes, is "/N", sets *OFFSET to N.  N is a decimal number, or
 * has base 64 after a second slash. */
static bool
is_long_name(const unsigned char *name, uint64_t *offset)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	bool base64 = name[0] == '/' && name[1] == '/';
	size_t i = base64 ? 2 : 1;

	*offset = 0;
	if (name[0] != '/' || name[1] == '\0')
		return false;
	for (; i < PE_SHORT && name[i] != '\0'; i++) {
		const char *digit = strchr(digits, name[i]);

		if (base64 ? digit == NULL : name[i] < '0' || name[i] > '9')
			return false;
		*offset = base64 ? *offset * 64 + (uint64_t)(digit - digits)
			: *offset * 10 + (uint64_t)(name[i] - '0');
	}
	return true;
}

static void
read_section_name(const struct pe_file *p, struct pe_section *s, const unsigned char *name)
{
	uint64_t offset;

	s->name = (const char *)name;
	s->nname = strnlen(s->name, PE_SHORT);
	if (!is_long_name(name, &offset) || offset < 4 || offset >= p->nstrings)
		return;
	s->name = (const char *)p->bytes + p->strings_at + offset;
	s->nname = strnlen(s->name, p->nstrings - offset < LONGEST
		? p->nstrings - offset : LONGEST);
}

static bool
begins_with(const struct pe_section *s, const char *text)
{
	size_t n = strlen(text);

	return s->nname >= n && memcmp(s->name, text, n) == 0;
}

/* Is S data for the linker or the loader, which GNU's programs recognize by its name?  The name may
 * end in ".", "$" and more text, or in a number. */
static bool
is_special(const struct pe_section *s)
{
	static const char *const names[] = { ".drectve", ".edata", ".idata", ".pdata" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		size_t n = strlen(names[i]);

		if (begins_with(s, names[i])
		    && (s->nname == n || memchr(".$0123456789", s->name[n], 12) != NULL))
			return true;
	}
	return false;
}

void
pe_section_read(struct pe_section *s, const struct pe_file *p, size_t i)
{
	const unsigned char *header = p->bytes + p->sections_at + i * PE_SECTION_SIZE;
	uint32_t in_memory = byteorder_u32(header + 8, false);
	uint32_t address = byteorder_u32(header + 12, false);
	uint32_t in_file = byteorder_u32(header + 16, false);
	uint32_t offset = byteorder_u32(header + 20, false);
	uint32_t flags = byteorder_u32(header + 36, false);

	*s = (struct pe_section){ .offset = offset, .size = in_file };
	read_section_name(p, s, header);
	/* The bytes in the file are padded to whole blocks. */
	if (in_memory > 0 && (in_file > in_memory
			|| (in_file == 0 && (flags & UNINITIALIZED) != 0)))
		s->size = in_memory;
	if (address != 0)
		s->address = p->base + address;
	if (p->width == 4)
		s->address &= UINT32_MAX;
	s->has_bytes = offset != 0 && in_file > 0 && offset <= p->size
		&& s->size <= p->size - offset;
	s->is_code = (flags & (CODE | EXECUTE)) != 0 && !is_special(s);
	s->is_loaded = !begins_with(s, ".debug") && !begins_with(s, ".zdebug")
		&& !begins_with(s, ".gnu_debug");
}
