/* recorded_files.h - the files of recordings: those in directories, and those named one by one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_FILES_H
#define RECORDED_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "measured/recording_marker.h"

/* A directory with a marker, or a single file. */
struct recorded_source {
	const char *path;		/* borrowed; as the user named it */
	bool is_directory;
	struct recording_marker marker;	/* all zero unless .is_directory is set */
};

struct recorded_files {
	struct recorded_source *sources;	/* owned */
	size_t nsources;
	const char **paths;		/* owned; all files.  In those of a directory, files of
					 * waits come first; otherwise sorted by name.  Before a
					 * single file is the file of waits beside it, if there is
					 * one */
	size_t *source_of;		/* owned; indexed by file: index in .sources */
	size_t n;
	size_t paths_room, source_room;
	bool has_waits;			/* there are files of waits, or there will be some */
	struct arena text;
};

/* Is PATH a directory with a marker, or the file of a process? */
bool recorded_files_is_source(const char *path);

/* Finds the files of the N sources at PATHS. */
void recorded_files_open(struct recorded_files *files, const char *const *paths, size_t n);
void recorded_files_release(struct recorded_files *files);

#endif
