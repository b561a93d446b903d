/* sourcepaths.c - where source files may be now
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "source/sourcepaths.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/pathname.h"

enum { MAX_NAMES = 20000 };		/* most files and directories that one search looks at */

/* Returns the path A/B, to be free()d.  If A is empty, returns a copy of B. */
static char *
join_path(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b);
	bool slash = n > 0 && a[n - 1] != '/' && *b != '/';
	char *text = mem_new(n + m + 2, 1);

	memcpy(text, a, n);
	if (slash)
		text[n] = '/';
	memcpy(text + n + slash, b, m);
	return text;
}

bool
sourcepaths_add_map(struct source_paths *paths, const char *map, struct err *e)
{
	const char *equals = strchr(map, '=');

	if (equals == NULL || equals == map)
		return err_set(e, ERR_USAGE, "--path-map=%s: not OLD=NEW; give the beginning of a "
			"recorded path and what replaces it", map);
	/* If MAP has several '=', OLD may end at any of them: add a map for each. */
	for (equals = strrchr(map, '='); equals != NULL && equals > map;
		equals = memrchr(map, '=', (size_t)(equals - map))) {
		paths->maps = mem_grow(paths->maps, paths->nmaps + 1, &paths->maps_room,
			sizeof(*paths->maps));
		paths->maps[paths->nmaps].old = mem_text(map, (size_t)(equals - map));
		paths->maps[paths->nmaps++].new = mem_text(equals + 1, strlen(equals + 1));
	}
	return true;
}

void
sourcepaths_add_dirs(struct source_paths *paths, const char *list)
{
	for (;;) {
		size_t n = strcspn(list, ":");

		paths->dirs = mem_grow(paths->dirs, paths->ndirs + 1, &paths->dirs_room,
			sizeof(*paths->dirs));
		paths->dirs[paths->ndirs++] = mem_text(list, n);
		if (list[n] == '\0')
			return;
		list += n + 1;
	}
}

void
sourcepaths_release(struct source_paths *paths)
{
	for (size_t i = 0; i < paths->nmaps; i++) {
		free((char *)paths->maps[i].old);
		free((char *)paths->maps[i].new);
	}
	for (size_t i = 0; i < paths->ndirs; i++)
		free(paths->dirs[i]);
	free(paths->maps);
	free(paths->dirs);
	*paths = (struct source_paths){ 0 };
}

char *
sourcepaths_map_between(const char *recorded, const char *found)
{
	size_t n = strlen(recorded), m = strlen(found), same = 0, cut = 0;
	char *map;

	/* Find the common suffix.  It must begin with a '/', so that it consists of whole names. */
	while (same < n && same < m && recorded[n - 1 - same] == found[m - 1 - same]) {
		same++;
		if (recorded[n - same] == '/')
			cut = same;
	}
	if (cut == 0 || cut == n || cut == m)
		cut = cut == n || cut == m ? cut - 1 : 0;
	map = mem_new(n + m + 2, 1);
	sprintf(map, "%.*s=%.*s", (int)(n - cut), recorded, (int)(m - cut), found);
	return map;
}

