/* elfsection.h - what is in the sections of ELF files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ELFSECTION_H
#define ELFSECTION_H

#include <gelf.h>
#include <stddef.h>

/* The data of SECTION of ELF, in the byte order of this machine where libelf knows what it is;
 * owned by ELF.  NULL: not all of it is in the file. */
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
