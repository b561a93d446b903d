/* floor.c - measure the least work that any reader of profiles has to do
 *
 *	floor FILE...		read every byte of the files
 *	floor -l IMAGE		let libdw decode the line table of every unit
 *	floor -r FILE		print how many MiB of the file are cached in memory, and its size
 *	floor -d FILE		drop the file from the cache
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void
exit_unless(int ok, const char *what)
{
	if (ok)
		return;
	perror(what);
	exit(1);
}

static uint64_t
sum_words(int fd)
{
	static uint64_t words[1 << 15];
	uint64_t total = 0;
	ssize_t n;

	while ((n = read(fd, words, sizeof words)) > 0)
		for (size_t i = 0; i < (size_t)n / sizeof *words; i++)
			total += words[i];
	return total;
}

static void
decode_lines(int fd)
{
	Dwarf *dwarf = dwarf_begin(fd, DWARF_C_READ);
	Dwarf_Off at = 0, next;
	Dwarf_Lines *lines;
	size_t header, n, all = 0;
	Dwarf_Die die;

	if (dwarf == NULL) {
		fprintf(stderr, "%s\n", dwarf_errmsg(-1));
		exit(1);
	}
	for (; dwarf_nextcu(dwarf, at, &next, &header, NULL, NULL, NULL) == 0; at = next)
		if (dwarf_offdie(dwarf, at + header, &die) != NULL
			&& dwarf_getsrclines(&die, &lines, &n) == 0)
			all += n;
	printf("%zu lines\n", all);
	dwarf_end(dwarf);
}

static void
count_resident(int fd, size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), n = (size + page - 1) / page, here = 0, i;
	unsigned char *there = malloc(n);
	void *map = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);

	exit_unless(there != NULL && map != MAP_FAILED && mincore(map, size, there) == 0,
		"mincore");
	for (i = 0; i < n; i++)
		here += there[i] & 1;
	printf("%.1f of %.1f\n", (double)(here * page) / 0x1p20, (double)size / 0x1p20);
	munmap(map, size);
	free(there);
}

int
main(int argc, char **argv)
{
	const char *option = argc > 2 && argv[1][0] == '-' ? argv[1] : "";
	uint64_t total = 0;
	struct stat st;
	int i, fd;

	for (i = *option ? 2 : 1; i < argc; i++) {
		fd = open(argv[i], O_RDONLY);
		exit_unless(fd >= 0 && fstat(fd, &st) == 0, argv[i]);
		if (strcmp(option, "-l") == 0)
			decode_lines(fd);
		else if (strcmp(option, "-r") == 0)
			count_resident(fd, (size_t)st.st_size);
		else if (strcmp(option, "-d") == 0)
			exit_unless(fsync(fd) == 0
				&& posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) == 0, argv[i]);
		else
			total += sum_words(fd);
		close(fd);
	}
	return total == 1;			/* the result is used, so that the compiler does not
						 * remove the loop */
}
