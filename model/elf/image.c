/* image.c - images, read with libelf
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "elf/image.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/budget.h"
#include "base/compression.h"
#include "base/mem.h"
#include "base/programkind.h"
#include "elf/elfsection.h"
#include "elf/imagefile.h"
#include "elf/insns.h"
#include "elf/symtab.h"

static int
by_address(const void *a, const void *b)
{
	const struct code_section *x = a, *y = b;

	if (x->lo != y->lo)
		return x->lo < y->lo ? -1 : 1;
	return x->hi < y->hi ? -1 : x->hi > y->hi;
}

/* Adds a section of instructions to IM->code.  BYTES limits the bytes of all sections together,
 * because the sections of a crafted file can overlap. */
static void
add_code(struct image *im, Elf_Scn *section, const GElf_Shdr *header, const char *name,
	struct budget *bytes)
{
	struct code_section *c = &im->code[im->ncode++];
	Elf_Data *data = elfsection_data(im->elf, section, header);

	c->name = name != NULL ? name : "";
	c->lo = header->sh_addr;
	c->hi = header->sh_addr + header->sh_size;
	if (c->hi < c->lo)
		c->hi = UINT64_MAX;
	if (data == NULL || data->d_size != c->hi - c->lo || !budget_spend(bytes, data->d_size))
		return;
	c->bytes = data->d_buf;
}

/* Finds the sections with instructions and the section .text, and sets IM->has_lines. */
static void
read_sections(struct image *im)
{
	struct budget bytes = { .left = im->size };
	size_t names = 0;
	Elf_Scn *scn = NULL;
	GElf_Shdr header;
	const char *name;

	if (elf_getshdrnum(im->elf, &im->nsections) != 0)
		im->nsections = 0;
	elf_getshdrstrndx(im->elf, &names);
	im->executable = mem_new(im->nsections, sizeof(*im->executable));
	im->code = mem_new(im->nsections, sizeof(*im->code));
	while ((scn = elf_nextscn(im->elf, scn)) != NULL) {
		if (gelf_getshdr(scn, &header) == NULL || elf_ndxscn(scn) >= im->nsections)
			continue;
		name = elf_strptr(im->elf, names, header.sh_name);
		if (name != NULL && (strcmp(name, ".debug_line") == 0
				|| strcmp(name, ".zdebug_line") == 0))
			im->has_lines = true;
		if ((header.sh_flags & SHF_EXECINSTR) == 0)
			continue;
		im->executable[elf_ndxscn(scn)] = true;
		add_code(im, scn, &header, name, &bytes);
	}
	if (im->ncode > 0)
		qsort(im->code, im->ncode, sizeof(*im->code), by_address);
	for (size_t i = 0; i < im->ncode && im->text == NULL; i++)
		if (strcmp(im->code[i].name, ".text") == 0)
			im->text = &im->code[i];
}

/* Opens the symbol table in SECTION as *TABLE, unless there is one already.  If ARE_ALL is set, not
 * if its names are too long together. */
static void
open_symtab(const struct image *im, Elf_Scn *section, struct elf_symtab **table, bool are_all)
{
	if (*table != NULL)
		return;
	*table = symtab_open(im->elf, section, im->executable, im->nsections,
		im->machine == EM_ARM);
	if (*table == NULL || !are_all || !symtab_shares_too_much(*table))
		return;
	symtab_close(*table);
	*table = NULL;
}

static void
read_symtabs(struct image *im, bool are_all)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr header;

	while ((scn = elf_nextscn(im->elf, scn)) != NULL) {
		if (gelf_getshdr(scn, &header) == NULL)
			continue;
		if (header.sh_type == SHT_SYMTAB)
			open_symtab(im, scn, &im->symtab, are_all);
		if (header.sh_type == SHT_DYNSYM)
			open_symtab(im, scn, &im->dynsym, are_all);
	}
}

/* Returns false, and sets E to the fault that IM is neither an ELF nor a PE file.  E also says
 * which kind of file IM is, if this is known. */
static bool
not_elf(const struct image *im, struct err *e)
{
	if (im->size >= 4 && memcmp(im->bytes, "gmon", 4) == 0)
		return err_set(e, ERR_FORMAT, "is a profile, not a program; "
			"the program comes first, then the profile");
	if (compression_of(im->bytes, im->size) != NULL)
		return err_set(e, ERR_FORMAT, "is compressed; gprowse unpacks only profiles: "
			"unpack the program first");
	if (programkind_of(im->bytes, im->size) == PROGRAM_MACHO)
		return err_set(e, ERR_FORMAT, "%s", programkind_macho);
	return err_set(e, ERR_FORMAT, "is not a program (ELF or PE); give the program that was run");
}

