/* gcdafiles.c - the files with counts that a program left
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "source/gcdafiles.h"

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

enum { HEAD = 12 };			/* bytes that .gcda and .gcno files begin with */

/* The magic word, the version and the stamp that PATH begins with. */
static bool
read_head(const char *path, unsigned char head[HEAD])
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t n = fd >= 0 ? read(fd, head, HEAD) : -1;

	if (fd >= 0)
		close(fd);
	return n == HEAD;
}

/* The path of the notes of the compiler beside PATH, which ends in .gcda; to be freed. */
static char *
notes_beside(const char *path)
{
	size_t n = strlen(path);
	char *notes = mem_text(path, n);

	memcpy(notes + n - 4, "gcno", 4);
	return notes;
}

/* Do the data in PATH belong to the notes of the compiler beside them?  gcov would print
 * them as lines that never ran. */
static bool
is_matched(const char *path, struct err *e)
{
	unsigned char data[HEAD], notes[HEAD];
	char *other = notes_beside(path);
	bool ok = true;

	if (!read_head(path, data))
		ok = err_set(e, ERR_FORMAT, "%s: no gcov data; run the program again", path);
	else if (!read_head(other, notes))
		ok = err_set(e, ERR_IO, "%s: not there, so that the counts in the .gcda file mean "
			"nothing; gcc --coverage writes both to one directory", other);
	else if (memcmp(data + 4, notes + 4, HEAD - 4) != 0)
		ok = err_set(e, ERR_FORMAT, "%s: of another build or compiler than the .gcno file; "
			"run the program again", path);
	free(other);
	return ok;
}

/* Take over PATH.  False: it is not there. */
static bool
add_file(struct gcda_files *files, char *path)
{
	struct err e;

	if (access(path, R_OK) != 0) {
		free(path);
		return false;
	}
	if (!is_matched(path, &e)) {
		if (files->trouble.kind == ERR_NONE)
			files->trouble = e;
		free(path);
		return true;
	}
	files->v = mem_grow(files->v, files->n + 1, &files->room, sizeof(*files->v));
	files->v[files->n++] = path;
	return true;
}

/* The file that the image calls NAME, below DIR. */
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

/* Look for names of .gcda files among the N bytes of data of the image. */
static void
find_names(struct gcda_files *files, const char *bytes, size_t n, const char *dir)
{
	static const char end[] = ".gcda";
	const char *p = bytes, *found;

	while ((found = memmem(p, n - (size_t)(p - bytes), end, sizeof(end))) != NULL) {
		const char *name = found;

		/* A number may lie right before it. */
		while (name > bytes && (unsigned char)name[-1] >= ' ')
			name--;
		p = found + sizeof(end);
		if (p - name > PATH_MAX)	/* no file has such a name */
			continue;
		files->nnamed++;
		if (dir != NULL)
			add_file_in(files, dir, name);
		else if (!add_file(files, mem_text(name, strlen(name)))
			&& (name = strchr(name + 1, '/')) != NULL)
			add_file(files, mem_text(name, strlen(name)));
	}
}

/* Which file it is, whatever its name. */
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

/* A file may be named twice, also in other words: its counts would be added up. */
static void
drop_repeated(struct gcda_files *files)
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

/* The names stand where constants do. */
void
gcdafiles_find(struct gcda_files *files, const struct image *im, const char *dir)
{
	struct budget bytes = { .left = im->size };	/* sections can overlap */
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
		find_names(files, data->d_buf, data->d_size, dir);
	}
	drop_repeated(files);
}

unsigned
gcdafiles_gcc(const char *path)
{
	unsigned char head[HEAD] = { 0 };
	bool ok = read_head(path, head), little = memcmp(head, "adcg", 4) == 0;
	unsigned a = little ? head[7] : head[4], b = little ? head[6] : head[5];

	if (ok && a >= 'A' && a <= 'Z' && b >= '0' && b <= '9')
		return (a - 'A') * 10 + (b - '0');
	return ok && a >= '0' && a <= '9' ? a - '0' : 0;
}

/* How many bytes PATH has on its disk: those of a hole cost nobody anything. */
static uint64_t
bytes_of(const char *path)
{
	struct stat st;

	if (stat(path, &st) != 0)
		return 0;
	return (uint64_t)(st.st_blocks < st.st_size / 512 ? 512 * st.st_blocks : st.st_size);
}

uint64_t
gcdafiles_size(const char *path)
{
	char *notes = notes_beside(path);
	uint64_t size = bytes_of(path) + bytes_of(notes);

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
