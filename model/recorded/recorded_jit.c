/* recorded_jit.c - names of code that a process made while it ran
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_jit.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "record/recording.h"

enum { MOST_LOOKS = 1000 };		/* so many lines are looked at for one address */

/* Reads a hexadecimal number from *AT, which ends at END, and the blanks behind it.  Returns false
 * if there is none, or if it is too large. */
static bool
read_number(const char **at, const char *end, uint64_t *number)
{
	static const char digits[] = "0123456789abcdefABCDEF";
	const char *p = *at;

	*number = 0;
	if (end - p > 2 && p[0] == '0' && p[1] == 'x')
		p += 2;
	*at = p;
	for (; p < end && *p != ' '; p++) {
		const char *digit = *p != '\0' ? strchr(digits, *p) : NULL;
		ptrdiff_t value = digit != NULL ? digit - digits : 0;

		if (digit == NULL || *number >> 60 != 0)
			return false;
		*number = *number << 4 | (uint64_t)(value < 16 ? value : value - 6);
	}
	if (p == *at)
		return false;
	while (p < end && *p == ' ')
		p++;
	*at = p;
	return true;
}

static void
add_line(struct recorded_jit *j, const char *line, const char *end)
{
	struct jit_code code = { 0 };
	uint64_t size;

	if (!read_number(&line, end, &code.lo) || !read_number(&line, end, &size) || line == end
	    || size == 0 || code.lo > UINT64_MAX - size)
		return;
	code.hi = code.lo + size;
	code.name = (size_t)(line - (const char *)j->text.bytes);
	code.length = (size_t)(end - line);
	j->v = mem_grow(j->v, j->n + 1, &j->room, sizeof(*j->v));
	j->v[j->n++] = code;
}

/* By address; lines with the same address stay in the order of the file. */
static int
by_address(const void *a, const void *b)
{
	const struct jit_code *x = a, *y = b;

	return x->lo != y->lo ? (x->lo > y->lo) - (x->lo < y->lo)
		: (x->name > y->name) - (x->name < y->name);
}

static void
read_lines(struct recorded_jit *j)
{
	const char *at = (const char *)j->text.bytes, *end = at + j->text.size;
	uint64_t farthest = 0;

	while (at < end) {
		const char *next = memchr(at, '\n', (size_t)(end - at));

		if (next == NULL)	/* the last line is being written */
			break;
		add_line(j, at, next);
		at = next + 1;
	}
	if (j->n > 0)
		qsort(j->v, j->n, sizeof(*j->v), by_address);
	for (size_t i = 0; i < j->n; i++) {
		farthest = j->v[i].hi > farthest ? j->v[i].hi : farthest;
		j->v[i].farthest = farthest;
	}
}

/* Is PATH a file of this user, which was written after SINCE, in ns since 1970?  If not, another
 * user or an earlier process of the same number has written it. */
static bool
is_own(const char *path, uint64_t since)
{
	struct stat st;

	return lstat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid()
		&& (uint64_t)st.st_mtim.tv_sec >= since / 1000000000;
}

bool
recorded_jit_is_memory(const char *path)
{
	/* Linux shows shared memory as files of these names, which cannot be opened. */
	static const char *const names[] = { "/memfd:", "/dev/zero", "/SYSV", "/anon_hugepage" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strncmp(path, names[i], strlen(names[i])) == 0)
			return true;
	return path[0] != '/';
}

void
recorded_jit_open(struct recorded_jit *j, const struct recording *r)
{
	size_t n = strlen(r->path), end = sizeof(REC_SUFFIX) - 1;
	char *copy, own[64];
	struct err e;

	*j = (struct recorded_jit){ 0 };
	if (n <= end || strcmp(r->path + n - end, REC_SUFFIX) != 0)
		return;
	copy = mem_new(n - end + sizeof(REC_JIT_SUFFIX), 1);
	memcpy(copy, r->path, n - end);
	memcpy(copy + n - end, REC_JIT_SUFFIX, sizeof(REC_JIT_SUFFIX));
	snprintf(own, sizeof(own), "/tmp/perf-%u.map", r->pid);
	if (file_read(&j->text, copy, FILE_SMALL, NULL, &e)
	    || (!r->ended && is_own(own, r->start_real)
		&& file_read(&j->text, own, FILE_SMALL, NULL, &e)))
		read_lines(j);
	free(copy);
}

static int
by_pid(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

void
recorded_jit_list(struct jit_maps *maps)
{
	enum { MOST_NAMES = 4096 };	/* to read more takes longer than it saves */
	DIR *dir = opendir("/tmp");
	const struct dirent *entry;
	size_t nnames = 0;
	uint32_t pid;

	*maps = (struct jit_maps){ .is_listed = true, .is_whole = dir != NULL };
	while (dir != NULL && maps->is_whole && (entry = readdir(dir)) != NULL) {
		maps->is_whole = ++nnames <= MOST_NAMES;
		if (sscanf(entry->d_name, "perf-%" SCNu32 ".map", &pid) != 1)
			continue;
		maps->pids = mem_grow(maps->pids, maps->n + 1, &maps->room, sizeof(*maps->pids));
		maps->pids[maps->n++] = pid;
	}
	if (dir != NULL)
		closedir(dir);
	if (maps->n > 0)
		qsort(maps->pids, maps->n, sizeof(*maps->pids), by_pid);
}

/* May process PID have a file in MAPS? */
static bool
may_have_map(const struct jit_maps *maps, uint32_t pid)
{
	size_t i;

	BISECT(i, maps->n, maps->pids[i] >= pid);
	return !maps->is_whole || (i < maps->n && maps->pids[i] == pid);
}

void
recorded_jit_open_process(struct recorded_jit *j, const struct jit_maps *maps, uint32_t pid)
{
	char own[64];
	struct err e;

	*j = (struct recorded_jit){ 0 };
	snprintf(own, sizeof(own), "/tmp/perf-%u.map", pid);
	if (may_have_map(maps, pid) && is_own(own, 0)
	    && file_read(&j->text, own, FILE_SMALL, NULL, &e))
		read_lines(j);
}

const char *
recorded_jit_name(const struct recorded_jit *j, uint64_t address, size_t *length)
{
	const struct jit_code *last = NULL;
	size_t i;

	BISECT(i, j->n, j->v[i].lo > address);
	for (int looks = 0; i-- > 0 && j->v[i].farthest > address && looks < MOST_LOOKS; looks++)
		if (j->v[i].hi > address && (last == NULL || j->v[i].name > last->name))
			last = &j->v[i];
	if (last == NULL)
		return NULL;
	*length = last->length;
	return (const char *)j->text.bytes + last->name;
}

void
recorded_jit_release(struct recorded_jit *j)
{
	free(j->v);
	file_release(&j->text);
	*j = (struct recorded_jit){ 0 };
}
