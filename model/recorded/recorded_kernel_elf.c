/* recorded_kernel_elf.c - the functions in the ELF file of the kernel, or of a module
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/compression.h"
#include "base/file.h"
#include "base/mem.h"
#include "dwarf/debugfile.h"
#include "elf/codekinds.h"
#include "elf/image.h"
#include "elf/symtab.h"
#include "recorded/recorded_images.h"
#include "recorded/recorded_kernel.h"
#include "samples/unpack.h"

/* Returns a descriptor of a file in memory with the contents of F, or -1. */
static int
file_in_memory(const struct file *f)
{
	int fd = memfd_create("module", MFD_CLOEXEC);
	size_t n = 0;

	while (fd >= 0 && n < f->size) {
		ssize_t some = write(fd, f->bytes + n, f->size - n);

		if (some <= 0) {
			close(fd);
			return -1;
		}
		n += (size_t)some;
	}
	return fd;
}

/* How is the file PATH compressed?  NULL: it is not, or it is larger than any module, or cannot be
 * read. */
static const struct compression *
find_compression(const char *path)
{
	enum { MOST_BYTES = 64 << 20 };
	unsigned char head[8];
	struct stat st;
	struct err e;
	ssize_t n;
	int fd = file_open_regular(path, &st, &e);

	if (fd < 0)
		return NULL;
	n = pread(fd, head, sizeof(head), 0);
	close(fd);
	return n > 0 && st.st_size <= MOST_BYTES ? compression_of(head, (size_t)n) : NULL;
}

/* Opens the ELF file PATH, which may be compressed, as modules of the kernel are: NAME.ko.xz.  An
 * image from memory has its path in NAME, which is borrowed.  *FD becomes a descriptor to be closed
 * with the image, or -1. */
static bool
open_elf(struct image *image, const char *path, char name[32], int *fd)
{
	const struct compression *how = find_compression(path);
	struct file packed = { 0 }, whole = { 0 };
	struct err e;
	size_t damaged;

	*fd = -1;
	if (how == NULL)
		return image_open(image, path, &e);
	if (file_read(&packed, path, FILE_SMALL, NULL, &e)
	    && unpack_file(how, &packed, &whole, NULL, &damaged, &e))
		*fd = file_in_memory(&whole);
	file_release(&packed);
	file_release(&whole);
	snprintf(name, 32, "/proc/self/fd/%d", *fd);
	if (*fd >= 0 && image_open(image, name, &e))
		return true;
	if (*fd >= 0)
		close(*fd);
	return false;
}

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
	char name[32];
	size_t n;
	int fd;

	if (!open_elf(&image, path, name, &fd))
		return false;
	n = debugfile_build_id(&image, &id);
	is_same = n == im->id_size && memcmp(id, im->id, n) == 0;
	is_module = image.type == ET_REL;
	if (is_same) {
		recorded_kernel_release(k);
		add_table(k, &image, is_module ? text_section(&image) : 0);
	}
	image_release(&image);
	if (fd >= 0)
		close(fd);
	/* The code of a module begins with this section. */
	for (size_t i = 0; is_module && i < k->n; i++)
		k->v[i].address += im->low;
	return is_same && recorded_kernel_move(k, im, SIZE_MAX);
}
