/* orphan.c - a process of gprowse record that is no child of gprowse
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/orphan.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/procstatus.h"

enum {
	LONG = 60,		/* seconds; an orphan that began so long ago and has ended will not
				 * be waited for, although a few inits do so only now and then */
};

/* Are children of this process in its namespace of processes?  If not, the first child is the init
 * of another namespace, and must be the program. */
static bool
has_usual_children(void)
{
	char own[64] = "", children[64] = "";

	return readlink("/proc/self/ns/pid", own, sizeof(own) - 1) <= 0
		|| readlink("/proc/self/ns/pid_for_children", children, sizeof(children) - 1) <= 0
		|| strcmp(own, children) == 0;
}

/* Does the first process of this namespace handle SIGCHLD, ignore it, or take it with sigwait()? */
static bool
init_expects_children(void)
{
	static const char *const sets[] = { "SigBlk", "SigIgn", "SigCgt" };
	char value[PROCSTATUS_VALUE];

	for (size_t i = 0; i < sizeof(sets) / sizeof(*sets); i++)
		if (!procstatus_read(1, sets[i], value)
		    || (strtoull(value, NULL, 16) >> (SIGCHLD - 1) & 1) != 0)
			return true;
	return false;
}

/* Is process PID an old orphan that has ended? */
static bool
is_left(unsigned long pid)
{
	char name[PROCSTATUS_VALUE];
	bool is_zombie;

	return procstatus_read(pid, "Name", name)
		&& strncmp(name, ORPHAN_PREFIX, strlen(ORPHAN_PREFIX)) == 0
		&& procstatus_age(pid, &is_zombie) > LONG && is_zombie;
}

/* Does the first process of this namespace wait for children that it gets because their parent has
 * ended?  In containers, it may be a program that does not: then an earlier orphan is left. */
static bool
orphans_are_reaped(void)
{
	unsigned long pid;
	bool found = false;
	FILE *file;

	if (getpid() == 1)
		return false;
	if (init_expects_children())
		return true;
	file = fopen("/proc/1/task/1/children", "re");
	while (file != NULL && !found && fscanf(file, "%lu", &pid) == 1)
		found = is_left(pid);
	if (file != NULL)
		fclose(file);
	return !found;
}

/* Makes the process, which calls RUN for the socket ENDS[1].  Returns its number, or 0. */
static pid_t
begin(struct orphan *o, const char *name, orphan_run *run, void *with, const int ends[2])
{
	bool is_orphan = orphans_are_reaped();
	pid_t child = fork(), number = 0;

	if (child == 0 && is_orphan) {
		child = fork();
		if (child != 0) {
			(void)send(ends[1], &child, sizeof(child), MSG_NOSIGNAL);
			_exit(0);
		}
	}
	if (child == 0) {
		close(ends[0]);
		prctl(PR_SET_NAME, name);
		run(ends[1], with);
		_exit(0);
	}
	o->is_child = !is_orphan;
	if (child < 0)
		return 0;
	if (!is_orphan)
		return child;
	while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
		continue;
	if (recv(ends[0], &number, sizeof(number), MSG_DONTWAIT) != (ssize_t)sizeof(number))
		return 0;
	return number > 0 ? number : 0;
}

void
orphan_begin(struct orphan *o, const char *name, orphan_run *run, void *with)
{
	int ends[2];

	*o = (struct orphan){ .fd = -1 };
	if (!has_usual_children()
	    || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
		return;
	o->pid = begin(o, name, run, with, ends);
	close(ends[1]);
	o->fd = ends[0];
	if (o->pid == 0)
		orphan_end(o, 0);
}

void
orphan_end(struct orphan *o, int patience)
{
	struct pollfd ended = { .fd = o->fd };

	if (o->fd >= 0)
		(void)shutdown(o->fd, SHUT_WR);
	/* If the process has not closed its end of the socket, it still exists: it is stopped. */
	if (o->pid > 0 && poll(&ended, 1, patience) == 0)
		kill(o->pid, SIGKILL);
	if (o->fd >= 0)
		close(o->fd);
	while (o->pid > 0 && o->is_child && waitpid(o->pid, NULL, 0) < 0 && errno == EINTR)
		continue;
	*o = (struct orphan){ .fd = -1 };
}
