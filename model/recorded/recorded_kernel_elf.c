/* recorded_kernel_elf.c - the functions in the ELF file of the kernel, or of a module
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <gelf.h>
#include <string.h>

#include "base/mem.h"
#include "dwarf/debugfile.h"
#include "elf/codekinds.h"
#include "elf/image.h"
#include "elf/symtab.h"
#include "recorded/recorded_images.h"
#include "recorded/recorded_kernel.h"

/* Returns the number of the section .text of IMAGE; 0: there is none. */
static size_t
text_section(const struct image *image)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t names;

	if (elf_getshdrstrndx(image->elf, &names) != 0 || !image_has_names(image->elf))
		return 0;
	while ((section = elf_nextscn(image->elf, section)) != NULL) {
		const char *name = gelf_getshdr(section, &header) != NULL
			? elf_strptr(image->elf, names, header.sh_name) : NULL;

		if (name != NULL && strcmp(name, ".text") == 0)
			return elf_ndxscn(section);
	}
	return 0;
}

/* Adds the functions of the symbol table of IMAGE, or only those in the section ONLY, unless it is
 * 0.  Their names become K->text. */
static void
add_table(struct recorded_kernel *k, const struct image *image, size_t only)
{
	const char *strings;
	struct elf_symbol s;
	size_t size;

	if (image->symtab == NULL)
		return;
	strings = symtab_strings(image->symtab, &size);
	k->text = (struct file){ mem_copy(strings, size, 1), size };
	for (size_t i = 1; i < symtab_count(image->symtab); i++) {
		symtab_get(image->symtab, i, &s);
		if (!s.in_code || (only != 0 && s.section != only) || *s.name == '\0'
		    || *s.name == '.' || s.section == SHN_UNDEF
		    || (s.type != STT_FUNC && s.type != STT_NOTYPE)
		    || codekinds_named(s.name) != CODE_UNKNOWN)
			continue;
		recorded_kernel_add(k, s.value, (const char *)k->text.bytes + (s.name - strings),
			strlen(s.name), s.type != STT_FUNC ? KERNEL_LABEL
			: s.bind == STB_LOCAL ? KERNEL_LOCAL
			: s.bind == STB_WEAK ? KERNEL_WEAK : 0);
	}
}

bool
recorded_kernel_read_elf(struct recorded_kernel *k, const char *path,
	const struct recorded_image *im)
{
	bool is_same, is_module;
	const unsigned char *id;
	struct image image;
	struct err e;
	size_t n;

	if (!image_open(&image, path, &e))
		return false;
	n = debugfile_build_id(&image, &id);
	is_same = n == im->id_size && memcmp(id, im->id, n) == 0;
	is_module = image.type == ET_REL;
	if (is_same) {
		recorded_kernel_release(k);
		add_table(k, &image, is_module ? text_section(&image) : 0);
	}
	image_release(&image);
	/* The code of a module begins with this section. */
	for (size_t i = 0; is_module && i < k->n; i++)
		k->v[i].address += im->low;
	return is_same && recorded_kernel_move(k, im, SIZE_MAX);
}
