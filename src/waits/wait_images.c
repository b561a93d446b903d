/* wait_images.c - the unwind tables of programs and libraries, copied from processes that run them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "waits/wait_images.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "waits/wait_memory.h"
#include "waits/wait_sections.h"

enum {
	PAGE = 4096,
	MOST_HEADERS = 64,		/* program headers that are read */
	MOST_NOTES = 4096,		/* bytes of notes that are read */
	MOST_TABLES = 512 << 20,	/* bytes of all tables that are copied */
	CIE_POINTER = 0x1b,		/* encoding of a pointer: 4 bytes with sign, relative to its
					 * own address */
};

/* The headers of an image in the memory of a process. */
struct headers {
	pid_t pid;
	Elf64_Ehdr file;
	uint64_t bias;
	Elf64_Phdr v[MOST_HEADERS];
	unsigned n;
};

/* Reads the headers of the image that begins at FIRST.  False: it is no 64-bit ELF file. */
static bool
read_headers(struct headers *h, const struct wait_map *first, pid_t pid)
{
	uint64_t size = first->high - first->low;
	Elf64_Ehdr *e = &h->file;

	*h = (struct headers){ .pid = pid };
	if (wait_memory_copy(pid, first->low, e, sizeof(*e)) != sizeof(*e)
	    || memcmp(e->e_ident, ELFMAG, SELFMAG) != 0 || e->e_ident[EI_CLASS] != ELFCLASS64
	    || e->e_phentsize != sizeof(*h->v) || e->e_phoff > size)
		return false;
	h->n = e->e_phnum < MOST_HEADERS ? e->e_phnum : MOST_HEADERS;
	if (wait_memory_copy(pid, first->low + e->e_phoff, h->v, h->n * sizeof(*h->v))
	    != h->n * sizeof(*h->v))
		return false;
	for (unsigned i = 0; i < h->n; i++)
		if (h->v[i].p_type == PT_LOAD && h->v[i].p_offset < PAGE) {
			h->bias = first->low + h->v[i].p_offset - h->v[i].p_vaddr;
			return true;
		}
	return false;
}

/* Finds the build-id in the N bytes of notes at BYTES.  Each note has a header of three words, a
 * name and contents; both are filled up to a multiple of four bytes. */
static void
find_id(struct wait_image *im, const unsigned char *bytes, size_t n)
{
	Elf64_Nhdr note;

	for (size_t at = 0; n - at >= sizeof(note);) {
		size_t name, contents;

		memcpy(&note, bytes + at, sizeof(note));
		at += sizeof(note);
		name = ((size_t)note.n_namesz + 3) & ~(size_t)3;
		contents = ((size_t)note.n_descsz + 3) & ~(size_t)3;
		if (name > n - at || contents > n - at - name)
			return;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4
		    && memcmp(bytes + at, "GNU", 4) == 0 && note.n_descsz <= WAIT_IMAGE_ID) {
			im->id_size = note.n_descsz;
			memcpy(im->id, bytes + at + name, note.n_descsz);
			return;
		}
		at += name + contents;
	}
}

static void
read_id(struct wait_image *im, const struct headers *h)
{
	unsigned char notes[MOST_NOTES];

	for (unsigned i = 0; i < h->n && im->id_size == 0; i++) {
		size_t n = h->v[i].p_memsz < MOST_NOTES ? h->v[i].p_memsz : MOST_NOTES;

		if (h->v[i].p_type == PT_NOTE)
			find_id(im, notes, wait_memory_copy(h->pid, h->bias + h->v[i].p_vaddr,
				notes, n));
	}
}

/* Copies SIZE bytes at address AT of the image. */
static void
copy_bytes(struct unwind_tables *t, const struct headers *h, uint64_t at, size_t size)
{
	t->owned = mem_uncleared(size, 1);
	t->size = wait_memory_copy(h->pid, h->bias + at, t->owned, size);
	t->bytes = t->owned = mem_resize(t->owned, t->size, 1);
	t->at = at;
}

/* Copies the section .eh_frame_hdr at address AT of the image, and the tables that it indexes, up
 * to the end of the segment LOAD, but at most MOST bytes. */
static void
copy_tables(struct wait_image *im, const struct headers *h, const Elf64_Phdr *load, uint64_t at,
	size_t most)
{
	uint64_t end = load->p_vaddr + load->p_memsz, low = at, frames;
	unsigned char begin[8];
	int32_t distance;

	if (wait_memory_copy(h->pid, h->bias + at, begin, sizeof(begin)) != sizeof(begin)
	    || begin[1] != CIE_POINTER)
		return;
	memcpy(&distance, begin + 4, sizeof(distance));
	frames = at + 4 + (uint64_t)(int64_t)distance;
	if (frames < low && frames >= load->p_vaddr)
		low = frames;
	if (end - low > most)
		return;
	copy_bytes(&im->tables, h, low, (size_t)(end - low));
	im->tables.header = at;
}