static bool
is_file(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

char *
sourcepaths_find_in(const char *found, const char *recorded)
{
	if (is_file(found))
		return mem_text(found, strlen(found));
	for (const char *end = recorded; end != NULL; end = strchr(end + 1, '/')) {
		char *path = join_path(found, end);

		if (is_file(path))
			return path;
		free(path);
	}
	return NULL;
}

/* Returns PATH with the prefix MAP->old replaced by MAP->new, to be free()d.  NULL: PATH does not
 * begin with MAP->old. */
static char *
apply_map(const struct path_map *map, const char *path)
{
	size_t n = strlen(map->old);

	if (strncmp(path, map->old, n) != 0)
		return NULL;
	if (path[n] != '/' && path[n] != '\0' && map->old[n - 1] != '/')
		return NULL;
	return path[n] != '\0' ? join_path(map->new, path + n)
		: mem_text(map->new, strlen(map->new));
}

/* Applies the maps to PATH.  Each map with a suitable prefix gives another path.  Returns path
 * number *I of these, to be free()d.  If there are fewer paths, subtracts their number from *I and
 * returns NULL. */
static char *
apply_maps(const struct source_paths *paths, const char *path, size_t *i)
{
	for (size_t k = 0; k < paths->nmaps; k++) {
		char *other = apply_map(&paths->maps[k], path);

		if (other != NULL && (*i)-- == 0)
			return other;
		free(other);
	}
	return NULL;
}

char *
sourcepaths_candidate(const struct source_paths *paths, const char *recorded, size_t i)
{
	static const struct source_paths none;
	const char *base = pathname_base(recorded);
	char *path, *plain;

	if (paths == NULL)
		paths = &none;
	path = apply_maps(paths, recorded, &i);
	if (path == NULL && paths->nmaps > 0) {
		/* Also try maps for the normalized path: views show it, so users write maps for
		 * it. */
		plain = mem_new(strlen(recorded) + 2, 1);
		pathname_normalize(plain, recorded);
		if (strcmp(plain, recorded) != 0)
			path = apply_maps(paths, plain, &i);
		free(plain);
	}
	if (path != NULL)
		return path;
	if (i-- == 0)
		return mem_text(recorded, strlen(recorded));
	if (*recorded != '/') {
		if (i < paths->ndirs)
			return join_path(paths->dirs[i], recorded);
		i -= paths->ndirs;
	}
	return base != recorded && i < paths->ndirs ? join_path(paths->dirs[i], base) : NULL;
}

/* Returns the length of the common suffix of the paths A and B.  Only whole names count. */
static size_t
common_suffix(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b), i = 0, names = 0;

	while (i < n && i < m && a[n - 1 - i] == b[m - 1 - i]) {
		i++;
		if (a[n - i] == '/' || i == n || i == m)
			names = i;
	}
	return names;
}

/* State of a breadth-first search for a file. */
struct file_search {
	char **dirs;			/* owned, with its strings; directories in the order of the
					 * search */
	size_t ndirs, room;
	size_t nseen;			/* number of files and directories looked at so far */
	char *best;			/* owned; the file with the longest suffix so far; NULL:
					 * none */
	size_t best_suffix;		/* length of the common suffix of .best and the recorded
					 * path */
};

/* Is ENTRY, which has the path PATH, a directory?  Some file systems do not store types in
 * entries. */
static bool
is_directory(const char *path, const struct dirent *entry)
{
	struct stat st;

	if (entry->d_type != DT_UNKNOWN)
		return entry->d_type == DT_DIR;
	return lstat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Looks at ENTRY of directory DIR.  A directory is added to S->dirs.  A file with the name BASE
 * becomes S->best if its path has a longer common suffix with RECORDED. */
static void
consider_name(struct file_search *s, const char *dir, const struct dirent *entry,
	const char *recorded, const char *base)
{
	char *path;
	size_t suffix;

	if (entry->d_name[0] == '.' || s->nseen++ > MAX_NAMES)
		return;
	path = join_path(dir, entry->d_name);
	if (is_directory(path, entry)) {
		s->dirs = mem_grow(s->dirs, s->ndirs + 1, &s->room, sizeof(*s->dirs));
		s->dirs[s->ndirs++] = path;
		return;
	}
	suffix = strcmp(entry->d_name, base) == 0 ? common_suffix(path, recorded) : 0;
	if (suffix > s->best_suffix && is_file(path)) {
		free(s->best);
		s->best = path;
		s->best_suffix = suffix;
	} else {
		free(path);
	}
}

char *
sourcepaths_search(const char *dir, const char *recorded)
{
	const char *base = pathname_base(recorded);
	struct file_search s = { 0 };

	s.dirs = mem_grow(s.dirs, 1, &s.room, sizeof(*s.dirs));
	s.dirs[s.ndirs++] = mem_text(dir, strlen(dir));
	for (size_t i = 0; i < s.ndirs && s.nseen <= MAX_NAMES; i++) {
		DIR *d = opendir(s.dirs[i]);
		const struct dirent *entry;

		while (d != NULL && s.nseen <= MAX_NAMES && (entry = readdir(d)) != NULL)
			consider_name(&s, s.dirs[i], entry, recorded, base);
		if (d != NULL)
			closedir(d);
	}
	for (size_t i = 0; i < s.ndirs; i++)
		free(s.dirs[i]);
	free(s.dirs);
	return s.best;
}
