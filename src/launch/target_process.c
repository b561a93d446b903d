/* target_process.c - the file into which a process records
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/pathname.h"
#include "io/procstatus.h"
#include "launch/orphan.h"
#include "launch/target.h"

/* What /proc/PID/maps says about recordings. */
struct mapped {
	char **paths;			/* owned; names of files that may be recordings */
	size_t n, room;
	bool has_removed;		/* a file that may be a recording is mapped, but was
					 * removed */
	bool has_memory;		/* the process has mapped anything; false: it is a zombie,
					 * or belongs to the kernel */
};

/* Returns the effective user of process PID; -1: not known. */
static long
user_of_process(unsigned long pid)
{
	char users[PROCSTATUS_VALUE];
	unsigned long real, effective;

	return procstatus_read(pid, "Uid", users) && sscanf(users, "%lu %lu", &real, &effective) == 2
		? (long)effective : -1;
}

/* Says in E why the files of process PID cannot be seen; ERROR is an errno. */
static bool
explain_hidden(unsigned long pid, int error, struct err *e)
{
	long uid = user_of_process(pid);
	char user[64];

	if (error == ENOENT || error == ESRCH)
		return err_set(e, ERR_USAGE, "there is no process %lu", pid);
	if (uid >= 0 && (uid_t)uid != geteuid())
		return err_set(e, ERR_USAGE, "process %lu belongs to %s; only this user can control "
			"what it records", pid, target_user(user, (unsigned long)uid));
	return err_set(e, ERR_IO, "process %lu cannot be examined: %s; name the directory of its "
		"recording", pid, strerror(error));
}

/* Replaces "\012" in PATH, which stands for a newline, by a newline.  But a file may have a name
 * with "\012". */
static void
unescape(char *path)
{
	char *to = path;

	if (strstr(path, "\\012") == NULL || access(path, F_OK) == 0)
		return;

	for (const char *from = path; *from != '\0'; to++) {
		bool is_newline = strncmp(from, "\\012", 4) == 0;

		*to = is_newline ? '\n' : *from;
		from += is_newline ? 4 : 1;
	}
	*to = '\0';
}

/* Adds the path of LINE of /proc/PID/maps, "low-high modes offset device inode path", if it may be
 * that of a recording. */
static void
add_mapped(struct mapped *m, char *line)
{
	char *path = strchr(line, '/');

	m->has_memory = true;
	line[strcspn(line, "\n")] = '\0';
	if (path == NULL)
		return;
	m->has_removed |= pathname_ends(path, REC_SUFFIX " (deleted)");
	if (!pathname_ends(path, REC_SUFFIX))
		return;
	unescape(path);
	for (size_t i = 0; i < m->n; i++)
		if (strcmp(m->paths[i], path) == 0)
			return;
	m->paths = mem_grow(m->paths, m->n + 1, &m->room, sizeof(*m->paths));
	m->paths[m->n++] = mem_text(path, strlen(path));
}

/* Finds the files that process PID has mapped and whose names end with REC_SUFFIX. */
static bool
find_mapped(struct mapped *m, unsigned long pid, struct err *e)
{
	char path[64], *line = NULL;
	size_t room = 0;
	FILE *file;
	int error;

	snprintf(path, sizeof(path), "/proc/%lu/maps", pid);
	file = fopen(path, "re");
	if (file == NULL)
		return explain_hidden(pid, errno, e);
	errno = 0;
	while (getline(&line, &room, file) > 0)
		add_mapped(m, line);
	error = ferror(file) ? errno : 0;
	free(line);
	fclose(file);
	return error == 0 || explain_hidden(pid, error, e);
}

/* Says in E why process PID, which has mapped M, has no recording.  Sets T->unrecorded if the
 * process runs a program that is not recorded. */
static bool
explain_missing(struct targets *t, const struct mapped *m, unsigned long pid, struct err *e)
{
	if (m->has_removed)
		return err_set(e, ERR_USAGE, "the recording of process %lu was removed", pid);
	if (!m->has_memory)
		return err_set(e, ERR_USAGE, "process %lu executes no program: it has ended, or belongs "
			"to the kernel", pid);
	t->unrecorded = pid;
	return err_set(e, ERR_USAGE, "process %lu does not record itself: it was not started by "
		"gprowse record PROGRAM; while gprowse record -p %lu runs, name its directory", pid, pid);
}

bool
target_is_gprowse(unsigned long pid)
{
	struct stat own, its;
	char path[40];

	snprintf(path, sizeof(path), "/proc/%lu/exe", pid);
	return pid != (unsigned long)getpid() && stat("/proc/self/exe", &own) == 0
		&& stat(path, &its) == 0 && own.st_dev == its.st_dev && own.st_ino == its.st_ino;
}

/* If process PID executes the same file as this process, it may be gprowse record.  Then it has
 * one child, which may be the recorded program, and perhaps orphans.  Returns the number of this
 * child.  If the process does not have exactly one other child, returns 0. */
static unsigned long
child_of_record(unsigned long pid)
{
	char path[96], name[PROCSTATUS_VALUE];
	unsigned long found = 0, child;
	bool is_only = true;
	FILE *file;

	if (!target_is_gprowse(pid))
		return 0;
	snprintf(path, sizeof(path), "/proc/%lu/task/%lu/children", pid, pid);
	file = fopen(path, "re");
	if (file == NULL)
		return 0;
	while (fscanf(file, "%lu", &child) == 1)
		if (!procstatus_read(child, "Name", name)
		    || strncmp(name, ORPHAN_PREFIX, strlen(ORPHAN_PREFIX)) != 0) {
			is_only = found == 0;
			found = child;
		}
	fclose(file);
	return is_only ? found : 0;
}

/* Returns the number of the process that thread TID belongs to; TID if this is not known. */
static unsigned long
process_of_thread(unsigned long tid)
{
	char pid[PROCSTATUS_VALUE];

	return procstatus_read(tid, "Tgid", pid) ? strtoul(pid, NULL, 10) : tid;
}

bool
targets_add_process(struct targets *t, unsigned long pid, struct err *e)
{
	struct mapped m = { 0 };
	unsigned long child, number, other_pid = 0;
	bool found, has_error = false;

	pid = process_of_thread(pid);
	child = child_of_record(pid);
	pid = child != 0 ? child : pid;
	number = (unsigned long)procstatus_own_number((pid_t)pid);
	found = find_mapped(&m, pid, e);
	for (size_t i = 0; found && i < m.n && t->n == 0; i++) {
		has_error |= !targets_add(t, AT_FDCWD, m.paths[i], m.paths[i], e);
		if (t->n > 0 && t->list[0].head.pid != number) {
			other_pid = t->list[0].head.pid;
			targets_remove_last(t);
		}
	}
	if (found && (t->n > 0 || (!has_error && other_pid == 0)))
		(void)targets_add_outside(t, pid, number);
	if (found && t->n == 0) {
		/* After fork(), a child has the file of its parent until it counts something. */
		if (other_pid != 0)
			(void)err_set(e, ERR_USAGE, "process %lu has recorded nothing of its own yet; "
				"it is halted and continued together with process %lu", pid, other_pid);
		else if (!has_error)
			(void)explain_missing(t, &m, pid, e);
		found = false;
	}
	for (size_t i = 0; i < m.n; i++)
		free(m.paths[i]);
	free(m.paths);
	return found;
}
