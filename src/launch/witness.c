/* witness.c - tells which signals were sent to the whole process group
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/witness.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "launch/procstatus.h"

enum {
	PATIENCE = 200,		/* how many milliseconds an answer is waited for: the witness may
				 * have been stopped together with gprowse, but continued later */
	LONG = 60,		/* seconds; a witness that began so long ago and has ended will not
				 * be waited for, although a few inits do so only now and then */
};

struct question {
	unsigned asked;			/* number of the question */
	int number;			/* of the signal */
};

struct answer {
	unsigned asked;
	bool has;
	pid_t sender;
};

/* In the witness: answers questions until gprowse closes the socket FD or ends. */
static _Noreturn void
answer_questions(int fd)
{
	const struct timespec now = { 0 };
	struct question q;

	while (recv(fd, &q, sizeof(q), 0) == (ssize_t)sizeof(q)) {
		struct answer a = { .asked = q.asked };
		siginfo_t info;
		sigset_t set;

		sigemptyset(&set);
		sigaddset(&set, q.number);
		if (sigtimedwait(&set, &info, &now) == q.number) {
			a.has = true;
			a.sender = info.si_pid;
		}
		(void)send(fd, &a, sizeof(a), MSG_NOSIGNAL);
	}
	_exit(0);
}

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

/* Is process PID an old witness that has ended? */
static bool
is_left(unsigned long pid)
{
	char name[PROCSTATUS_VALUE];
	bool is_zombie;

	return procstatus_read(pid, "Name", name) && strcmp(name, WITNESS_NAME) == 0
		&& procstatus_age(pid, &is_zombie) > LONG && is_zombie;
}

/* Does the first process of this namespace wait for children that it gets because their parent has
 * ended?  In containers, it may be a program that does not: then an earlier witness is left. */
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

/* Begins the witness, which answers questions that come to ENDS[1].  Returns the number of its
 * process, or 0. */
static pid_t
begin(struct witness *w, const int ends[2])
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
		prctl(PR_SET_NAME, WITNESS_NAME);
		answer_questions(ends[1]);
	}
	w->is_child = !is_orphan;
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
witness_begin(struct witness *w)
{
	int ends[2];

	*w = (struct witness){ .fd = -1 };
	if (!has_usual_children()
	    || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
		return;
	w->pid = begin(w, ends);
	close(ends[1]);
	w->fd = ends[0];
	if (w->pid == 0)
		witness_end(w);
}

bool
witness_has(struct witness *w, int number, pid_t *sender)
{
	struct question q = { ++w->asked, number };
	struct pollfd ready = { .fd = w->fd, .events = POLLIN };
	struct answer a = { 0 };

	if (w->pid == 0 || send(w->fd, &q, sizeof(q), MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
		return false;
	/* If a question was not answered in time, its answer comes before this one. */
	do {
		if (poll(&ready, 1, PATIENCE) <= 0
		    || recv(w->fd, &a, sizeof(a), MSG_DONTWAIT) != (ssize_t)sizeof(a))
			return false;
	} while (a.asked != q.asked);
	if (a.has)
		*sender = a.sender;
	return a.has;
}

void
witness_end(struct witness *w)
{
	struct pollfd ended = { .fd = w->fd };

	if (w->fd >= 0)
		(void)shutdown(w->fd, SHUT_WR);
	/* If the witness has not closed its end of the socket, it still exists: it is stopped. */
	if (w->pid > 0 && poll(&ended, 1, PATIENCE) == 0)
		kill(w->pid, SIGKILL);
	if (w->fd >= 0)
		close(w->fd);
	while (w->pid > 0 && w->is_child && waitpid(w->pid, NULL, 0) < 0 && errno == EINTR)
		continue;
	*w = (struct witness){ .fd = -1 };
}
