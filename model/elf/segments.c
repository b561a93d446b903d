/* segments.c - finds the address of a byte of an image's file, and the byte at an address
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "elf/image.h"

#include <gelf.h>

#include "base/mem.h"

void
image_read_segments(struct image *im)
{
	GElf_Phdr segment;
	size_t n, room = 0;

	if (elf_getphdrnum(im->elf, &n) != 0)
		return;
	for (size_t i = 0; i < n && gelf_getphdr(im->elf, (int)i, &segment) != NULL; i++) {
		if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0)
			continue;
		im->segments = mem_grow(im->segments, im->nsegments + 1, &room,
			sizeof(*im->segments));
		im->segments[im->nsegments++] = (struct code_segment){ segment.p_offset,
			segment.p_filesz, segment.p_vaddr };
	}
}

bool
image_address_of(const struct image *im, uint64_t offset, uint64_t *addr)
{
	for (size_t i = 0; i < im->nsegments; i++) {
		const struct code_segment *s = &im->segments[i];

		if (offset >= s->offset && offset - s->offset < s->size) {
			*addr = s->address + (offset - s->offset);
			return true;
		}
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
