/* glibc_find.c - finds the tables in which glibc counts in a program compiled with -pg
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "io/yama.h"
#include "launch/glibc_tables.h"

/* Positions of the members of struct gmonparam.  Each member is a word. */
enum { STATE, KCOUNT, KCOUNTSIZE, FROMS, FROMSSIZE, TOS, TOSSIZE, TOLIMIT, LOWPC, HIGHPC,
	TEXTSIZE, HASHFRACTION, LOG_HASHFRACTION, WORDS };

enum {
	CHUNK = 1 << 20,		/* bytes that are searched at a time */
	AREAS_MOST = 64,
	ROUNDING = 64,			/* glibc adds at most this number of bytes to round a size
					 * up */
};

/* Limits for the bytes of code and for the arcs of a program.  A structure with greater numbers is
 * not taken for the struct gmonparam of glibc.  glibc makes room for 3 arcs per 100 bytes of
 * code. */
#define CODE_MOST ((uint64_t)1 << 29)
#define ARCS_MOST (CODE_MOST / 32)

/* The addresses [low, high) of writable memory in which the program or libc has variables. */
struct area {
	uint64_t low, high;
};

struct search {
	struct glibc_tables *t;
	struct area areas[AREAS_MOST];
	size_t n;
};

/* Is VALUE equal to LEAST, or greater by at most ROUNDING? */
static bool
is_rounded(uint64_t value, uint64_t least)
{
	return value >= least && value - least <= ROUNDING;
}

/* Are the words at BYTES a struct gmonparam whose tables were allocated? */
static bool
is_gmonparam(struct glibc_tables *t, const char *bytes)
{
	uint64_t w[WORDS];

	if (glibc_word_at(t, bytes, STATE) > GLIBC_OFF || glibc_word_at(t, bytes, KCOUNT) == 0)
		return false;
	for (size_t i = 0; i < WORDS; i++)
		w[i] = glibc_word_at(t, bytes, i);
	return w[HIGHPC] > w[LOWPC] && w[TEXTSIZE] < CODE_MOST
		&& is_rounded(w[TEXTSIZE], w[HIGHPC] - w[LOWPC])
		&& w[HASHFRACTION] > 0 && w[HASHFRACTION] < ROUNDING
		&& is_rounded(w[KCOUNTSIZE], w[TEXTSIZE] / 2)
		&& w[KCOUNTSIZE] > 0 && w[KCOUNTSIZE] % sizeof(uint16_t) == 0
		&& is_rounded(w[FROMSSIZE], w[TEXTSIZE] / w[HASHFRACTION])
		&& w[TOLIMIT] > 1 && w[TOLIMIT] < ARCS_MOST
		&& is_rounded(w[TOSSIZE], w[TOLIMIT] * 3 * t->word)
		&& is_rounded(w[KCOUNT], w[TOS] + w[TOSSIZE])
		&& is_rounded(w[FROMS], w[KCOUNT] + w[KCOUNTSIZE]);
}

static void
take_gmonparam(struct glibc_tables *t, const char *bytes, uint64_t at)
{
	t->at = at;
	t->kcount = glibc_word_at(t, bytes, KCOUNT);
	t->kcountsize = glibc_word_at(t, bytes, KCOUNTSIZE);
	t->froms = glibc_word_at(t, bytes, FROMS);
	t->fromssize = glibc_word_at(t, bytes, FROMSSIZE);
	t->tos = glibc_word_at(t, bytes, TOS);
	t->tossize = glibc_word_at(t, bytes, TOSSIZE);
	t->lowpc = glibc_word_at(t, bytes, LOWPC);
	t->highpc = glibc_word_at(t, bytes, HIGHPC);
	t->hashfraction = glibc_word_at(t, bytes, HASHFRACTION);
}

/* Are the words at BYTES the variables of profil(3)?  These variables are the buffer, the number of
 * bins and the first address, in this order or in reverse order.  The number of bins is 0 after
 * glibc_tables_switch() has halted the samples. */
static bool
is_profil(const struct glibc_tables *t, const char *bytes)
{
	uint64_t first = glibc_word_at(t, bytes, 0), bins = glibc_word_at(t, bytes, 1);
	uint64_t last = glibc_word_at(t, bytes, 2);

	return (bins == 0 || bins == t->kcountsize / sizeof(uint16_t))
		&& ((first == t->kcount && last == t->lowpc)
			|| (first == t->lowpc && last == t->kcount));
}

/* Are the words at BYTES, which were read from address AT of the process, a struct gmonparam?  If
 * so, sets the members of T. */
static bool
see_gmonparam(struct glibc_tables *t, const char *bytes, uint64_t at)
{
	if (!is_gmonparam(t, bytes))
		return false;
	take_gmonparam(t, bytes, at);
	return true;
}

static bool
see_profil(struct glibc_tables *t, const char *bytes, uint64_t at)
{
	if (!is_profil(t, bytes))
		return false;
	t->profil_at = at + t->word;
	return true;
}

/* Calls SEE with each word in the area A, until SEE returns true.  Returns true if SEE did.  SEE
 * may read this word and the words after it, WORDS words in all; words after the end of A are 0.
 * BYTES is a buffer with room for CHUNK bytes and WORDS words. */
static bool
search_area(struct glibc_tables *t, const struct area *a, char *bytes,
	bool (*see)(struct glibc_tables *t, const char *bytes, uint64_t at))
{
	const size_t length = WORDS * sizeof(uint64_t);
	uint64_t at = a->low;

	while (at < a->high) {
		size_t want = a->high - at < CHUNK ? (size_t)(a->high - at) : CHUNK, end;
		ssize_t n = pread(t->memory, bytes, want, (off_t)at);

		if (n <= 0)
			return false;
		memset(bytes + n, 0, length);
		end = (size_t)n == CHUNK ? CHUNK - length : (size_t)n;
		for (size_t i = 0; i + t->word <= end; i += t->word)
			if (see(t, bytes + i, at + i))
				return true;
		at += end;
	}
	return false;
}