/* Copies the tables of an image that has .eh_frame_hdr.  False: it has none. */
static bool
read_indexed(struct wait_images *images, struct wait_image *im, const struct headers *h)
{
	uint64_t at = 0;

	for (unsigned i = 0; i < h->n; i++)
		if (h->v[i].p_type == PT_GNU_EH_FRAME)
			at = h->v[i].p_vaddr;
	for (unsigned i = 0; i < h->n && at != 0; i++)
		if (h->v[i].p_type == PT_LOAD && at >= h->v[i].p_vaddr
		    && at - h->v[i].p_vaddr < h->v[i].p_memsz) {
			copy_tables(im, h, &h->v[i], at, MOST_TABLES - images->copied);
			break;
		}
	return at != 0;
}

/* Copies the tables of an image without .eh_frame_hdr, as programs that are linked statically.
 * They are in the section S. */
static void
read_unindexed(struct wait_images *images, struct wait_image *im, const struct headers *h,
	const struct wait_section *s)
{
	uint64_t room = MOST_TABLES - images->copied;
	size_t size = (size_t)(s->high - s->low);

	if (size == 0 || size > room)
		return;
	copy_bytes(&im->tables, h, s->low, size);
	if (im->tables.size == size)
		unwind_tables_index(&im->tables);
	images->copied += im->tables.size;
}

/* Copies the section S, .gopclntab. */
static void
read_go(struct unwind_go *g, const struct headers *h, const struct wait_section *s)
{
	size_t size = (size_t)(s->high - s->low);
	unsigned char *copy = mem_uncleared(size, 1);

	size = wait_memory_copy(h->pid, h->bias + s->low, copy, size);
	unwind_go_open(g, CFI_OWN, copy, size, h->bias);
}

/* Copies the tables of the image IM of MAP. */
static void
read_tables(struct wait_images *images, struct wait_image *im, const struct headers *h,
	const struct wait_map *map)
{
	struct wait_section s[2] = { { ".eh_frame", 0, 0 }, { ".gopclntab", 0, 0 } };
	bool is_indexed;

	im->tables.machine = CFI_OWN;
	is_indexed = read_indexed(images, im, h);
	images->copied += im->tables.size;
	/* The files of libraries, which have no section of Go, need not be opened. */
	if (is_indexed && h->file.e_type != ET_EXEC && h->file.e_entry == 0)
		return;
	wait_sections_find(s, 2, map, h->pid, &h->file);
	if (!is_indexed)
		read_unindexed(images, im, h, &s[0]);
	if (s[1].high > s[1].low && s[1].high - s[1].low <= MOST_TABLES - images->copied) {
		read_go(&im->tables.go, h, &s[1]);
		images->copied += im->tables.go.size;
	}
}

static bool
is_same(const struct wait_image *a, const struct wait_image *b, const struct wait_map *map)
{
	return a->inode == map->inode && strcmp(a->path, map->path) == 0
		&& strcmp(a->device, map->device) == 0 && a->id_size == b->id_size
		&& memcmp(a->id, b->id, a->id_size) == 0;
}

/* Returns the bias of MAP, a mapping of the image with the headers H.  Usually it is that of the
 * image, but a program may map a part of its file once more, elsewhere, as V8 does with the code of
 * its builtins. */
static uint64_t
bias_of(const struct headers *h, const struct wait_map *map)
{
	for (unsigned i = 0; i < h->n && map->inode != 0; i++) {
		const Elf64_Phdr *p = &h->v[i];
		uint64_t begin = p->p_offset - p->p_offset % PAGE;

		if (p->p_type == PT_LOAD && (p->p_flags & PF_X) != 0 && map->offset >= begin
		    && map->offset - begin < p->p_filesz)
			return map->low - map->offset + p->p_offset - p->p_vaddr;
	}
	return h->bias;
}

void
wait_images_of(struct wait_images *images, const struct wait_maps *m, struct wait_map *map,
	pid_t pid)
{
	const struct wait_map *first = wait_maps_first(m, map);
	struct wait_image found = { 0 }, *im;
	struct headers h;

	map->was_opened = true;
	if (first == NULL || *map->path == '\0' || !read_headers(&h, first, pid))
		return;
	map->bias = bias_of(&h, map);
	read_id(&found, &h);
	for (im = images->list; im != NULL && !is_same(im, &found, map); im = im->next)
		;
	if (im == NULL) {
		im = mem_new(1, sizeof(*im));
		*im = found;
		im->path = mem_text(map->path, strlen(map->path));
		im->device = mem_text(map->device, strlen(map->device));
		im->inode = map->inode;
		im->next = images->list;
		images->list = im;
		read_tables(images, im, &h, first);
	}
	map->image = im;
}

void
wait_images_release(struct wait_images *images)
{
	struct wait_image *next;

	for (struct wait_image *im = images->list; im != NULL; im = next) {
		next = im->next;
		free(im->path);
		free(im->device);
		unwind_tables_release(&im->tables);
		free(im);
	}
	images->list = NULL;
}
