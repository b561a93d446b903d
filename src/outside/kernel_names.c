/* kernel_names.c - the names of functions of the running kernel
 *
 * A line of /proc/kallsyms is "ADDRESS TYPE NAME", or "ADDRESS TYPE NAME\t[MODULE]".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "outside/kernel_names.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bisect.h"
#include "base/mem.h"

enum {
	PART = 1 << 20,			/* bytes that are read at a time */
	MOST = 1 << 28,			/* bytes of the file */
};

/* Reads the file into K->file.  False: it cannot be read. */
static bool
read_file(struct kernel_names *k)
{
	int fd = open("/proc/kallsyms", O_RDONLY | O_CLOEXEC);
	size_t n = 0, room = 0;
	ssize_t got = 0;

	while (fd >= 0 && n < MOST) {
		k->file = mem_grow(k->file, n + PART + 1, &room, 1);
		got = read(fd, k->file + n, PART);
		if (got <= 0)
			break;
		n += (size_t)got;
	}
	if (fd >= 0)
		close(fd);
	if (n > 0)
		k->file[n] = '\0';
	return n > 0 && got == 0;
}

/* Adds the function of LINE. */
static void
add_line(struct kernel_names *k, char *line)
{
	char *at, *tab;
	uint64_t address = strtoull(line, &at, 16);

	if (address == 0 || at[0] != ' ' || at[1] == '\0' || strchr("tTwW", at[1]) == NULL
	    || at[2] != ' ' || at[3] == '\0')
		return;
	tab = strchr(at + 3, '\t');
	if (tab != NULL)
		*tab = ' ';
	k->v = mem_grow(k->v, k->n + 1, &k->room, sizeof(*k->v));
	k->v[k->n++] = (struct kernel_name){ address, at + 3 };
}

/* If a function has several names, the first in the file is the first here, too. */
static int
by_address(const void *a, const void *b)
{
	const struct kernel_name *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return x->text < y->text ? -1 : x->text > y->text;
}

void
kernel_names_read(struct kernel_names *k)
{
	char *next;

	*k = (struct kernel_names){ 0 };
	if (!read_file(k))
		return;
	for (char *line = k->file; line != NULL; line = next) {
		next = strchr(line, '\n');
		if (next != NULL)
			*next++ = '\0';
		add_line(k, line);
	}
	if (k->n > 0)
		qsort(k->v, k->n, sizeof(*k->v), by_address);
}

const char *
kernel_names_at(const struct kernel_names *k, uint64_t address)
{
	size_t i;

	BISECT(i, k->n, k->v[i].at > address);
	if (i == 0)
		return NULL;
	address = k->v[--i].at;
	while (i > 0 && k->v[i - 1].at == address)
		i--;
	return k->v[i].text;
}

void
kernel_names_release(struct kernel_names *k)
{
	free(k->v);
	free(k->file);
	*k = (struct kernel_names){ 0 };
}
