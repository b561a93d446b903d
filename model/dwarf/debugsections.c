/* debugsections.c - the bytes of the sections of debug information
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "dwarf/debugsections.h"

#include <elf.h>
#include <gelf.h>
#include <string.h>

/* Returns the member of S for the section NAME, or NULL if there is no such member.  END is the
 * suffix that section names have in this file, such as ".dwo". */
static struct section_bytes *
member_for(struct debug_sections *s, const char *name, const char *end)
{
	const struct {
		const char *name;
		struct section_bytes *to;
	} known[] = {
		{ "line", &s->line }, { "line_str", &s->line_str }, { "str", &s->str },
		{ "info", &s->info }, { "types", &s->types }, { "abbrev", &s->abbrev },
		{ "ranges", &s->ranges }, { "rnglists", &s->rnglists },
	};
	size_t n;

	if (strncmp(name, ".debug_", 7) == 0)
		name += 7;
	else if (strncmp(name, ".zdebug_", 8) == 0)
		name += 8;
	else
		return NULL;
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		n = strlen(known[i].name);
		if (strncmp(name, known[i].name, n) == 0 && strcmp(name + n, end) == 0)
			return known[i].to;
	}
	return NULL;
}

/* Finds the sections of ELF whose names have the suffix END, unless an earlier call has found
 * them. */
static void
find_sections(struct debug_sections *s, Elf *elf, const char *end)
{
	Elf_Scn *section = NULL;
	size_t names;

	if (elf_getshdrstrndx(elf, &names) != 0)
		return;
	while ((section = elf_nextscn(elf, section)) != NULL) {
		GElf_Shdr header;
		const char *name = gelf_getshdr(section, &header) != NULL
			? elf_strptr(elf, names, header.sh_name) : NULL;
		struct section_bytes *to;
		Elf_Data *data;

		if (name == NULL || header.sh_type == SHT_NOBITS)
			continue;
		to = member_for(s, name, end);
		data = to != NULL && to->bytes == NULL ? elf_getdata(section, NULL) : NULL;
		if (data != NULL && data->d_buf != NULL)
			*to = (struct section_bytes){ data->d_buf, data->d_size };
	}
}

/* Reads the sections without unpacking them: libdw unpacked them when it opened DWARF. */
void
debugsections_find(struct debug_sections *s, Dwarf *dwarf)
{
	Elf *elf = dwarf_getelf(dwarf);
	const char *ident = elf_getident(elf, NULL);

	*s = (struct debug_sections){ 0 };
	s->big_endian = ident != NULL && ident[EI_DATA] == ELFDATA2MSB;
	find_sections(s, elf, "");
	find_sections(s, elf, ".dwo");
}
