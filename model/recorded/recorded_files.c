/* recorded_files.c - the files of recordings: those in directories, and those named one by one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_files.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/recording.h"
#include "record/recording.h"

bool
recorded_files_is_source(const char *path)
{
	return strcmp(path, "-") != 0 && (recording_marker_exists(path) || recording_is(path));
}

static void
add_file(struct recorded_files *files, const char *path, size_t source)
{
	files->paths = mem_grow(files->paths, files->n + 1, &files->paths_room,
		sizeof(*files->paths));
	files->source_of = mem_grow(files->source_of, files->n + 1, &files->source_room,
		sizeof(*files->source_of));
	files->paths[files->n] = path;
	files->source_of[files->n++] = source;
}

static int
by_path(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void
add_directory(struct recorded_files *files, const char *dir, size_t source)
{
	size_t first = files->n, length = strlen(dir), suffix = strlen(REC_SUFFIX);
	DIR *d = opendir(dir);
	struct dirent *entry;

	while (d != NULL && (entry = readdir(d)) != NULL) {
		size_t n = strlen(entry->d_name);

		if (n <= suffix || strcmp(entry->d_name + n - suffix, REC_SUFFIX) != 0)
			continue;
		add_file(files, arena_printf(&files->text, "%s%s%s", dir,
			length > 0 && dir[length - 1] == '/' ? "" : "/", entry->d_name), source);
	}
	if (d != NULL)
		closedir(d);
	if (files->n > first)
		qsort(files->paths + first, files->n - first, sizeof(*files->paths), by_path);
}

void
recorded_files_open(struct recorded_files *files, const char *const *paths, size_t n)
{
	*files = (struct recorded_files){ .nsources = n,
		.sources = mem_new(n, sizeof(*files->sources)) };
	for (size_t i = 0; i < n; i++) {
		struct recorded_source *source = &files->sources[i];

		source->path = paths[i];
		source->is_directory = recording_marker_read(&source->marker, paths[i],
			&files->text);
		if (source->is_directory)
			add_directory(files, paths[i], i);
		else
			add_file(files, paths[i], i);
	}
}

void
recorded_files_release(struct recorded_files *files)
{
	free(files->sources);
	free(files->paths);
	free(files->source_of);
	arena_release(&files->text);
	*files = (struct recorded_files){ 0 };
}