static bool
search_areas(const struct search *s,
	bool (*see)(struct glibc_tables *t, const char *bytes, uint64_t at))
{
	char *bytes = mem_uncleared(CHUNK + WORDS * sizeof(uint64_t), 1);
	bool found = false;

	for (size_t i = 0; i < s->n && !found; i++)
		found = search_area(s->t, &s->areas[i], bytes, see);
	free(bytes);
	return found;
}

/* Is PATH the file of the program PROGRAM, or of libc? */
static bool
has_variables(const char *path, const char *program)
{
	const char *name = strrchr(path, '/');

	return strcmp(path, program) == 0 || (name != NULL && (strncmp(name, "/libc.so.", 9) == 0
		|| (strncmp(name, "/libc-", 6) == 0 && strstr(name, ".so") != NULL)));
}

/* Adds the memory of LINE, "low-high modes offset device inode path", if it is writable memory of
 * the program or of libc.  Memory without a name is added, too, if it begins at *END, the end of
 * the area that was added last: it has the variables that are 0 at the start (.bss). */
static void
add_area(struct search *s, char *line, uint64_t *end)
{
	struct area a;
	char modes[5];
	int length = 0;

	line[strcspn(line, "\n")] = '\0';
	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %*s %*s %*s %n", &a.low, &a.high, modes,
			&length) < 3 || s->n == AREAS_MOST)
		return;
	if (strncmp(modes, "rw", 2) != 0 || (!has_variables(line + length, s->t->program)
			&& (line[length] == '/' || a.low != *end)))
		return;
	s->areas[s->n++] = a;
	*end = a.high;
}

static bool
find_areas(struct search *s, pid_t pid)
{
	char path[64], *line = NULL;
	uint64_t end = 0;
	size_t room = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%ld/maps", (long)pid);
	file = fopen(path, "re");
	while (file != NULL && getline(&line, &room, file) > 0)
		add_area(s, line, &end);
	free(line);
	if (file != NULL)
		fclose(file);
	return s->n > 0;
}

/* Sets .program, .linkage, .word and .bias of T.  The bias follows from AT_ENTRY, in which the
 * kernel tells the process the address of its first instruction. */
static bool
find_program(struct glibc_tables *t, pid_t pid, struct err *e)
{
	char path[64], words[16], name[4096];
	ssize_t n, pair;
	int fd;

	snprintf(path, sizeof(path), "/proc/%ld/exe", (long)pid);
	n = readlink(path, name, sizeof(name) - 1);
	if (n < 0)
		return err_set(e, ERR_IO, "%s", strerror(errno));
	t->program = mem_text(name, (size_t)n);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return err_set(e, ERR_IO, "%s", strerror(errno));
	linkage_read(&t->linkage, fd);
	close(fd);
	t->word = t->linkage.address_size;
	if (!t->linkage.is_elf)
		return err_set(e, ERR_EMPTY, "the program is no ELF file");
	snprintf(path, sizeof(path), "/proc/%ld/auxv", (long)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	pair = t->word == sizeof(uint32_t) ? 8 : 16;
	while (fd >= 0 && read(fd, words, (size_t)pair) == pair)
		if (glibc_word_at(t, words, 0) == AT_ENTRY)
			t->bias = glibc_word_at(t, words, 1) - t->linkage.entry;
	if (fd >= 0)
		close(fd);
	return true;
}

/* Says in E why the memory of a process cannot be opened; ERROR is an errno. */
static bool
explain_memory(int error, struct err *e)
{
	char scope = yama_scope();

	if (scope != '0' && (error == EACCES || error == EPERM))
		return err_set(e, ERR_IO, "the system does not allow reading its memory "
			"(kernel.yama.ptrace_scope is %c)", scope);
	return err_set(e, ERR_IO, "its memory cannot be read: %s", strerror(error));
}

/* Can the last one of the SIZE bytes at ADDRESS be read?  The answer is no after glibc has freed
 * the tables, at the end of the program. */
static bool
is_readable(const struct glibc_tables *t, uint64_t address, uint64_t size)
{
	char byte;

	return size > 0 && pread(t->memory, &byte, 1, (off_t)(address + size - 1)) == 1;
}

bool
glibc_tables_find(struct glibc_tables *t, pid_t pid, struct err *e)
{
	struct search s = { .t = t };
	char path[64];
	bool found;

	*t = (struct glibc_tables){ .memory = -1 };
	if (!find_program(t, pid, e))
		return false;
	snprintf(path, sizeof(path), "/proc/%ld/mem", (long)pid);
	t->memory = open(path, O_RDWR | O_CLOEXEC);
	if (t->memory < 0)
		return explain_memory(errno, e);
	found = find_areas(&s, pid) && search_areas(&s, see_gmonparam)
		&& is_readable(t, t->tos, t->tossize) && is_readable(t, t->froms, t->fromssize);
	if (!found)
		return err_set(e, ERR_EMPTY, "it has no profile: it was linked without -pg, or glibc has "
			"already written the profile");
	(void)search_areas(&s, see_profil);
	return true;
}

void
glibc_tables_release(struct glibc_tables *t)
{
	if (t->memory >= 0)
		close(t->memory);
	free(t->program);
	*t = (struct glibc_tables){ .memory = -1 };
}
