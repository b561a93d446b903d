/* linkage.c - how an ELF program is started: its machine, its loader, the libraries it needs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "elf/linkage.h"

#include <gelf.h>
#include <string.h>

/* Returns the offset in the file of the address ADDRESS, or 0 if no segment contains ADDRESS. */
static uint64_t
file_offset(Elf *elf, size_t nsegments, uint64_t address)
{
	GElf_Phdr segment;

	for (size_t i = 0; i < nsegments; i++)
		if (gelf_getphdr(elf, (int)i, &segment) != NULL && segment.p_type == PT_LOAD
		    && address >= segment.p_vaddr
		    && address - segment.p_vaddr < segment.p_filesz)
			return segment.p_offset + (address - segment.p_vaddr);
	return 0;
}

/* Does DYNAMIC, a dynamic section, have a DT_NEEDED entry whose name begins with NAME?  STRINGS has
 * the names of the entries. */
static bool
needs_library(Elf_Data *dynamic, const Elf_Data *strings, const char *name)
{
	size_t n = strlen(name);
	GElf_Dyn entry;

	for (int i = 0; gelf_getdyn(dynamic, i, &entry) != NULL && entry.d_tag != DT_NULL; i++)
		if (entry.d_tag == DT_NEEDED && entry.d_un.d_val < strings->d_size
		    && strings->d_size - entry.d_un.d_val > n
		    && memcmp((const char *)strings->d_buf + entry.d_un.d_val, name, n) == 0)
			return true;
	return false;
}

/* Returns the word behind -fsanitize= for the sanitizer whose function __..._init is in NAMES, or
 * NULL.  NAMES contains the names of the libraries that the program needs, and of the functions
 * that the program imports or exports. */
static const char *
find_sanitizer(const Elf_Data *names)
{
	static const struct { const char *function, *word; } all[] = {
		{ "__hwasan_init", "hwaddress" }, { "__lsan_init", "leak" },
		{ "__msan_init", "memory" }, { "__tsan_init", "thread" },
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		if (memmem(names->d_buf, names->d_size, all[i].function,
				strlen(all[i].function) + 1) != NULL)
			return all[i].word;
	return NULL;
}

static void
read_dynamic(struct linkage *l, Elf *elf, size_t nsegments, const GElf_Phdr *segment)
{
	Elf_Data *dynamic, *strings;
	uint64_t at = 0, size = 0;
	GElf_Dyn entry;

	dynamic = elf_getdata_rawchunk(elf, (int64_t)segment->p_offset, segment->p_filesz,
		ELF_T_DYN);
	for (int i = 0; dynamic != NULL && gelf_getdyn(dynamic, i, &entry) != NULL
			&& entry.d_tag != DT_NULL; i++) {
		if (entry.d_tag == DT_STRTAB)
			at = file_offset(elf, nsegments, entry.d_un.d_ptr);
		if (entry.d_tag == DT_STRSZ)
			size = entry.d_un.d_val;
	}
	if (at == 0 || size == 0)
		return;
	strings = elf_getdata_rawchunk(elf, (int64_t)at, size, ELF_T_BYTE);
	l->needs_asan = strings != NULL && needs_library(dynamic, strings, "libasan.so");
	l->sanitizer = strings != NULL ? find_sanitizer(strings) : NULL;
}

/* Reads which loader SEGMENT, of the type PT_INTERP, names. */
static void
read_loader(struct linkage *l, Elf *elf, const GElf_Phdr *segment)
{
	const Elf_Data *path = elf_getdata_rawchunk(elf, (int64_t)segment->p_offset,
		segment->p_filesz, ELF_T_BYTE);
	static const char musl[] = "/ld-musl";
	size_t size = path != NULL ? path->d_size : 0;

	l->has_loader = true;
	l->has_musl = size > 0 && memmem(path->d_buf, size, musl, sizeof(musl) - 1) != NULL;
}

/* Extends the code of L by the executable SEGMENT. */
static void
add_code(struct linkage *l, const GElf_Phdr *segment)
{
	uint64_t end = segment->p_vaddr + segment->p_filesz;

	if (end < segment->p_vaddr)
		return;
	if (l->code_hi == 0 || segment->p_vaddr < l->code_lo)
		l->code_lo = segment->p_vaddr;
	if (end > l->code_hi)
		l->code_hi = end;
}

/* Reads the headers of ELF into L.  L is unchanged if they are damaged. */
static void
read_headers(struct linkage *l, Elf *elf)
{
	GElf_Phdr segment;
	GElf_Ehdr header;
	size_t n;

	if (elf_kind(elf) != ELF_K_ELF || gelf_getehdr(elf, &header) == NULL
	    || elf_getphdrnum(elf, &n) != 0)
		return;
	l->is_elf = true;
	l->address_size = header.e_ident[EI_CLASS] == ELFCLASS64 ? 8 : 4;
	l->big_endian = header.e_ident[EI_DATA] == ELFDATA2MSB;
	l->machine = header.e_machine;
	l->entry = header.e_entry;
	for (size_t i = 0; i < n && gelf_getphdr(elf, (int)i, &segment) != NULL; i++) {
		if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) && segment.p_filesz > 0)
			add_code(l, &segment);
		if (segment.p_type == PT_INTERP)
			read_loader(l, elf, &segment);
		if (segment.p_type == PT_DYNAMIC)
			read_dynamic(l, elf, n, &segment);
	}
}

void
linkage_read(struct linkage *l, int fd)
{
	Elf *elf;

	*l = (struct linkage){ 0 };
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (elf == NULL)
		return;
	read_headers(l, elf);
	elf_end(elf);
}
