/* recorded_tables.c - the unwind tables in the file of an image
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_tables.h"

#include <gelf.h>
#include <string.h>

#include "base/mem.h"
#include "elf/elfsection.h"

/* Returns the machine whose code IM is; NULL: its stacks cannot be unwound on this machine. */
static const struct cfi_machine *
machine_of(const struct image *im)
{
#ifdef CFI_RETURN_ADDRESS
	if (!im->is_pe && im->address_size == sizeof(void *) && !im->big_endian)
		return im->machine == EM_X86_64 ? &cfi_x86_64
			: im->machine == EM_AARCH64 ? &cfi_aarch64 : NULL;
#else
	(void)im;
#endif
	return NULL;
}

/* Finds the section .eh_frame_hdr by its segment, and lets T have the bytes of the segment that it
 * is loaded with.  False: there is none. */
static bool
find_segment(struct unwind_tables *t, const struct image *im)
{
	GElf_Phdr index = { 0 }, segment;
	size_t n;

	if (elf_getphdrnum(im->elf, &n) != 0)
		return false;
	for (size_t i = 0; i < n && gelf_getphdr(im->elf, (int)i, &segment) != NULL; i++)
		if (segment.p_type == PT_GNU_EH_FRAME)
			index = segment;
	for (size_t i = 0; i < n && index.p_filesz > 0
	     && gelf_getphdr(im->elf, (int)i, &segment) != NULL; i++) {
		if (segment.p_type != PT_LOAD || index.p_vaddr < segment.p_vaddr
		    || index.p_vaddr - segment.p_vaddr >= segment.p_filesz
		    || segment.p_offset > im->size
		    || segment.p_filesz > im->size - segment.p_offset)
			continue;
		t->bytes = im->bytes + segment.p_offset;
		t->size = (size_t)segment.p_filesz;
		t->at = segment.p_vaddr;
		t->header = index.p_vaddr;
		return true;
	}
	return false;
}

/* Copies the N bytes at BYTES. */
static unsigned char *
copy_of(const void *bytes, size_t n)
{
	unsigned char *copy = mem_uncleared(n, 1);

	memcpy(copy, bytes, n);
	return copy;
}

/* Reads the sections of tables that are not found by segments. */
static void
read_sections(struct unwind_tables *t, const struct image *im)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t names;

	if (elf_getshdrstrndx(im->elf, &names) != 0 || !image_has_names(im->elf))
		return;
	while ((section = elf_nextscn(im->elf, section)) != NULL) {
		const char *name = gelf_getshdr(section, &header) != NULL
			? elf_strptr(im->elf, names, header.sh_name) : NULL;
		bool is_frames = name != NULL && t->bytes == NULL && strcmp(name, ".eh_frame") == 0;
		bool is_go = name != NULL && t->go.copy == NULL && strcmp(name, ".gopclntab") == 0;
		const Elf_Data *data = is_frames || is_go
			? elfsection_data(im->elf, section, &header) : NULL;

		if (data == NULL || data->d_buf == NULL || data->d_size == 0)
			continue;
		if (is_go) {
			unwind_go_open(&t->go, t->machine, copy_of(data->d_buf, data->d_size),
				data->d_size, 0);
			continue;
		}
		t->bytes = t->owned = copy_of(data->d_buf, data->d_size);
		t->size = data->d_size;
		t->at = header.sh_addr;
		unwind_tables_index(t);
	}
}

/* Returns the section .debug_frame of ELF, and sets *HEADER; or NULL. */
static Elf_Scn *
find_debug_section(Elf *elf, GElf_Shdr *header)
{
	Elf_Scn *section = NULL;
	const char *name;
	size_t names;

	if (elf_getshdrstrndx(elf, &names) != 0 || !image_has_names(elf))
		return NULL;
	while ((section = elf_nextscn(elf, section)) != NULL) {
		name = gelf_getshdr(section, header) != NULL
			? elf_strptr(elf, names, header->sh_name) : NULL;
		if (name != NULL && strcmp(name, ".debug_frame") == 0)
			return section;
	}
	return NULL;
}

/* Unpacks SECTION, which is compressed, and has HEADER.  False: it is damaged, or would become more
 * than 100 times as long; 3 times is usual. */
static bool
unpack_section(Elf_Scn *section, GElf_Shdr *header)
{
	enum { MAX_FACTOR = 100 };
	GElf_Chdr compression;

	return gelf_getchdr(section, &compression) != NULL
		&& compression.ch_size / MAX_FACTOR <= header->sh_size
		&& elf_compress(section, 0, 0) >= 0 && gelf_getshdr(section, header) != NULL;
}

/* Returns new tables from the section .debug_frame of WITH, a struct image, or NULL. */
static struct unwind_tables *
open_debug(void *with)
{
	const struct image *im = with;
	const struct cfi_machine *machine = machine_of(im);
	/* Where libelf unpacks a section, it changes the section's header: not in IM->elf. */
	Elf *elf = elf_begin(im->fd, ELF_C_READ_MMAP, NULL);
	struct unwind_tables *t = NULL;
	const Elf_Data *data = NULL;
	GElf_Shdr header;
	Elf_Scn *section = find_debug_section(elf, &header);
	size_t size;

	if (section == NULL)
		;
	else if ((header.sh_flags & SHF_COMPRESSED) == 0)
		data = elfsection_data(elf, section, &header);
	else if (elf_rawfile(elf, &size) != NULL && header.sh_offset <= size
	         && header.sh_size <= size - header.sh_offset
	         && unpack_section(section, &header))
		data = elf_getdata(section, NULL);
	if (data != NULL && data->d_buf != NULL && data->d_size > 0)
		t = unwind_tables_of_debug(machine, data->d_buf, data->d_size);
	elf_end(elf);
	return t;
}

struct unwind_tables *
recorded_tables_of(struct recorded_image *im)
{
	struct image *image = &im->image;
	const struct cfi_machine *machine = machine_of(image);

	if (machine == NULL)
		return NULL;
	if (!im->has_tables) {
		im->has_tables = true;
		im->tables.machine = machine;
		(void)find_segment(&im->tables, image);
		read_sections(&im->tables, image);
		im->tables.open_debug = open_debug;
		im->tables.with = image;
	}
	return &im->tables;
}
