/* procfile.c - small files of /proc
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/procfile.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

size_t
procfile_read(const char *path, void *bytes, size_t room)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd >= 0 ? read(fd, bytes, room) : 0;

	if (fd >= 0)
		close(fd);
	return n > 0 ? (size_t)n : 0;
}

DIR *
procfile_threads(pid_t pid)
{
	char path[40];

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	return opendir(path);
}

DIR *
procfile_processes(void)
{
	return opendir("/proc");
}

pid_t
procfile_next(DIR *d)
{
	struct dirent *entry;
	pid_t tid;

	while (d != NULL && (entry = readdir(d)) != NULL)
		if ((tid = (pid_t)strtol(entry->d_name, NULL, 10)) > 0)
			return tid;
	if (d != NULL)
		closedir(d);
	return 0;
}

int
procfile_open_thread(pid_t pid, pid_t tid, const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/task/%d/%s", (int)pid, (int)tid, name);
	return open(path, O_RDONLY | O_CLOEXEC);
}

bool
procfile_run(int fd, uint64_t *run)
{
	char text[96];
	ssize_t n = pread(fd, text, sizeof(text) - 1, 0);

	if (n <= 0)
		return false;
	text[n] = '\0';
	*run = strtoull(text, NULL, 10);
	return true;
}

char
procfile_state(const char *path)
{
	char text[256];
	const char *end;

	text[procfile_read(path, text, sizeof(text) - 1)] = '\0';
	end = strrchr(text, ')');	/* "12 (name) T 1 .."; the name may contain ")" */
	return (char)(end != NULL && end[1] == ' ' ? end[2] : '\0');
}

bool
procfile_name(pid_t pid, pid_t tid, char name[PROCFILE_NAME])
{
	char path[64], line[PROCFILE_NAME];	/* the newline takes the place of the zero */
	size_t n;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/comm", (int)pid, (int)tid);
	n = procfile_read(path, line, sizeof(line));
	if (n == 0)
		return false;
	memset(name, 0, PROCFILE_NAME);
	memcpy(name, line, n - 1);
	return true;
}