bool
image_has_names(Elf *elf)
{
	size_t names;
	GElf_Shdr header;
	Elf_Scn *scn;
	Elf_Data *data;

	if (elf_getshdrstrndx(elf, &names) != 0 || names == SHN_UNDEF)
		return true;
	scn = elf_getscn(elf, names);
	data = scn == NULL || gelf_getshdr(scn, &header) == NULL ? NULL
		: elfsection_data(elf, scn, &header);
	return data == NULL || data->d_size == 0
		|| ((const char *)data->d_buf)[data->d_size - 1] == '\0';
}

/* Is the whole table of sections in the file?  Linkers put the table at the end, so a truncated
 * file lacks it. */
static bool
is_whole(const struct image *im, const GElf_Ehdr *header, struct err *e)
{
	uint64_t sections = header->e_shnum != 0 ? header->e_shnum : 1, end;
	size_t size = 0;

	elf_rawfile(im->elf, &size);
	end = sections * header->e_shentsize;
	if (header->e_shoff == 0 || (header->e_shoff <= size && end <= size - header->e_shoff))
		return true;
	return err_set(e, ERR_FORMAT, "byte %zu: the file ends before its table of sections does; "
		"copy or build the program again", size);
}

static bool
read_elf(struct image *im, bool are_all, struct err *e)
{
	GElf_Ehdr header;
	const char *ident;

	if (elf_version(EV_CURRENT) == EV_NONE)
		return err_set(e, ERR_IO, "libelf: %s", elf_errmsg(-1));
	im->elf = elf_memory((char *)im->bytes, im->size);
	if (im->elf == NULL)
		return err_set(e, ERR_IO, "libelf: %s", elf_errmsg(-1));
	if (elf_kind(im->elf) != ELF_K_ELF)
		return not_elf(im, e);
	ident = elf_getident(im->elf, NULL);
	if (gelf_getehdr(im->elf, &header) == NULL || ident == NULL)
		return err_set(e, ERR_FORMAT, "damaged ELF header; build the program again");
	if (header.e_type == ET_CORE)
		return err_set(e, ERR_FORMAT, "is a core file, the memory of a program that crashed; "
			"give the program itself");
	if (!is_whole(im, &header, e))
		return false;
	if (!image_has_names(im->elf))
		return err_set(e, ERR_FORMAT, "the names of its sections have no end; build the program again");
	im->address_size = ident[EI_CLASS] == ELFCLASS32 ? 4 : 8;
	im->big_endian = ident[EI_DATA] == ELFDATA2MSB;
	im->machine = header.e_machine;
	im->little_code = im->machine == EM_ARM && (header.e_flags & EF_ARM_BE8) != 0;
	im->type = header.e_type;
	image_read_segments(im);
	read_sections(im);
	read_symtabs(im, are_all);
	codekinds_read(&im->kinds, im->symtab, im->machine);
	return true;
}

static bool
open_image(struct image *im, const char *path, bool are_all, struct err *e)
{
	*im = (struct image){ .path = path };
	if (imagefile_open(im, e) && read_elf(im, are_all, e))
		return true;
	image_release(im);
	return false;
}

bool
image_open(struct image *im, const char *path, struct err *e)
{
	return open_image(im, path, true, e);
}

bool
image_open_for_few(struct image *im, const char *path, struct err *e)
{
	return open_image(im, path, false, e);
}

void
image_release(struct image *im)
{
	if (im->debug != NULL) {
		char *path = (char *)im->debug->path;

		image_release(im->debug);
		free(im->debug);
		free(path);
	}
	insns_close(im->insns);
	codekinds_release(&im->kinds);
	symtab_close(im->symtab);
	symtab_close(im->dynsym);
	free(im->code);
	free(im->segments);
	free(im->executable);
	elf_end(im->elf);
	imagefile_close(im);
	*im = (struct image){ .fd = -1 };
}

size_t
image_code_after(const struct image *im, uint64_t addr)
{
	size_t i;

	BISECT(i, im->ncode, im->code[i].hi > addr);
	return i;
}

const struct code_section *
image_code_at(const struct image *im, uint64_t addr)
{
	size_t i = image_code_after(im, addr);

	return i < im->ncode && im->code[i].lo <= addr ? &im->code[i] : NULL;
}
