/* profiledir.c - the profiles in a directory: gmon.out, gmon.out.1234, ...
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "samples/profiledir.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"

static bool
is_directory(const char *path)
{
	struct stat st;

	return strcmp(path, "-") != 0 && stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Does the directory DIR contain NAME? */
static bool
has_entry(const char *dir, const char *name)
{
	struct arena text = { 0 };
	struct stat st;
	bool has = stat(arena_printf(&text, "%s/%s", dir, name), &st) == 0;

	arena_release(&text);
	return has;
}

static void
add_file(struct profile_list *l, const char *path, const char *dir)
{
	l->files = mem_grow(l->files, l->n + 1, &l->room, sizeof(*l->files));
	l->dirs = mem_grow(l->dirs, l->n + 1, &l->dirs_room, sizeof(*l->dirs));
	l->files[l->n] = path;
	l->dirs[l->n++] = dir;
}

static int
by_path(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Adds the regular files gmon.out* of DIR to L, sorted by name.  Skips pipes and devices, which are
 * no profile of a run that has ended. */
static void
add_files(struct profile_list *l, const char *dir, struct arena *text)
{
	static const char beginning[] = "gmon.out";
	size_t first = l->n, length = strlen(dir);
	DIR *d = opendir(dir);
	struct dirent *entry;
	struct stat st;

	while (d != NULL && (entry = readdir(d)) != NULL) {
		const char *path;

		if (strncmp(entry->d_name, beginning, sizeof(beginning) - 1) != 0)
			continue;
		path = strcmp(dir, ".") == 0 ? arena_printf(text, "%s", entry->d_name)
			: arena_printf(text, "%s%s%s", dir,
				length > 0 && dir[length - 1] == '/' ? "" : "/", entry->d_name);
		if (stat(path, &st) == 0 && S_ISREG(st.st_mode))
			add_file(l, path, dir);
	}
	if (d != NULL)
		closedir(d);
	if (l->n > first)
		qsort(l->files + first, l->n - first, sizeof(*l->files), by_path);
}

void
profiledir_expand(struct profile_list *l, const char *const *named, size_t n, struct arena *text)
{
	*l = (struct profile_list){ 0 };
	for (size_t i = 0; i < n; i++) {
		size_t before = l->n;

		if (is_directory(named[i]) && !has_entry(named[i], "gmonparam.bin"))
			add_files(l, named[i], text);
		if (l->n == before)
			add_file(l, named[i], NULL);
	}
}

void
profiledir_release(struct profile_list *l)
{
	free(l->files);
	free(l->dirs);
	*l = (struct profile_list){ 0 };
}

const char *
profiledir_first(const char *dir, struct arena *text)
{
	struct profile_list l = { 0 };
	const char *first;

	add_files(&l, dir, text);
	first = l.n > 0 ? l.files[0] : NULL;
	profiledir_release(&l);
	return first;
}
