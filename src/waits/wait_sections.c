/* wait_sections.c - finds sections in the file of an image that a process has mapped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "waits/wait_sections.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

enum {
	MOST_SECTIONS = 1024,		/* section headers that are read */
	MOST_NAMES = 1 << 16,		/* bytes of their names that are read */
};

/* Opens PATH if it is a file with the inode of MAP that begins with E.  Returns -1 if not. */
static int
open_path(const char *path, const struct wait_map *map, const Elf64_Ehdr *e)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat st;
	Elf64_Ehdr own;

	if (fd < 0)
		return -1;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_ino == map->inode
	    && pread(fd, &own, sizeof(own), 0) == (ssize_t)sizeof(own)
	    && memcmp(&own, e, sizeof(own)) == 0)
		return fd;
	close(fd);
	return -1;
}

/* Opens the file of MAP.  It may have been removed, or be in another container. */
static int
open_file(const struct wait_map *map, pid_t pid, const Elf64_Ehdr *e)
{
	char path[4200];
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)pid);
	fd = open_path(path, map, e);
	if (fd >= 0 || *map->path != '/')
		return fd;
	snprintf(path, sizeof(path), "/proc/%d/root%.4100s", (int)pid, map->path);
	return open_path(path, map, e);
}

/* Sets the addresses of the elements of LIST that are called NAME, to those of S. */
static void
see_section(struct wait_section *list, unsigned n, const char *name, const Elf64_Shdr *s)
{
	for (unsigned i = 0; i < n; i++)
		if (strcmp(list[i].name, name) == 0 && (s->sh_flags & SHF_ALLOC) != 0
		    && s->sh_type != SHT_NOBITS && s->sh_size <= UINT64_MAX - s->sh_addr) {
			list[i].low = s->sh_addr;
			list[i].high = s->sh_addr + s->sh_size;
		}
}

void
wait_sections_find(struct wait_section *list, unsigned n, const struct wait_map *map,
	pid_t pid, const Elf64_Ehdr *e)
{
	unsigned count = e->e_shnum < MOST_SECTIONS ? e->e_shnum : MOST_SECTIONS;
	Elf64_Shdr *headers = mem_new(MOST_SECTIONS, sizeof(*headers));
	char *names = mem_new(MOST_NAMES + 1, 1);
	int fd = e->e_shentsize == sizeof(*headers) && e->e_shstrndx < count
		? open_file(map, pid, e) : -1;
	size_t size = 0;
	ssize_t got = 0;

	if (fd >= 0)
		got = pread(fd, headers, count * sizeof(*headers), (off_t)e->e_shoff);
	if (got == (ssize_t)(count * sizeof(*headers))) {
		size = headers[e->e_shstrndx].sh_size < MOST_NAMES
			? (size_t)headers[e->e_shstrndx].sh_size : MOST_NAMES;
		got = pread(fd, names, size, (off_t)headers[e->e_shstrndx].sh_offset);
		size = got > 0 ? (size_t)got : 0;
		names[size] = '\0';
	}
	for (unsigned i = 0; size > 0 && i < count; i++)
		if (headers[i].sh_name < size)
			see_section(list, n, names + headers[i].sh_name, &headers[i]);
	if (fd >= 0)
		close(fd);
	free(headers);
	free(names);
}
