/* gcdafiles.c - the .gcda files with execution counts that a program wrote
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "source/gcdafiles.h"

#include <assert.h>
#include <elf.h>
#include <fcntl.h>
#include <gelf.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/budget.h"
#include "base/mem.h"
#include "base/sort.h"

enum { HEAD_SIZE = 12 };		/* size of magic number, version and stamp, in bytes */

/* Reads the first bytes of the .gcda or .gcno file PATH into HEAD.  False: the file cannot be read,
 * or is shorter than HEAD_SIZE. */
static bool
read_head(const char *path, unsigned char head[HEAD_SIZE])
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t n = fd >= 0 ? read(fd, head, HEAD_SIZE) : -1;

	if (fd >= 0)
		close(fd);
	return n == HEAD_SIZE;
}

/* Returns the path of the .gcno file that belongs to the .gcda file PATH, to be free()d.  Both
 * files are in one directory. */
static char *
notes_path(const char *path)
{
	size_t n = strlen(path);
	char *notes = mem_text(path, n);

	assert(n >= 4);
	memcpy(notes + n - 4, "gcno", 4);
	return notes;
}

/* Are the .gcda file PATH and its .gcno file from the same build?  If not, gcov would print that no
 * line ever ran.  False: E says what is wrong. */
static bool
matches_notes(const char *path, struct err *e)
{
	unsigned char data[HEAD_SIZE], notes[HEAD_SIZE];
	char *other = notes_path(path);
	bool ok = true;

	if (!read_head(path, data))
		ok = err_set(e, ERR_FORMAT, "%s: not gcov data; run the program again", path);
	else if (!read_head(other, notes))
		ok = err_set(e, ERR_IO, "%s: not found, and the .gcda file cannot be read without it; "
			"keep the .gcno file, which gcc --coverage wrote, in the same directory", other);
	else if (memcmp(data + 4, notes + 4, HEAD_SIZE - 4) != 0)
		ok = err_set(e, ERR_FORMAT, "%s: from another build or compiler than the .gcno file; "
			"run the program again", path);
	free(other);
	return ok;
}

/* Adds the file PATH to FILES, which then owns PATH.  Returns false if the file cannot be read.  If
 * the file can be read but not used, returns true; FILES->trouble is the error of the first such
 * file.  Frees PATH if the file is not added. */
static bool
add_file(struct gcda_files *files, char *path)
{
	struct err e;

	if (access(path, R_OK) != 0) {
		free(path);
		return false;
	}
	if (!matches_notes(path, &e)) {
		if (files->trouble.kind == ERR_NONE)
			files->trouble = e;
		free(path);
		return true;
	}
	files->v = mem_grow(files->v, files->n + 1, &files->room, sizeof(*files->v));
	files->v[files->n++] = path;
	return true;
}

/* Looks below directory DIR for the .gcda file that the image calls NAME, and adds it. */
static void
add_file_in(struct gcda_files *files, const char *dir, const char *name)
{
	for (const char *p = name; p != NULL; p = strchr(p + 1, '/')) {
		size_t n = strlen(dir) + strlen(p) + 2;
		char *path = mem_new(n, 1);

		snprintf(path, n, "%s/%s", dir, *p == '/' ? p + 1 : p);
		if (add_file(files, path))
			return;
	}
}

/* Finds the names of .gcda files in BYTES, N bytes of a section, and adds these files.  DIR, STOP
 * and the result are as in gcdafiles_find(). */
static bool
find_names(struct gcda_files *files, const char *bytes, size_t n, const char *dir,
	struct stop *stop)
{
	static const char end[] = ".gcda";
	const char *p = bytes, *found;

	while ((found = memmem(p, n - (size_t)(p - bytes), end, sizeof(end))) != NULL) {
		const char *name = found;

		/* The name begins after the last control character, which is a NUL or a byte of a
		 * number. */
		while (name > bytes && (unsigned char)name[-1] >= ' ')
			name--;
		p = found + sizeof(end);
		if (p - name > PATH_MAX)
			continue;
		if (stop_asked(stop, files->nnamed++))
			return false;
		if (dir != NULL)
			add_file_in(files, dir, name);
		else if (!add_file(files, mem_text(name, strlen(name)))
			&& (name = strchr(name + 1, '/')) != NULL)
			add_file(files, mem_text(name, strlen(name)));
	}
	return true;
}

