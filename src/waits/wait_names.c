/* wait_names.c - what a blocked thread waits for, in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "waits/wait_names.h"

#include <linux/futex.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "io/procfile.h"
#include "waits/wait_memory.h"

static const struct call_name {
	long number;
	const char *name;
	bool has_descriptor;
} names[] = {
#define NAME(name) { SYS_##name, #name, false },
#define ON_DESCRIPTOR(name) { SYS_##name, #name, true },
#include "waits/wait_names.def"
#undef NAME
#undef ON_DESCRIPTOR
};

static const unsigned lock_pi2 = 13;	/* FUTEX_LOCK_PI2 of Linux 5.14 */

/* Returns what is known of system call NUMBER, or NULL. */
static const struct call_name *
find_name(long number)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (names[i].number == number)
			return &names[i];
	return NULL;
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

/* Sets TEXT to what thread TID waits for with the system call futex.  The owner of a mutex of glibc
 * is the third word of it, and a waiter waits as long as its first word is 2.  The owner of a mutex
 * with inheritance of priorities is in the futex itself.  pthread_join() waits until a word is no
 * longer the number of the thread.  What looks like that, but has no number of a thread of this
 * process, is something else. */
static void
describe_futex(char text[REC_WAIT_TEXT], pid_t pid, pid_t tid, const struct wait_call *call)
{
	unsigned operation = (unsigned)call->arguments[1] & FUTEX_CMD_MASK;
	uint32_t words[3] = { 0 }, owner = 0, joined = 0;
	char name[PROCFILE_NAME];

	(void)wait_memory_copy(pid, call->arguments[0], words, sizeof(words));
	if (operation == FUTEX_LOCK_PI || operation == lock_pi2)
		owner = words[0] & FUTEX_TID_MASK;
	else if ((operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET)
	    && call->arguments[2] == 2 && words[0] == 2)
		owner = words[2];
	else if (operation == FUTEX_WAIT_BITSET && words[0] == (uint32_t)call->arguments[2])
		joined = words[0];
	if (owner != (uint32_t)tid && procfile_name(pid, (pid_t)owner, name))
		snprintf(text, REC_WAIT_TEXT, "[futex: lock held by thread %u %s]", owner, name);
	else if (joined != (uint32_t)tid && procfile_name(pid, (pid_t)joined, name))
		snprintf(text, REC_WAIT_TEXT, "[futex: end of thread %u %s]", joined, name);
	else
		snprintf(text, REC_WAIT_TEXT, "[futex]");
}

/* Is thread TID of process PID stopped, by a signal or a debugger? */
static bool
is_stopped(pid_t pid, pid_t tid)
{
	char path[64], state;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/stat", (int)pid, (int)tid);
	state = procfile_state(path);
	return state == 'T' || state == 't';
}

void
wait_names_text(char text[REC_WAIT_TEXT], pid_t pid, pid_t tid, const struct wait_call *call,
	bool is_brief)
{
	const struct call_name *name = find_name(call->number);
	char object[170];

	if (call->number < 0) {
		snprintf(text, REC_WAIT_TEXT, is_stopped(pid, tid) ? "[stopped]" : "[page fault]");
	} else if (name == NULL) {
		if (is_stopped(pid, tid))
			snprintf(text, REC_WAIT_TEXT, "[stopped]");
		else
			snprintf(text, REC_WAIT_TEXT, "[system call %ld]", call->number);
	} else if (call->number == SYS_futex && !is_brief) {
		describe_futex(text, pid, tid, call);
	} else if (name->has_descriptor) {
		object_of(object, sizeof(object), pid, (int)call->arguments[0], is_brief);
		if (is_brief)
			snprintf(text, REC_WAIT_TEXT, "[%s:%s]", name->name, object);
		else
			snprintf(text, REC_WAIT_TEXT, "[%s: fd %d%s]", name->name,
				(int)call->arguments[0], object);
	} else {
		snprintf(text, REC_WAIT_TEXT, "[%s]", name->name);
	}
}
