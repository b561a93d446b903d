/* recorded_files.c - the files of recordings: those in directories, and those named one by one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_files.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/pathname.h"
#include "measured/recording.h"
#include "record/recording.h"

bool
recorded_files_is_source(const char *path)
{
	return strcmp(path, "-") != 0 && (recording_marker_exists(path) || recording_is(path, NULL));
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

/* Files of waits have all threads of their processes, so they are read first. */
static int
by_path(const void *a, const void *b)
{
	const char *x = *(const char *const *)a, *y = *(const char *const *)b;
	bool x_waits = pathname_ends(x, REC_WAIT_SUFFIX);
	bool y_waits = pathname_ends(y, REC_WAIT_SUFFIX);

	return x_waits != y_waits ? y_waits - x_waits : strcmp(x, y);
}

static void
add_directory(struct recorded_files *files, const char *dir, size_t source)
{
	size_t first = files->n, length = strlen(dir);
	DIR *d = opendir(dir);
	struct dirent *entry;

	while (d != NULL && (entry = readdir(d)) != NULL) {
		bool has_waits = pathname_ends(entry->d_name, REC_WAIT_SUFFIX);

		if (!has_waits && !pathname_ends(entry->d_name, REC_SUFFIX))
			continue;
		files->has_waits |= has_waits;
		add_file(files, arena_printf(&files->text, "%s%s%s", dir,
			length > 0 && dir[length - 1] == '/' ? "" : "/", entry->d_name), source);
	}
	if (d != NULL)
		closedir(d);
	if (files->n > first)
		qsort(files->paths + first, files->n - first, sizeof(*files->paths), by_path);
}

/* Will gprowse record make a file of waits for the file PATH of a recording, which goes on? */
static bool
will_have_waits(const char *path)
{
	struct recording_marker marker;
	struct arena text = { 0 };
	size_t n = (size_t)(pathname_base(path) - path);
	const char *dir = n > 0 ? arena_text(&text, path, n) : ".";
	bool will = recording_marker_read(&marker, dir, &text) && marker.wait_hz > 0
		&& !marker.has_status;

	arena_release(&text);
	return will;
}

/* Adds the file number SOURCE of the N files at PATHS, which the user named, and the file of waits
 * beside it, unless the user named this, too. */
static void
add_single(struct recorded_files *files, const char *const *paths, size_t n, size_t source)
{
	const char *path = paths[source], *beside;
	size_t length = strlen(path);
	bool has_waits, is_named = false;

	files->has_waits |= recording_is(path, &has_waits) && has_waits;
	if (pathname_ends(path, REC_SUFFIX)) {
		beside = arena_printf(&files->text, "%.*s%s", (int)(length - strlen(REC_SUFFIX)),
			path, REC_WAIT_SUFFIX);
		for (size_t i = 0; i < n; i++)
			is_named |= strcmp(paths[i], beside) == 0;
		files->has_waits |= will_have_waits(path);
		if (!is_named && recording_is(beside, &has_waits) && has_waits) {
			files->has_waits = true;
			add_file(files, beside, source);
		}
	}
	add_file(files, path, source);
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
		files->has_waits |= source->marker.wait_hz > 0 && !source->marker.has_status;
		if (source->is_directory)
			add_directory(files, paths[i], i);
		else
			add_single(files, paths, n, i);
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
