/* target_outside.c - the files into which gprowse writes what it sees of a process from outside
 *
 * The process has not mapped these files.  They are in the directory of the recording: that of the
 * file that the process has mapped, or that which the gprowse record that is its parent has open.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/pathname.h"
#include "io/procstatus.h"
#include "launch/target.h"

/* Adds the file NAME of the directory PATH to T, if it was written from outside of process NUMBER,
 * which goes on. */
static void
add_file(struct targets *t, const char *path, const char *name, unsigned long number)
{
	size_t room = strlen(path) + strlen(name) + 2;
	char *full = mem_new(room, 1);
	const struct target *added;
	struct err e;

	snprintf(full, room, "%s/%s", path, name);
	if (targets_add(t, AT_FDCWD, full, full, &e)) {
		added = &t->list[t->n - 1];
		if (added->head.pid != number || added->head.outside == 0 || !added->is_used)
			targets_remove_last(t);
	}
	free(full);
}

/* Adds the files in the directory PATH that were written from outside of process NUMBER. */
static void
add_files(struct targets *t, const char *path, unsigned long number)
{
	char middle[32];
	struct dirent *entry;
	DIR *d = opendir(path);

	snprintf(middle, sizeof(middle), ".%lu.", number);
	while (d != NULL && (entry = readdir(d)) != NULL)
		if (pathname_ends(entry->d_name, REC_SUFFIX)
		    && strstr(entry->d_name, middle) != NULL)
			add_file(t, path, entry->d_name, number);
	if (d != NULL)
		closedir(d);
}

/* Sets PATH to the recording that process PID has open as a directory.  False: there is none. */
static bool
find_open(char path[PATH_MAX], unsigned long pid)
{
	char name[PATH_MAX + sizeof(REC_MARKER) + 1];
	struct dirent *entry;
	bool found = false;
	struct stat st;
	DIR *d;

	snprintf(name, sizeof(name), "/proc/%lu/fd", pid);
	d = opendir(name);
	while (d != NULL && !found && (entry = readdir(d)) != NULL) {
		ssize_t n = readlinkat(dirfd(d), entry->d_name, path, PATH_MAX - 1);

		if (n <= 0 || *path != '/')
			continue;
		path[n] = '\0';
		snprintf(name, sizeof(name), "%s/%s", path, REC_MARKER);
		found = lstat(name, &st) == 0 && S_ISREG(st.st_mode);
	}
	if (d != NULL)
		closedir(d);
	return found;
}

bool
targets_add_outside(struct targets *t, unsigned long pid, unsigned long number)
{
	char parent[PROCSTATUS_VALUE], path[PATH_MAX], *directory;
	size_t before = t->n;

	if (t->n > 0) {
		const char *mapped = t->list[0].path;

		directory = mem_text(mapped, (size_t)(pathname_base(mapped) - mapped));
		add_files(t, directory, number);
		free(directory);
	} else if (procstatus_read(pid, "PPid", parent)
		   && target_is_gprowse(strtoul(parent, NULL, 10))
		   && find_open(path, strtoul(parent, NULL, 10))) {
		add_files(t, path, number);
	}
	return t->n > before;
}
