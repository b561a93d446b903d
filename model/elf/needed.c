/* needed.c - DT_NEEDED entries: the shared libraries that an image needs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "elf/elfsection.h"
#include "elf/image.h"

#include <gelf.h>

/* Returns the name of the I-th DT_NEEDED entry in DATA, counted from 0, or NULL.  DATA is the
 * contents of a dynamic section whose names are in section STRINGS. */
static const char *
needed_of(const struct image *im, Elf_Data *data, size_t strings, size_t i)
{
	GElf_Dyn entry;

	for (int k = 0; gelf_getdyn(data, k, &entry) != NULL && entry.d_tag != DT_NULL; k++)
		if (entry.d_tag == DT_NEEDED && i-- == 0)
			return elf_strptr(im->elf, strings, (size_t)entry.d_un.d_ptr);
	return NULL;
}

const char *
image_needed(const struct image *im, size_t i)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(im->elf, section)) != NULL) {
		Elf_Data *data;

		if (gelf_getshdr(section, &header) == NULL || header.sh_type != SHT_DYNAMIC
		    || (data = elfsection_data(im->elf, section, &header)) == NULL)
			continue;
		return data->d_type == ELF_T_DYN ? needed_of(im, data, header.sh_link, i) : NULL;
	}
	return NULL;
}
