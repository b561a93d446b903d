/* recorded_tables.c - the unwind tables in the file of an image
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_tables.h"

#include <gelf.h>
#include <string.h>

#include "base/mem.h"
#include "dwarf/debugfile.h"
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

/* Returns the section .debug_frame of ELF, and sets *HEADER; or NULL.  *IS_GNU: its name is
 * .zdebug_frame, and it is compressed in the old way of GNU. */
static Elf_Scn *
find_debug_section(Elf *elf, GElf_Shdr *header, bool *is_gnu)
{
	Elf_Scn *section = NULL;
	const char *name;
	size_t names;

	if (elf_getshdrstrndx(elf, &names) != 0 || !image_has_names(elf))
		return NULL;
	while ((section = elf_nextscn(elf, section)) != NULL) {
		name = gelf_getshdr(section, header) != NULL && header->sh_type != SHT_NOBITS
			? elf_strptr(elf, names, header->sh_name) : NULL;
		*is_gnu = name != NULL && strcmp(name, ".zdebug_frame") == 0;
		if (name != NULL && (*is_gnu || strcmp(name, ".debug_frame") == 0))
			return section;
	}
	return NULL;
}

/* Returns the size in bytes of SECTION, which is compressed and has N bytes at BYTES, when it is
 * unpacked; 0: this is not known. */
static uint64_t
unpacked_size(Elf_Scn *section, bool is_gnu, const char *bytes, size_t n)
{
	GElf_Chdr compression;
	uint64_t size = 0;

	if (!is_gnu)
		return gelf_getchdr(section, &compression) != NULL ? compression.ch_size : 0;
	if (n < 12 || memcmp(bytes, "ZLIB", 4) != 0)
		return 0;
	for (int i = 4; i < 12; i++)
		size = size << 8 | (unsigned char)bytes[i];
	return size;
}

/* Unpacks SECTION, which is compressed, and has HEADER.  False: it is damaged, or would become more
 * than 100 times as long; 3 times is usual. */
static bool
unpack_section(Elf *elf, Elf_Scn *section, bool is_gnu, GElf_Shdr *header)
{
	enum { MAX_FACTOR = 100 };
	size_t size;
	const char *file = elf_rawfile(elf, &size);
	uint64_t unpacked = file != NULL && header->sh_offset <= size
			&& header->sh_size <= size - header->sh_offset
		? unpacked_size(section, is_gnu, file + header->sh_offset, header->sh_size) : 0;

	if (unpacked == 0 || unpacked / MAX_FACTOR > header->sh_size)
		return false;
	return (is_gnu ? elf_compress_gnu(section, 0, 0) : elf_compress(section, 0, 0)) >= 0
		&& gelf_getshdr(section, header) != NULL;
}

/* Returns new tables for MACHINE from the section .debug_frame of the file of IM, or NULL. */
static struct unwind_tables *
debug_tables(const struct image *im, const struct cfi_machine *machine)
{
	/* Where libelf unpacks a section, it changes the section's header: not in IM->elf. */
	Elf *elf = elf_begin(im->fd, ELF_C_READ_MMAP, NULL);
	struct unwind_tables *t = NULL;
	const Elf_Data *data = NULL;
	bool is_gnu;
	GElf_Shdr header;
	Elf_Scn *section = find_debug_section(elf, &header, &is_gnu);

	if (section == NULL)
		;
	else if (!is_gnu && (header.sh_flags & SHF_COMPRESSED) == 0)
		data = elfsection_data(elf, section, &header);
	else if (unpack_section(elf, section, is_gnu, &header))
		data = elf_getdata(section, NULL);
	if (data != NULL && data->d_buf != NULL && data->d_size > 0)
		t = unwind_tables_of_debug(machine, data->d_buf, data->d_size);
	elf_end(elf);
	return t;
}

/* Returns new tables from the debug information of WITH, a struct image, in its file or in a debug
 * file apart, or NULL. */
static struct unwind_tables *
open_debug(void *with)
{
	struct image *im = with;
	const struct cfi_machine *machine = machine_of(im);
	struct unwind_tables *t = debug_tables(im, machine);
	const struct image *apart = t == NULL ? debugfile_image(im) : NULL;

	return apart != NULL && machine_of(apart) == machine ? debug_tables(apart, machine) : t;
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
