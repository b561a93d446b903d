/* wait_names.c - what a blocked thread waits for, in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "waits/wait_names.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
	long number;
	const char *name;
} names[] = {
#define NAME(name) { SYS_##name, #name },
#include "waits/wait_names.def"
#undef NAME
};

/* System calls whose first argument is a descriptor, on which they wait. */
static const long with_descriptor[] = {
	SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_fsync,
	SYS_fdatasync, SYS_ioctl, SYS_flock, SYS_fcntl, SYS_accept, SYS_accept4, SYS_connect,
	SYS_sendto, SYS_sendmsg, SYS_recvfrom, SYS_recvmsg, SYS_getdents64, SYS_ftruncate,
	SYS_fallocate,
};

/* Returns the name of system call NUMBER, or NULL. */
static const char *
name_of(long number)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (names[i].number == number)
			return names[i].name;
	return NULL;
}

static bool
has_descriptor(long number)
{
	for (size_t i = 0; i < sizeof(with_descriptor) / sizeof(*with_descriptor); i++)
		if (with_descriptor[i] == number)
			return true;
	return false;
}

/* Sets TEXT, of SIZE bytes, to what descriptor FD of process PID is: "pipe", "socket", or the path
 * of a file.  If IS_BRIEF is set, "file" stands for all paths. */
static void
object_of(char *text, size_t size, pid_t pid, int fd, bool is_brief)
{
	char path[64], target[160];
	ssize_t n;

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)pid, fd);
	n = readlink(path, target, sizeof(target) - 1);
	target[n > 0 ? n : 0] = '\0';
	if (n <= 0)
		*text = '\0';
	else if (*target == '/')
		snprintf(text, size, " %s", is_brief ? "file" : target);
	else if (strncmp(target, "anon_inode:", 11) == 0)	/* "anon_inode:[eventfd]" */
		snprintf(text, size, " %.*s", (int)strcspn(target + 11 + (target[11] == '['), "]"),
			target + 11 + (target[11] == '['));
	else				/* "pipe:[12]" */
		snprintf(text, size, " %.*s", (int)strcspn(target, ":"), target);
}

/* Is thread TID of process PID stopped, by a signal or a debugger? */
static bool
is_stopped(pid_t pid, pid_t tid)
{
	char path[64], text[128];
	const char *end;
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/stat", (int)pid, (int)tid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	n = fd >= 0 ? read(fd, text, sizeof(text) - 1) : 0;
	if (fd >= 0)
		close(fd);
	text[n > 0 ? n : 0] = '\0';
	end = strrchr(text, ')');	/* "12 (name) T 1 .." */
	return end != NULL && end[1] == ' ' && (end[2] == 'T' || end[2] == 't');
}

void
wait_names_text(char text[REC_WAIT_TEXT], pid_t pid, pid_t tid, const struct wait_call *call,
	bool is_brief)
{
	const char *name = name_of(call->number);
	char object[170];

	if (call->number < 0) {
		snprintf(text, REC_WAIT_TEXT, is_stopped(pid, tid) ? "[stopped]" : "[page fault]");
	} else if (name == NULL) {
		snprintf(text, REC_WAIT_TEXT, "[system call %ld]", call->number);
	} else if (has_descriptor(call->number)) {
		object_of(object, sizeof(object), pid, (int)call->arguments[0], is_brief);
		if (is_brief)
			snprintf(text, REC_WAIT_TEXT, "[%s:%s]", name, object);
		else
			snprintf(text, REC_WAIT_TEXT, "[%s: fd %d%s]", name,
				(int)call->arguments[0], object);
	} else {
		snprintf(text, REC_WAIT_TEXT, "[%s]", name);
	}
}
