/* elfsection.h - the data of ELF sections
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ELFSECTION_H
#define ELFSECTION_H

#include <gelf.h>
#include <stddef.h>

/* Returns the data of SECTION of ELF, owned by ELF, or NULL if the file does not have all of the
 * data.  HEADER is the header of SECTION.  libelf converts the types it knows to the byte order of
 * this machine. */
static inline Elf_Data *
elfsection_data(Elf *elf, Elf_Scn *section, const GElf_Shdr *header)
{
	size_t size;

	if (elf_rawfile(elf, &size) == NULL)
		return NULL;
	if (header->sh_type == SHT_NOBITS || header->sh_offset > size
	    || header->sh_size > size - header->sh_offset)
		return NULL;
	return elf_getdata(section, NULL);
}

#endif