/* Identifies a file.  All paths of one file have the same inode. */
struct inode {
	dev_t device;
	ino_t number;
};

static int
by_inode(uint32_t a, uint32_t b, const void *with)
{
	const struct inode *v = with, *x = &v[a], *y = &v[b];

	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

/* Keeps only one of several paths of the same file; otherwise, its counts would be added several
 * times. */
static void
drop_duplicates(struct gcda_files *files)
{
	struct inode *inodes = mem_new(files->n, sizeof(*inodes));
	uint32_t *order = mem_new(files->n, sizeof(*order));
	struct stat st;
	size_t n = 0;

	for (size_t i = 0; i < files->n; i++) {
		order[i] = (uint32_t)i;
		if (stat(files->v[i], &st) == 0)
			inodes[i] = (struct inode){ st.st_dev, st.st_ino };
	}
	sort_numbers(order, files->n, by_inode, inodes);
	for (size_t i = 1; i < files->n; i++) {
		if (by_inode(order[i - 1], order[i], inodes) != 0)
			continue;
		free(files->v[order[i]]);
		files->v[order[i]] = NULL;
	}
	for (size_t i = 0; i < files->n; i++)
		if (files->v[i] != NULL)
			files->v[n++] = files->v[i];
	files->n = n;
	free(order);
	free(inodes);
}

/* Searches the sections of constant data, which contain the names of .gcda files. */
bool
gcdafiles_find(struct gcda_files *files, const struct image *im, const char *dir,
	struct stop *stop)
{
	/* Sections of a crafted image can overlap: search at most as many bytes as the image
	 * has. */
	struct budget bytes = { .left = im->size };
	Elf_Scn *scn = NULL;
	GElf_Shdr header;

	while ((scn = elf_nextscn(im->elf, scn)) != NULL) {
		Elf_Data *data;

		if (gelf_getshdr(scn, &header) == NULL || header.sh_type != SHT_PROGBITS
		    || (header.sh_flags & SHF_ALLOC) == 0 || (header.sh_flags & SHF_EXECINSTR) != 0)
			continue;
		data = elf_rawdata(scn, NULL);
		if (data == NULL || data->d_buf == NULL || !budget_spend(&bytes, data->d_size))
			continue;
		if (!find_names(files, data->d_buf, data->d_size, dir, stop))
			return false;
	}
	drop_duplicates(files);
	return true;
}

unsigned
gcdafiles_gcc(const char *path)
{
	unsigned char head[HEAD_SIZE] = { 0 };
	bool ok = read_head(path, head), little = memcmp(head, "adcg", 4) == 0;
	unsigned a = little ? head[7] : head[4], b = little ? head[6] : head[5];

	if (ok && a >= 'A' && a <= 'Z' && b >= '0' && b <= '9')
		return (a - 'A') * 10 + (b - '0');
	return ok && a >= '0' && a <= '9' ? a - '0' : 0;
}

/* Returns the size of the file PATH in bytes, without its holes; 0 if there is no such file. */
static uint64_t
size_on_disk(const char *path)
{
	struct stat st;

	if (stat(path, &st) != 0)
		return 0;
	return (uint64_t)(st.st_blocks < st.st_size / 512 ? 512 * st.st_blocks : st.st_size);
}

uint64_t
gcdafiles_size(const char *path)
{
	char *notes = notes_path(path);
	uint64_t size = size_on_disk(path) + size_on_disk(notes);

	free(notes);
	return size;
}

void
gcdafiles_release(struct gcda_files *files)
{
	for (size_t i = 0; i < files->n; i++)
		free(files->v[i]);
	free(files->v);
	*files = (struct gcda_files){ 0 };
}
