/* segments.c - finds the address of a byte of an image's file, and the byte at an address
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "elf/image.h"

#include <gelf.h>

bool
image_address_of(const struct image *im, uint64_t offset, uint64_t *addr)
{
	GElf_Phdr segment;
	size_t n;

	if (elf_getphdrnum(im->elf, &n) != 0)
		return false;
	for (size_t i = 0; i < n && gelf_getphdr(im->elf, (int)i, &segment) != NULL; i++) {
		if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0
		    || offset < segment.p_offset || offset - segment.p_offset >= segment.p_filesz)
			continue;
		*addr = segment.p_vaddr + (offset - segment.p_offset);
		return true;
	}
	return false;
}

bool
image_offset_of(const struct image *im, uint64_t distance, uint64_t *offset)
{
	GElf_Phdr segment;
	size_t n;
	uint64_t first = UINT64_MAX;

	if (elf_getphdrnum(im->elf, &n) != 0)
		return false;
	for (size_t i = 0; i < n && gelf_getphdr(im->elf, (int)i, &segment) != NULL; i++)
		if (segment.p_type == PT_LOAD && segment.p_vaddr < first)
			first = segment.p_vaddr;
	for (size_t i = 0; i < n && gelf_getphdr(im->elf, (int)i, &segment) != NULL; i++) {
		uint64_t at = first + distance - segment.p_vaddr;

		if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0
		    || at >= segment.p_filesz)
			continue;
		*offset = segment.p_offset + at;
		return true;
	}
	return false;
}
